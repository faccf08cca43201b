/// One finding as people and machines read it: rendered from a compact `Finding`, or made by the catalog's loader.
///
/// ```swift
/// for finding in judged.findings(at: 0) where finding.severity == .error {
///   print(finding.code, finding.pointer ?? "", finding.message, finding.hint ?? "")
/// }
/// ```
public struct Diagnostic: Sendable, Hashable {
  /// The words, which findings that say the same share; they become strings when somebody asks for them.
  private var wording: Wording
  /// Where it is.
  public var location: SourceLocation
  private var id: SampleID
  /// Whether its object in reports has the lookup that the hint depends on, as reports of a range do.
  package var showsLookup = false

  /// The problem.
  public var code: DiagnosticCode { wording.words.code }
  /// Its severity.
  public package(set) var severity: Severity {
    get { wording.words.severity }
    set { if newValue != severity { reword { $0.severity = newValue } } }
  }
  /// One sentence, lower case, no full stop, already escaped for display.
  public package(set) var message: String {
    get { wording.words.message.string }
    set { reword { $0.message = MessageText(newValue) } }
  }
  /// JSON Pointer into the sample, `""` for the whole; `nil` if there is no sample.
  ///
  /// In a JSON document of another program, which is read by a profile, the pointer is from the beginning of the document
  /// and has the names of that document: `/users/3/weight`.
  public package(set) var pointer: String? {
    get { wording.words.pointer?.string }
    set { reword { $0.pointer = newValue.map { MessageText($0) } } }
  }
  /// The id of the sample's type, when known.
  public var type: String? { wording.words.type }
  /// The sample's UUID, when it carries one.
  public var uuid: String? { id == .none ? wording.words.uuid : id.description }
  /// The place in the catalog that set the rule.
  package var ruleLocation: CatalogMark? { wording.words.ruleLocation }
  /// The suggested fix.
  public var hint: String? { wording.words.hint?.string }
  /// The field at fault as a class of places, `/members/*/value`: the pointer with indexes as `*` and without names
  /// that the catalog does not know; for baselines and fingerprints.
  package var field: String? {
    get { wording.words.field }
    set { reword { $0.field = newValue } }
  }
  /// The class of the finding, never a value: the unit's text, `above-max`; for baselines and fingerprints.
  package var evidence: String? {
    get { wording.words.evidence }
    set { reword { $0.evidence = newValue } }
  }
  /// The text around the place, cut to a line that can be read; `nil` if none was requested.
  package var excerpt: SourceExcerpt? {
    get { wording.words.excerpt }
    set { reword { $0.excerpt = newValue } }
  }
  /// The rule of a plugin or of your own that found it, `NAME/rule`, when the code is `plugin-rule`; `nil` for the rules of
  /// the catalog.
  public package(set) var rule: String? {
    get { wording.words.rule }
    set { reword { $0.rule = newValue } }
  }
  /// The code of the failure of a plugin, such as `plugin-exited`, when the code is `not-checked` for that.
  package var failure: String? {
    get { wording.words.failure }
    set { reword { $0.failure = newValue } }
  }
  /// What makes it a note that is reported once for each spelling, in reports of a range.
  package var once: Once? {
    get { wording.words.once }
    set { reword { $0.once = newValue } }
  }
  /// Other places that belong to the finding: the first of two samples.
  public package(set) var related: [RelatedLocation] {
    get { wording.words.related }
    set { reword { $0.related = newValue } }
  }

  /// Creates a diagnostic; without a severity it has the code's own.
  package init(
    code: DiagnosticCode, severity: Severity? = nil, message: String, location: SourceLocation, pointer: String? = nil,
    type: String? = nil, uuid: String? = nil, ruleLocation: CatalogMark? = nil, hint: String? = nil
  ) {
    let known = uuid.flatMap { SampleID($0) }
    let id = known?.description == uuid ? known ?? .none : .none
    let words = Wording.Words(
      code: code, severity: severity ?? code.defaultSeverity, message: MessageText(message),
      hint: hint.map { MessageText($0) }, pointer: pointer.map { MessageText($0) }, type: type,
      ruleLocation: ruleLocation, uuid: id == .none ? uuid : nil)
    self.init(Wording(words), at: location, id: id)
  }

  /// Creates the diagnostic of a sample; `id` is `.none` if the sample has no id or ids are not shown.
  package init(_ wording: Wording, at location: SourceLocation, id: SampleID = .none) {
    self.wording = wording
    self.location = location
    self.id = id
  }

  private mutating func reword(_ change: (inout Wording.Words) -> Void) {
    var words = wording.words
    change(&words)
    wording = Wording(words)
  }

  /// The rule of a plugin that found it, or how a plugin failed; `nil` for findings of the catalog's rules.
  package var pluginRule: String? { wording.words.rule ?? wording.words.failure }

  /// The rule as people read it: that of the plugin that found it, how a plugin failed, else the code.
  package var ruleName: String { pluginRule ?? code.name }

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

/// The parts of its JSON object in reports, as bytes: no strings are made of the words.
extension Diagnostic {
  /// Appends the beginning of the object: code, severity and message.
  package func appendBeginning(to output: inout [UInt8]) { wording.appendBeginning(to: &output) }

  /// Appends the members after the place: pointer, type, the sample's id, the rule's place and the hint.
  package func appendWords(to output: inout [UInt8]) {
    wording.appendMiddle(to: &output)
    if id != .none {
      output.append(contentsOf: ",\"uuid\":\"".utf8)
      id.append(to: &output)
      output.append(UInt8(ascii: "\""))
    } else if let uuid = wording.words.uuid {
      output.append(contentsOf: ",\"uuid\":".utf8)
      JSONText.appendShown(uuid, to: &output)
    }
    wording.appendEnd(to: &output)
  }

