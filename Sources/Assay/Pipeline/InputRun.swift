import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// One input on its way through the pipeline: takes the chunks' results in input order, keeps the books, reports
/// findings, fills the quarantine and passes accepted samples on.
final class InputRun {
  let environment: RunEnvironment
  let input: ResolvedInput
  var summary: Summary
  /// Where the next chunk begins.
  private(set) var position: ReadPosition
  /// Whether the document broke off; nothing behind it counts.
  private(set) var isBroken = false
  var quarantine: Quarantine?
  /// Notes that are told once for each spelling.
  var notes = NoteLedger()
  private var ledger: TwinLedger

  init(_ environment: RunEnvironment, input: ResolvedInput) {
    self.environment = environment
    self.input = input
    summary = Summary()
    summary.files = [Summary.File(path: input.displayPath, format: input.format.rawValue)]
    if let filter = environment.filter, !filter.isIdle {
      summary.suppressed = 0
      summary.known = 0
    }
    position = ReadPosition()
    ledger = TwinLedger(registry: environment.validator.registry)
    environment.across?.begin(
      input.displayPath, filterPath: environment.filterPath,
      severities: environment.validator.options.severities)
  }

  var validator: Validator { environment.validator }
  var syntax: RawSyntax { input.format.syntax }

  /// Finds the members that were read before as records of their own.
  func findTwins(in result: inout ChunkResult) { result.twins = ledger.twins(in: result.batch) }

  /// Goes on where an interrupted run stood.
  func resume(at position: ReadPosition, with summary: Summary) {
    self.position = position
    self.summary = summary
    self.summary.resumedAt = position.byteOffset
  }

  /// Takes up a chunk: findings, refused records, counts.
  ///
  /// Samples are passed on by the caller before `finish`.
  func take(_ result: ChunkResult) throws {
    let bytes = result.chunk.bytes.span.bytes
    var renderer = renderer(of: result.chunk)
    var order = Array(result.findings.indices)
    var refused = result.refused
    if !result.isInOrder {
      let findings = result.findings
      order.sort { (findings[$0].record.start, $0) < (findings[$1].record.start, $1) }
      refused.sort { $0.span.start < $1.span.start }
    }
    // What several samples say together is told behind the record that led to it, wherever chunks end.
    var across = (environment.across?.take(result, at: position) ?? [])[...]
    for index in order {
      let start = result.chunk.offset + Int64(result.findings[index].record.start)
      while let first = across.first, first.cause < start {
        try report(first, in: result.chunk)
        across.removeFirst()
      }
      try report(result.findings[index], &renderer, bytes)
    }
    for finding in across { try report(finding, in: result.chunk) }
    if let quarantine {
      for record in refused { try add(record, of: result, to: quarantine) }
    }
    if let quarantine {
      for element in result.unsupported { try add(element, of: result, to: quarantine) }
    }
    count(result)
    environment.calendar?(result.calendar)
    for row in result.twins { discountTwin(type: result.batch.type[row]) }
    if result.isIncomplete { summary.isIncomplete = true }
    if result.isBroken {
      isBroken = true
      summary.isIncomplete = true
    }
  }

  /// Moves the position behind a chunk.
  func advance(over result: ChunkResult) {
    if result.extent.lineFeeds > 0 { position.column = 1 }
    position.line += result.extent.lineFeeds
    position.column += result.extent.columns
    position.byteOffset = result.chunk.offset + Int64(result.chunk.contentCount) + result.chunk.skipped
  }

  /// Marks the input as not read to its end.
  func markIncomplete() { summary.isIncomplete = true }

  /// Moves samples that the store did not take from the accepted ones.
  func count(duplicates: Int, conflicts: Int) {
    summary.duplicates = (summary.duplicates ?? 0) + duplicates
    summary.conflicts = (summary.conflicts ?? 0) + conflicts
    summary.accepted -= duplicates + conflicts
    summary.files[0].accepted -= duplicates + conflicts
  }

  private func discountTwin(type: Int32) {
    summary.read -= 1
    summary.accepted -= 1
    summary.files[0].read -= 1
    summary.files[0].accepted -= 1
    guard type >= 0 else { return }
    let id = validator.registry.types[Int(type)].id
    summary.byType[id, default: Summary.TypeCounts()].read -= 1
    summary.byType[id, default: Summary.TypeCounts()].accepted -= 1
  }

  /// Takes one sample of a type from the accepted ones, since the store had it or refused it.
  func discount(type: Int32) {
    guard type >= 0 else { return }
    summary.byType[validator.registry.types[Int(type)].id, default: Summary.TypeCounts()].accepted -= 1
  }

  private func add(_ record: RefusedRecord, of result: ChunkResult, to quarantine: Quarantine) throws {
    let bytes = result.chunk.bytes.span.bytes
    var renderer = renderer(of: result.chunk)
    let diagnostics = record.findings.map { renderer.diagnostic(result.findings[$0], in: bytes, syntax: syntax) }
    let location = renderer.location(of: Int(record.span.start), record: Int(record.span.start), in: bytes)
    try quarantine.add(
      Array(result.chunk.bytes[record.span.indices]), reason: record.isConflict ? .conflict : .refused, at: location,
      format: input.format.rawValue, origin: input.origin, diagnostics: diagnostics)
  }

  private func add(_ element: UnsupportedElement, of result: ChunkResult, to quarantine: Quarantine) throws {
    let bytes = result.chunk.bytes.span.bytes
    var renderer = renderer(of: result.chunk)
    let location = renderer.location(of: Int(element.span.start), record: Int(element.span.start), in: bytes)
    try quarantine.add(
      Array(result.chunk.bytes[element.span.indices]), reason: .unsupported, at: location,
      format: input.format.rawValue, origin: input.origin,
      parent: element.parent.map { result.batch.id[$0] }, diagnostics: [])
  }

  /// Counts by the names of elements, of which only known ones may be shown when nothing of the input is.
  private func shown(_ counts: [String: Int]) -> [String: Int] {
    guard environment.redacts else { return counts }
    var result: [String: Int] = [:]
    for (name, count) in counts {
      result[AppleHealthFormat.elementNames.contains(name) ? name : "other", default: 0] += count
    }
    return result
  }

  private func count(_ result: ChunkResult) {
    summary.records += result.records
    summary.read += result.total.read
    summary.accepted += result.total.accepted
    summary.refused += result.total.refused
    summary.files[0].read += result.total.read
    summary.files[0].accepted += result.total.accepted
    summary.files[0].refused += result.total.refused
    summary.elements.merge(shown(result.elements), uniquingKeysWith: +)
    summary.unsupported.merge(shown(result.unsupportedCounts), uniquingKeysWith: +)
    for (index, tally) in result.byType.enumerated() where tally.read > 0 {
      let id = validator.registry.types[index].id
      summary.byType[id, default: Summary.TypeCounts()].read += tally.read
      summary.byType[id, default: Summary.TypeCounts()].accepted += tally.accepted
      summary.byType[id, default: Summary.TypeCounts()].refused += tally.refused
    }
  }
}
