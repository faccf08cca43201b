package import HealthUnits

/// One health data type: what a sample of it looks like and what is allowed in it.
///
/// The value is the *effective* definition, after layers, `overrides` and `extends`; `origins` names the file and
/// place of every key. The YAML form is described in `catalog/README.md`.
///
/// ```swift
/// guard let type = registry.type(named: "heartRate") else { return }
/// print(type.title, type.shape.quantity?.unit.unitString ?? "")
/// ```
public struct TypeDefinition: Sendable, Hashable {
  /// The type's id, 1 to 128 bytes of `[A-Za-z0-9._-]`, starting with a letter; HealthKit's short name or a team's
  /// dotted id.
  public var id: String
  /// A human name in sentence case.
  public var title: String
  /// A description of the type, one or two sentences; may be empty.
  public var summary: String
  /// Former ids that mean this type.
  public var aliases: [String]
  /// Exact names of this type elsewhere, HealthKit's raw identifier first.
  public var identifiers: [String]
  /// The form of a sample's value.
  public var shape: TypeShape
  /// How long a sample may last.
  public var duration: DurationLimits
  package var metadata: MetadataRules
  /// What must be so of each sample, in the order of the definition.
  package var rules: [TypeRule] = []
  /// Numbers that follow from what a sample holds, in the order of the definition.
  package var expressions: [TypeExpression] = []
  /// Whether samples of one source and device never share time: steps are counted once, a sleeper is in one stage.
  ///
  /// Of a structured type, whether samples of one source never begin and end together: two devices save one workout.
  package var isExclusive = false
  /// The case of a category that frames the others, `inBed`: the others are stages within it.
  package var sessionCase: String?
  /// Whether an app may save samples of this type; HealthKit's read-only types say `false`.
  public var isWritable: Bool
  /// Since when the type exists, by platform: `["ios": "8.0"]`.
  package var since: [String: String]
  /// Set when another type should be used.
  package var deprecation: Deprecation?
  /// Codes of the same idea in other systems: `["loinc": ["8867-4"]]`.
  package var codes: [String: [String]]
  /// Where each number comes from: `["allowed": "physical"]`.
  package var sources: [String: String]
  /// Samples that must pass and samples that must be refused, run by `assay catalog test`.
  package var examples: [TypeExample]
  /// The place of every key of the definition, by dotted path (`value.allowed.max`).
  package var origins: KeyOrigins

  /// Creates a definition.
  ///
  /// Everything but id, title and shape has the default of a definition that is silent.
  package init(
    id: String, title: String, summary: String = "", aliases: [String] = [],
    identifiers: [String] = [], shape: TypeShape, duration: DurationLimits = DurationLimits(),
    metadata: MetadataRules = MetadataRules(), isWritable: Bool = true, since: [String: String] = [:],
    deprecation: Deprecation? = nil, codes: [String: [String]] = [:], sources: [String: String] = [:],
    examples: [TypeExample] = [], origins: KeyOrigins = KeyOrigins()
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.aliases = aliases
    self.identifiers = identifiers
    self.shape = shape
    self.duration = duration
    self.metadata = metadata
    self.isWritable = isWritable
    self.since = since
    self.deprecation = deprecation
    self.codes = codes
    self.sources = sources
    self.examples = examples
    self.origins = origins
  }

  /// The family of the type, which its shape decides.
  public var kind: TypeKind { shape.kind }

  /// The name that stands for the type in content ids: the first identifier, else the id.
  @usableFromInline package var identityName: String { identifiers.first ?? id }
}

/// The longest and shortest length of a sample, end minus start, in microseconds.
///
/// `nil` means no limit.
public struct DurationLimits: Sendable, Hashable {
  /// The shortest length in microseconds, inclusive.
  public var minimum: Int64?
  /// The longest length in microseconds, inclusive.
  public var maximum: Int64?
  /// The length in microseconds that samples usually stay below; one that does not is a warning
  /// (`duration-implausible`).
  public var usuallyBelow: Int64?

  @usableFromInline package init(minimum: Int64? = nil, maximum: Int64? = nil, usuallyBelow: Int64? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.usuallyBelow = usuallyBelow
  }
}

/// Which metadata keys a sample of a type must carry and which are known.
@usableFromInline package struct MetadataRules: Sendable, Hashable {
  package var required: [String]
  package var known: [String]
  /// Whether other keys than `required` and `known` are findings.
  package var isClosed: Bool

  /// Creates rules; without arguments every key may be left out and every key is taken.
  @usableFromInline package init(required: [String] = [], known: [String] = [], isClosed: Bool = false) {
    self.required = required
    self.known = known
    self.isClosed = isClosed
  }
}

/// Since when a type should not be used, and what to use instead.
@usableFromInline package struct Deprecation: Sendable, Hashable {
  /// Since when the type is deprecated.
  package var since: String
  /// The type to use instead, when there is one.
  package var replacement: String?

  @usableFromInline package init(since: String, replacement: String? = nil) {
    self.since = since
    self.replacement = replacement
  }
}

/// A sample in a definition, as one line of JSON, and the code it must raise (`nil`: none may be an error).
@usableFromInline package struct TypeExample: Sendable, Hashable {
  /// The sample as JSON, with `type` filled in.
  package var json: String
  /// The error the sample must raise, for an invalid example.
  package var expectedCode: DiagnosticCode?
  package var mark: CatalogMark

  @usableFromInline package init(json: String, expectedCode: DiagnosticCode?, mark: CatalogMark) {
    self.json = json
    self.expectedCode = expectedCode
    self.mark = mark
  }
}