  /// Appends the lookup that the hint depends on, if reports have it.
  package func appendLookup(to output: inout [UInt8]) { if showsLookup { wording.words.lookup?.append(to: &output) } }
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
  package init(path: String, line: Int = 0, column: Int = 0, byteOffset: Int64? = nil) {
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

  package init(location: SourceLocation, message: String) {
    self.location = location
    self.message = message
  }
}

/// The place of a finding in parts.
extension Diagnostic {
  /// The steps of `pointer`, from the sample to the place at fault; none for the whole sample, or without a sample.
  ///
  /// ```swift
  /// for finding in judged.findings(at: 0) where finding.path.last == "unit" {
  ///   print("correct the unit of", finding.member.map { "member \($0)" } ?? "the sample")
  /// }
  /// ```
  ///
  /// A step is the name of a field or the number of an element, without the escapes of JSON Pointer. A name that the
  /// sample made up is escaped for display, as in `pointer`.
  public var path: [String] {
    guard let pointer, pointer.first == "/" else { return [] }
    return pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(Self.plain)
  }

  /// The number of the member of a correlation that is at fault, from 0; `nil` for the correlation itself, or a sample
  /// without members.
  public var member: Int? {
    let path = path
    return path.count > 1 && path[0] == "members" ? Int(path[1]) : nil
  }

  /// The id of the sample, when it carries a valid one.
  public var sampleID: SampleID? { id == .none ? uuid.flatMap { SampleID($0) } : id }

  /// A step without escapes: `~1` stands for a slash, `~0` for a tilde.
  private static func plain(_ step: Substring) -> String {
    var plain = ""
    var isEscaped = false
    for character in step {
      if isEscaped {
        plain.append(character == "1" ? "/" : "~")
        isEscaped = false
      } else if character == "~" {
        isEscaped = true
      } else {
        plain.append(character)
      }
    }
    return plain
  }
}

/// The text around a place, cut to a width that can be read, with the place in it: lines of samples are long.
@usableFromInline package struct SourceExcerpt: Sendable, Hashable {
  /// One line of text, escaped for display, with `…` where it was cut.
  package var text: String
  /// Where the place begins, in Unicode scalars of `text`, from 0.
  package var caret: Int
  /// How many scalars of `text` the place covers, at least 1.
  package var length: Int

  /// How many scalars of text are kept around the place.
  package static let width = 96

  @usableFromInline package init(text: String, caret: Int, length: Int) {
    self.text = text
    self.caret = caret
    self.length = length
  }

  package init(around place: Range<Int>, in bytes: RawSpan, limits: Range<Int>) {
    let anchor = min(max(place.lowerBound, limits.lowerBound), limits.upperBound)
    let start = Self.boundary(from: anchor, by: -1, limit: limits.lowerBound, scalars: Self.width / 3, in: bytes)
    let room = Self.width - Self.width / 3
    let end = Self.boundary(from: anchor, by: 1, limit: limits.upperBound, scalars: room, in: bytes)
    let stop = min(max(place.upperBound, anchor), end)
    func shown(_ range: Range<Int>) -> String { TextEscaping.escaped(bytes.extracting(range), limit: Self.width * 8) }
    let isCutBefore = start > limits.lowerBound && !Self.isLineFeed(at: start - 1, in: bytes)
    let isCutBehind = end < limits.upperBound && !Self.isLineEnd(at: end, limit: limits.upperBound, in: bytes)
    let before = (isCutBefore ? "…" : "") + shown(start..<anchor)
    let marked = shown(anchor..<stop)
    text = before + marked + shown(stop..<end) + (isCutBehind ? "…" : "")
    caret = before.unicodeScalars.count
    length = max(1, marked.unicodeScalars.count)
  }

  /// Moves a number of scalars forward or back, but not past a line's end.
  ///
  /// No scalar has more than four bytes. Bytes that only go on with one, and begin none, would never be counted.
  private static func boundary(from anchor: Int, by step: Int, limit: Int, scalars: Int, in bytes: RawSpan) -> Int {
    let most = min(abs(limit - anchor), 4 * scalars)
    let farthest = anchor + step * most
    var offset = anchor
    var left = scalars
    while offset != farthest {
      let next = step > 0 ? offset : offset - 1
      let byte = bytes.unsafeLoad(fromByteOffset: next, as: UInt8.self)
      if byte == UInt8(ascii: "\n") { break }
      if step > 0, isLineEnd(at: offset, limit: limit, in: bytes) { break }
      if byte & 0xC0 != 0x80 {
        if left == 0 { break }
        left -= 1
      }
      offset += step
      // Going back, a scalar's first byte comes last; what is before it belongs to another.
      if step < 0, left == 0 { break }
    }
    return offset
  }

  private static func isLineFeed(at offset: Int, in bytes: RawSpan) -> Bool {
    bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self) == UInt8(ascii: "\n")
  }

  /// Whether a line feed, or a carriage return before one, is here.
  private static func isLineEnd(at offset: Int, limit: Int, in bytes: RawSpan) -> Bool {
    let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    if byte == UInt8(ascii: "\n") { return true }
    guard byte == UInt8(ascii: "\r") else { return false }
    return offset + 1 == limit || isLineFeed(at: offset + 1, in: bytes)
  }
}
