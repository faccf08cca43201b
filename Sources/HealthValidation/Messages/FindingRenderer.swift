public import HealthModel
import HealthUnits

/// Makes diagnostics of compact findings: words, pointers, lines and columns.
///
/// Runs only for what is shown or kept.
public struct FindingRenderer {
  private let tables: MessageTables
  let options: ValidationOptions
  private let path: String
  private let chunkOffset: Int64
  /// The line and column where `cursor` stands; findings come in input order, so it only moves forward.
  private var line: Int
  private var column: Int
  private var cursor = 0
  /// Whether diagnostics get the text around their place.
  public var makesExcerpts = false
  /// Whether diagnostics get what baselines and fingerprints know them by.
  public var makesClasses = true
  /// Whether nothing that stands in the input is shown: no values, names, dates or ids.
  public var redacts = false
  /// How many bytes of the chunk are the input's; `nil` means all.
  public var contentCount: Int?
  /// How the input writes times, if its layout says so.
  public var dateFormat: String?
  /// Where a field that a record lacks would stand: the empty cell of a table's row.
  public var emptyPlace: (SampleField, Range<Int>) -> Range<Int>? = { _, _ in nil }
  /// The place in the input of what was rewritten behind it; `nil` for what the input does not have.
  public var contentOffset: (Int) -> Int? = { $0 }

  /// - Parameters:
  ///   - validator: the rules the findings are of.
  ///   - path: the input's path as it is shown.
  ///   - position: the line, column and offset of the chunk's first byte.
  public init(validator: Validator, path: String, chunkStart position: ReadPosition) {
    tables = validator.messages
    options = validator.options
    self.path = path
    chunkOffset = position.byteOffset
    line = position.line
    column = position.column
  }

  /// The place of an offset of the chunk; offsets before an earlier record are found from the chunk's start.
  public mutating func location(of offset: Int, record: Int, in bytes: RawSpan) -> SourceLocation {
    if record > cursor {
      (line, column) = Self.advance(line, column, over: cursor..<record, in: bytes)
      cursor = record
    }
    let place = Self.advance(line, column, over: min(cursor, offset)..<offset, in: bytes)
    return SourceLocation(
      path: path, line: place.line, column: place.column, byteOffset: chunkOffset + Int64(offset))
  }

  /// The line and column behind a range of bytes: lines by line feed, columns by Unicode scalar.
  static func advance(
    _ line: Int, _ column: Int, over range: Range<Int>, in bytes: RawSpan
  ) -> (line: Int, column: Int) {
    let extent = TextExtent(of: range, in: bytes)
    return extent.lineFeeds == 0
      ? (line, column + extent.columns) : (line + extent.lineFeeds, 1 + extent.columns)
  }

  /// The finding with its words.
  public mutating func diagnostic(_ finding: Finding, in bytes: RawSpan, syntax: RawSyntax) -> Diagnostic {
    let finding = finding.bounded(by: bytes.byteCount)
    let wording = wording(of: finding, in: bytes, syntax)
    let place = place(of: finding)
    var diagnostic = Diagnostic(
      code: finding.code, severity: finding.severity, message: wording.message,
      location: location(of: place.lowerBound, record: Int(finding.record.start), in: bytes),
      pointer: wording.pointer, type: wording.type,
      uuid: finding.uuid == .none || redacts ? nil : finding.uuid.description,
      ruleLocation: wording.rule, hint: wording.hint)
    if let classes = wording.classes {
      diagnostic.field = classes.field
      diagnostic.evidence = classes.evidence
    }
    if makesExcerpts, !redacts {
      let limits = 0..<min(contentCount ?? bytes.byteCount, bytes.byteCount)
      diagnostic.excerpt = SourceExcerpt(around: place, in: bytes, limits: limits)
    }
    return diagnostic
  }

  /// The words for a finding: those that were made before, when it differs in place and id alone.
  private func wording(of finding: Finding, in bytes: RawSpan, _ syntax: RawSyntax) -> Wording {
    // What the layout gives to every row is worded unlike a cell with the same text.
    guard isContent(finding, of: bytes),
      let key = WordingKey(finding, in: bytes, syntax, redacts: redacts, makesClasses: makesClasses)
    else { return makeWording(of: finding, in: bytes, syntax) }
    switch tables.wording(for: key) {
    case .known(let wording): return wording
    case .new: return makeWording(of: finding, in: bytes, syntax)
    case .again:
      let wording = makeWording(of: finding, in: bytes, syntax)
      tables.keep(wording, for: key)
      return wording
    }
  }

  /// Whether a finding is about the input's own text.
  private func isContent(_ finding: Finding, of bytes: RawSpan) -> Bool {
    Int(finding.span.start) < contentCount ?? bytes.byteCount
  }

  private func makeWording(of finding: Finding, in bytes: RawSpan, _ syntax: RawSyntax) -> Wording {
    var context = MessageContext(finding, tables, options, syntax, bytes, redacts: redacts)
    // Only cells are read by the format, not what the layout gives to every row.
    if isContent(finding, of: bytes) {
      context.dateFormat = dateFormat
      context.isCell = syntax == .csv
    }
    return Wording(context, makesClasses: makesClasses)
  }

  /// What the finding is in classes, for baselines and suppressions.
  public func classes(of finding: Finding, in bytes: RawSpan, syntax: RawSyntax) -> FindingClass {
    FindingClass(MessageContext(finding.bounded(by: bytes.byteCount), tables, options, syntax, bytes))
  }

  /// Whether a code says that a field is not there.
  private static func isAbout(missing code: DiagnosticCode) -> Bool {
    code == .fieldMissing || code == .unitMissing || code == .subjectMissing
  }

  /// Where the finding stands in the input: a text that was rewritten has the place of what was written.
  private func place(of finding: Finding) -> Range<Int> {
    let span = finding.span.indices
    if let field = finding.field, finding.member < 0, Self.isAbout(missing: finding.code),
      let cell = emptyPlace(field, finding.record.indices)
    {
      return cell
    }
    guard let contentCount, span.lowerBound >= contentCount else { return span }
    let start = contentOffset(span.lowerBound) ?? Int(finding.record.start)
    return start..<start + 1
  }
}

/// The sentence for a finding, what to do, and the key of the definition that set the rule.
struct FindingWords {
  var message: String
  var hint: String?
  var rule: String?

  init(_ message: String, hint: String? = nil, rule: String? = nil) {
    self.message = message
    self.hint = hint
    self.rule = rule
  }
}
