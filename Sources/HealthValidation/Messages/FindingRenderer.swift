public import HealthModel
import HealthUnits

/// Makes diagnostics of compact findings: words, pointers, lines and columns.
///
/// Runs only for what is shown or kept.
@usableFromInline package struct FindingRenderer {
  private let tables: MessageTables
  /// The name of the zone that times without an offset are read in.
  private let zone: String?
  private let path: String
  private let chunkOffset: Int64
  /// The line and column where `cursor` is; findings come in input order, so it only moves forward.
  private var line: Int
  private var column: Int
  private var cursor = 0
  /// The place that was found last, at or after `cursor`: a record with many findings is not measured again for each.
  private var latest: (offset: Int, line: Int, column: Int)
  /// How many bytes were measured so far.
  package private(set) var measuredBytes = 0
  /// The hints and the words that the input's findings had so far; the renderers of its chunks share them.
  package var hints = HintBudget()
  /// Whether diagnostics get the text around their place.
  package var makesExcerpts = false
  /// Whether diagnostics get what baselines and fingerprints know them by.
  package var makesClasses = true
  /// Whether nothing that is in the input is shown: no values, names, dates or ids.
  package var redacts = false
  /// How many bytes of the chunk are the input's; `nil` means all.
  package var contentCount: Int?
  /// How the input writes times, if its layout says so.
  package var dateFormat: String?
  /// The names in a table's header, for suggestions when it lacks one.
  package var columnNames: [String] = []
  /// Whether the input is of a published form, whose layout no configuration changes.
  package var isPublished = false
  /// Whether the input's layout says where records have their time zone.
  package var hasZones = false
  /// Whether lines are counted from the first line of a range of the input.
  package var countsFromRange = false
  /// Whether findings say which lookup their hint depends on, as `HintBudget.tracksLookups` keeps it.
  package var showsLookups = false
  /// Whether remedies name options of the command; without, they say what a program does.
  package var namesOptions = true
  /// Where a field that a record lacks would be: the empty cell of a table's row.
  @usableFromInline package var emptyPlace: (SampleField, Range<Int>) -> Range<Int>? = { _, _ in nil }
  /// The JSON Pointer (RFC 6901) of the record that begins at a place of the chunk, if the input is a document that its
  /// records are parts of.
  package var recordPointer: ((Int) -> [UInt8]?)?
  /// The path in a record of that document to a field that the record lacks.
  @usableFromInline package var missingPath: (SampleField) -> String? = { _ in nil }
  /// The place in the input of what was rewritten after it; `nil` for what the input does not have.
  @usableFromInline package var contentOffset: (Int) -> Int? = { $0 }

  package var originalPlace: ((_ offset: Int, _ path: String) -> SourceLocation)?

  /// The place in a record of what a text stands for that is added after the input; `nil` for what records do not have.
  @usableFromInline package var cellPlace: (Int, Range<Int>) -> Range<Int>? = { _, _ in nil }

  package init(validator: Validator, path: String, chunkStart position: ReadPosition) {
    tables = validator.messages
    zone = validator.options.timeZone?.identifier
    self.path = path
    chunkOffset = position.byteOffset
    line = position.line
    column = position.column
    latest = (0, line, column)
  }

  /// The place of an offset of the chunk; offsets before an earlier record are found from the chunk's start.
  package mutating func location(of offset: Int, record: Int, in bytes: RawSpan) -> SourceLocation {
    if let originalPlace { return originalPlace(record, path) }
    if record > cursor {
      if latest.offset > record { latest = (cursor, line, column) }
      measuredBytes += record - latest.offset
      (line, column) = Self.advance(latest.line, latest.column, over: latest.offset..<record, in: bytes)
      (cursor, latest) = (record, (record, line, column))
    }
    if latest.offset > offset { latest = (cursor, line, column) }
    if latest.offset < offset {
      measuredBytes += offset - latest.offset
      let place = Self.advance(latest.line, latest.column, over: latest.offset..<offset, in: bytes)
      latest = (offset, place.line, place.column)
    }
    var location = SourceLocation(
      path: path, line: latest.line, column: latest.column, byteOffset: chunkOffset + Int64(offset))
    location.isLineOfRange = countsFromRange
    return location
  }

  /// The line and column after a range of bytes: lines by line feed, columns by Unicode scalar.
  static func advance(
    _ line: Int, _ column: Int, over range: Range<Int>, in bytes: RawSpan
  ) -> (line: Int, column: Int) {
    let extent = TextExtent(of: range, in: bytes)
    return extent.lineFeeds == 0 ? (line, column + extent.columns) : (line + extent.lineFeeds, 1 + extent.columns)
  }

  /// The diagnostic of a finding; the text around its place is not looked for if the caller asks for it later.
  package mutating func diagnostic(
    _ finding: Finding, in bytes: RawSpan, syntax: RawSyntax, withExcerpt: Bool = true
  ) -> Diagnostic {
    var diagnostic = inRecord(finding, in: bytes, syntax: syntax)
    if recordPointer != nil, !redacts {
      diagnostic.pointer = documentPointer(of: finding.bounded(by: bytes.byteCount), in: bytes)
    }
    if withExcerpt, let excerpt = excerpt(of: finding, in: bytes) { diagnostic.excerpt = excerpt }
    return diagnostic
  }

  /// The text around a finding's place; `nil` if none is requested.
  package func excerpt(of finding: Finding, in bytes: RawSpan) -> SourceExcerpt? {
    guard makesExcerpts, !redacts, originalPlace == nil else { return nil }
    let limits = 0..<min(contentCount ?? bytes.byteCount, bytes.byteCount)
    return SourceExcerpt(around: place(of: finding.bounded(by: bytes.byteCount)), in: bytes, limits: limits)
  }

  /// The JSON Pointer of a finding from the beginning of the document that its record is a part of.
  private func documentPointer(of finding: Finding, in bytes: RawSpan) -> String {
    let record = Int(finding.record.start)
    guard let start = recordPointer?(record) else { return "" }
    let pointer = TextEscaping.escaped(utf8: start, limit: 1000)
    if Self.isAbout(missing: finding.code), finding.member < 0, let path = finding.field.flatMap(missingPath) {
      return pointer + TextEscaping.escaped(path, limit: 1000)
    }
    let place = place(of: finding).lowerBound
    return place > record ? pointer + PointerPath.pointer(to: place, from: record, in: bytes) : pointer
  }

  private mutating func inRecord(_ finding: Finding, in bytes: RawSpan, syntax: RawSyntax) -> Diagnostic {
    guard finding.isInside(bytes.byteCount) else {
      return inRecord(finding.bounded(by: bytes.byteCount), in: bytes, syntax: syntax)
    }
    let place = place(of: finding)
    let location = location(of: place.lowerBound, record: Int(finding.record.start), in: bytes)
    var diagnostic = Diagnostic(
      wording(of: finding, in: bytes, syntax), at: location, id: redacts ? .none : finding.uuid)
    diagnostic.showsLookup = showsLookups && isContent(finding, of: bytes)
    return diagnostic
  }

  private func wording(of finding: Finding, in bytes: RawSpan, _ syntax: RawSyntax) -> Wording {
    // A text that the layout adds to every row is worded unlike a cell with the same text.
    guard isContent(finding, of: bytes),
      let key = WordingKey(finding, in: bytes, syntax, redacts: redacts, makesClasses: makesClasses)
    else { return makeWording(of: finding, in: bytes, syntax) }
    switch hints.wordings.answer(for: key) {
    case .known(let wording): return wording
    case .new: return makeWording(of: finding, in: bytes, syntax)
    case .again:
      let wording = makeWording(of: finding, in: bytes, syntax, isKept: true)
      hints.wordings.keep(wording, for: key)
      return wording
    }
  }

  /// Whether a finding is about the input's own text.
  private func isContent(_ finding: Finding, of bytes: RawSpan) -> Bool {
    Int(finding.span.start) < contentCount ?? bytes.byteCount
  }

  private func makeWording(
    of finding: Finding, in bytes: RawSpan, _ syntax: RawSyntax, isKept: Bool = false
  ) -> Wording {
    let context = messageContext(of: finding, hints, in: bytes, syntax)
    let words = FindingMessage.of(context)
    var lookup = hints.takeLookup()
    if lookup?.state == .found {
      lookup?.otherwise = FindingMessage.of(messageContext(of: finding, HintBudget(size: 0), in: bytes, syntax)).hint
    }
    return Wording(
      finding.code, finding.severity, message: words.message, hint: words.hint, pointer: context.pointer,
      type: context.typeName, rule: words.rule.flatMap { context.mark(of: $0) },
      classes: makesClasses ? (FindingClass.field(of: context), FindingClass.evidence(of: context)) : nil,
      lookup: lookup, isKept: isKept)
  }

  private func messageContext(
    of finding: Finding, _ hints: HintBudget, in bytes: RawSpan, _ syntax: RawSyntax
  ) -> MessageContext {
    var context = MessageContext(finding, tables, hints, zone: zone, syntax, bytes, redacts: redacts)
    // Only cells are read by the format, not what the layout gives to every row.
    if isContent(finding, of: bytes) || contentOffset(Int(finding.span.start)) != nil {
      context.dateFormat = dateFormat
      context.isCell = !isPublished && (syntax == .csv || syntax == .foreignJSON)
    }
    context.isPublished = isPublished
    (context.columnNames, context.hasZones) = (columnNames, hasZones)
    context.namesOptions = namesOptions
    return context
  }

  package func classes(of finding: Finding, in bytes: RawSpan, syntax: RawSyntax) -> FindingClass {
    let finding = finding.bounded(by: bytes.byteCount)
    let context = MessageContext(finding, tables, hints, zone: zone, syntax, bytes)
    return FindingClass(
      field: FindingClass.field(of: context), evidence: FindingClass.evidence(of: context),
      source: MessageContext.source(of: finding, syntax, bytes))
  }

  package func classes(
    of diagnostic: Diagnostic, _ finding: Finding, in bytes: RawSpan, syntax: RawSyntax
  ) -> FindingClass {
    guard let field = diagnostic.field, let evidence = diagnostic.evidence else {
      return classes(of: finding, in: bytes, syntax: syntax)
    }
    return FindingClass(
      field: field, evidence: evidence,
      source: MessageContext.source(of: finding.bounded(by: bytes.byteCount), syntax, bytes))
  }

  private static func isAbout(missing code: DiagnosticCode) -> Bool {
    code == .fieldMissing || code == .unitMissing || code == .subjectMissing
  }

  /// Where the finding is in the input: a text that was rewritten has the place of what was written.
  private func place(of finding: Finding) -> Range<Int> {
    let span = finding.span.indices
    if let field = finding.field, finding.member < 0, Self.isAbout(missing: finding.code),
      let cell = emptyPlace(field, finding.record.indices)
    {
      return cell
    }
    guard let contentCount, span.lowerBound >= contentCount else { return span }
    if let cell = cellPlace(span.lowerBound, finding.record.indices) { return cell }
    let start = contentOffset(span.lowerBound) ?? Int(finding.record.start)
    return start..<start + 1
  }
}