/// The place of every key of a definition, by dotted path (`value.allowed.max`), in the order of the keys.
///
/// A sorted list, since each type of a catalog keeps one: a dictionary of the same takes about four times the memory.
@usableFromInline package struct KeyOrigins: Sendable, Hashable {
  private struct Entry: Sendable, Hashable {
    var key: String
    var line: Int32
    var column: Int32
    /// The file, as index into `paths`.
    var path: Int32
  }

  private var entries: [Entry] = []
  /// The files; nearly always one.
  private var paths: [String] = []

  package init() {}

  /// Creates a list of places; of a key that is there twice, the last place counts.
  package init(_ marks: some Sequence<(key: String, value: CatalogMark)>) {
    var marks = Array(marks)
    let isSorted = zip(marks, marks.dropFirst()).allSatisfy { Self.precedes($0.key, $1.key) }
    // Sorting keeps the order of equals, so the last of them is the last that was given.
    if !isSorted { marks.sort { Self.precedes($0.key, $1.key) } }
    entries.reserveCapacity(marks.count)
    for (key, mark) in marks {
      if !isSorted, entries.last?.key == key { entries.removeLast() }
      let path = paths.firstIndex(of: mark.path) ?? paths.count
      if path == paths.count { paths.append(mark.path) }
      entries.append(
        Entry(
          key: key, line: Int32(clamping: mark.line), column: Int32(clamping: mark.column), path: Int32(clamping: path))
      )
    }
  }

  package subscript(key: String) -> CatalogMark? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if Self.precedes(entries[middle].key, key) { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].key == key ? mark(of: entries[low]) : nil
  }

  private func mark(of entry: Entry) -> CatalogMark {
    CatalogMark(path: paths[Int(entry.path)], line: Int(entry.line), column: Int(entry.column))
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    // Strings whose bytes are in one place, as nearly all are, are compared there.
    left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { left.lexicographicallyPrecedes($0) }
    }.flatMap { $0 } ?? left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

extension KeyOrigins: Sequence {
  /// The keys and their places, in the order of the keys.
  @usableFromInline package func makeIterator() -> some IteratorProtocol<(key: String, value: CatalogMark)> {
    entries.lazy.map { (key: $0.key, value: mark(of: $0)) }.makeIterator()
  }
}

/// A place in a catalog file.
@usableFromInline package struct CatalogMark: Sendable, Hashable, CustomStringConvertible {
  package var path: String
  package var line: Int {
    get { Int(lineNumber) }
    set { lineNumber = Int32(clamping: newValue) }
  }
  package var column: Int {
    get { Int(columnNumber) }
    set { columnNumber = Int32(clamping: newValue) }
  }
  // Half the size: each key and value of a catalog has a place while the catalog is read.
  private var lineNumber: Int32
  private var columnNumber: Int32

  package init(path: String, line: Int, column: Int) {
    self.path = path
    lineNumber = Int32(clamping: line)
    columnNumber = Int32(clamping: column)
  }

  /// `path:line:column`.
  @usableFromInline package var description: String { "\(path):\(line):\(column)" }
}

/// What must be so of each sample of a type, beside what its shape says: a condition with words of its own.
///
/// ```yaml
/// rules:
///   - {name: activeTimeFits, require: "duration <= end - start + 1 s", severity: warning, says: "the active time is longer than the workout"}
/// ```
@usableFromInline package struct TypeRule: Sendable, Hashable {
  package var name: String
  /// The condition as it is written; `Documentation/conditions.md` has the language.
  ///
  /// A sample for which it is false breaks the rule; one for which it is unknown, since a value is missing, does not.
  package var requirement: String
  package var severity: Severity
  package var message: String

  @usableFromInline package init(name: String, requirement: String, severity: Severity = .error, message: String) {
    self.name = name
    self.requirement = requirement
    self.severity = severity
    self.message = message
  }
}

/// A number that follows from what a sample holds, under a name that questions, tables and rules may use.
///
/// ```yaml
/// computed:
///   distance: {unit: km, is: "sum(statistics.sum where type = distanceWalkingRunning)"}
/// ```
@usableFromInline package struct TypeExpression: Sendable, Hashable {
  package var name: String
  package var unit: UnitOfMeasure?
  package var text: String

  package init(name: String, unit: UnitOfMeasure?, text: String) {
    self.name = name
    self.unit = unit
    self.text = text
  }
}

/// A code of a type in another system, as `codes` of a definition has it.
///
/// What follows it in brackets says where the two ideas differ: `SpeedRecord (partial: no activity)`.
package struct CodeInSystem: Hashable, Sendable {
  /// The code by itself: `SpeedRecord`.
  package let code: String
  /// How the two differ; `nil` when they mean the same.
  package let difference: String?

  package init(_ text: String) {
    guard text.hasSuffix(")"), let bracket = text.utf8.firstIndex(of: UInt8(ascii: "(")) else {
      code = text
      difference = nil
      return
    }
    let inner = text[text.utf8.index(after: bracket)...].dropLast()
    let head = text[..<bracket]
    code = String(head.last == " " ? head.dropLast() : head)
    let prefix = "partial: "
    difference = inner.hasPrefix(prefix) ? String(inner.dropFirst(prefix.count)) : String(inner)
  }
}
