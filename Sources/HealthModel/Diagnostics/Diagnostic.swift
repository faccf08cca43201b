/// One finding as people and machines read it: rendered from a compact `Finding`, or made by the catalog's loader.
///
/// ```swift
/// for finding in judged.findings(at: 0) where finding.severity == .error {
///   print(finding.code, finding.pointer ?? "", finding.message, finding.hint ?? "")
/// }
/// ```
public struct Diagnostic: Sendable, Hashable {
  /// The problem.
  public var code: DiagnosticCode
  /// Its severity.
  public var severity: Severity
  /// One sentence, lower case, no full stop, already escaped for display.
  public var message: String
  /// Where it is.
  public var location: SourceLocation
  /// JSON Pointer into the sample, `""` for the whole; `nil` if there is no sample.
  ///
  /// In a JSON document of another program, which is read by a profile, the pointer is from the beginning of the document
  /// and has the names of that document: `/users/3/weight`.
  public var pointer: String?
  /// The id of the sample's type, when known.
  public var type: String?
  /// The sample's UUID, when it carries one.
  public var uuid: String?
  /// The place in the catalog that set the rule.
  public var ruleLocation: CatalogMark?
  /// The suggested fix.
  public var hint: String?
  /// The field at fault as a class of places, `/members/*/value`: the pointer with indexes as `*` and without names
  /// that the catalog does not know; for baselines and fingerprints.
  package var field: String?
  /// The class of the finding, never a value: the unit's text, `above-max`; for baselines and fingerprints.
  package var evidence: String?
  /// The text around the place, cut to a line that can be read; `nil` if none was requested.
  package var excerpt: SourceExcerpt?
  /// The rule of a plugin or of your own that found it, `NAME/rule`, when the code is `plugin-rule`; `nil` for the rules of
  /// the catalog.
  public package(set) var rule: String?
  /// The code of the failure of a plugin, such as `plugin-exited`, when the code is `not-checked` for that.
  package var failure: String?
  /// What makes it a note that is reported once for each spelling, in reports of a range.
  package var once: Once?
  /// Other places that belong to the finding: the first of two samples.
  public var related: [RelatedLocation] = []

  /// Creates a diagnostic; without a severity it has the code's own.
  public init(
    code: DiagnosticCode, severity: Severity? = nil, message: String, location: SourceLocation,
    pointer: String? = nil, type: String? = nil, uuid: String? = nil, ruleLocation: CatalogMark? = nil,
    hint: String? = nil
  ) {
    self.code = code
    self.severity = severity ?? code.defaultSeverity
    self.message = message
    self.location = location
    self.pointer = pointer
    self.type = type
    self.uuid = uuid
    self.ruleLocation = ruleLocation
    self.hint = hint
  }

  /// The rule as people read it: that of the plugin that found it, how a plugin failed, else the code.
  package var ruleName: String { rule ?? failure ?? code.name }
}

extension Diagnostic {
  /// What tells the note from others that are reported once for each spelling, for reports of a range.
  package struct Once: Sendable, Hashable {
    /// What spellings are told apart by.
    package let key: String
    /// How often the spelling came.
    package let times: Int
    /// Whether the note is reported by itself, since the range has too many spellings.
    package let isOver: Bool

    package init(key: String, times: Int, isOver: Bool = false) {
      self.key = key
      self.times = times
      self.isOver = isOver
    }
  }
}

/// A place in an input.
public struct SourceLocation: Sendable, Hashable {
  /// The path as given; inside a zip `export.zip!apple_health_export/export.xml`.
  public var path: String
  /// 1-based line; 0 when the finding is about the whole file.
  public var line: Int
  /// 1-based column in Unicode scalars; 0 when the finding is about the whole file.
  public var column: Int
  /// Offset in bytes from the start of the (decompressed) file.
  public var byteOffset: Int64?
  /// The place in an input that is not lines of text, such as `steps_record_table row 17`, already escaped for display.
  public var place: String?
  /// Whether the line is counted from the first line of a range of the file.
  package var isLineOfRange = false

  /// Creates a location; without a line it is the whole file.
  public init(path: String, line: Int = 0, column: Int = 0, byteOffset: Int64? = nil) {
    self.path = path
    self.line = line
    self.column = column
    self.byteOffset = byteOffset
  }
}

/// Another place that belongs to a finding, and what is there.
public struct RelatedLocation: Sendable, Hashable {
  /// The place.
  public var location: SourceLocation
  /// A description of the place, a few words in lower case: `the first sample`.
  public var message: String

  /// Creates a related place.
  public init(location: SourceLocation, message: String) {
    self.location = location
    self.message = message
  }
}
