import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// One input on its way through the pipeline: takes the chunks' results in input order, keeps the counts, reports
/// findings, fills the quarantine and passes accepted samples on.
final class InputRun {
  let environment: RunEnvironment
  let input: ResolvedInput
  var summary: Summary
  /// Where the next chunk begins.
  private(set) var position: ReadPosition
  /// Whether the document broke off; nothing after it counts.
  private(set) var isBroken = false
  var quarantine: Quarantine?
  /// Whose the samples that were settled are.
  var subject = InputSubject.none
  /// Notes that are reported once for each spelling.
  var notes: NoteLedger
  /// The hints and the words that the input's findings had so far.
  let hints = HintBudget()
  private var ledger: RepeatedMembers
  /// The files beside an export's main file that its elements name.
  var named = NamedFiles()
  /// Where the main file ends, once this run has read it.
  private(set) var mainFileEnd: Int64?
  /// Which paths of foreign JSON led to something.
  var paths: RecordPathUse?
  /// Whether some row so far had each of the samples of a table's mapping.
  private(set) var usedSamples: [Bool] = []
  /// Whether findings may be suppressed or known.
  let isFiltered: Bool
  /// What thresholds with a scope count of this input; `nil` if there are none.
  let thresholds: InputThresholds?

  init(_ environment: RunEnvironment, input: ResolvedInput) {
    self.environment = environment
    self.input = input
    notes = NoteLedger(ofRange: input.range != nil)
    isFiltered = environment.filter.map { !$0.isIdle } ?? false
    thresholds = InputThresholds(environment, input)
    summary = Summary()
    summary.scoped = thresholds?.plan.zero
    summary.files = [Summary.File(path: input.displayPath, format: input.format.rawValue)]
    if isFiltered {
      summary.suppressed = 0
      summary.known = 0
    }
    position = ReadPosition()
    ledger = RepeatedMembers(registry: environment.validator.registry)
    hints.tracksLookups = input.range != nil && !environment.redacts
    environment.across?.begin(
      input.displayPath, filterPath: environment.filterPath,
      severities: environment.validator.options.severities)
  }

  var validator: Validator { environment.validator }
  var syntax: RawSyntax { input.syntax }

  /// Finds the members that were already read as separate records.
  func findRepeats(in result: inout ChunkResult) { result.repeats = ledger.repeats(in: result.batch) }

  /// Begins where the first line of the input's range is.
  func begin(at offset: Int64) { position = ReadPosition(byteOffset: offset) }

  /// Goes on where an interrupted run was.
  func resume(at position: ReadPosition, with summary: Summary) {
    self.position = position
    self.summary = summary
    self.summary.resumedAt = position.byteOffset
    for text in thresholds?.plan.uncounted(in: summary.scoped) ?? [] {
      environment.note("the threshold `\(text)` counts from where the import goes on: it was not counted before")
    }
    self.summary.scoped = thresholds?.plan.counts(resuming: summary.scoped)
  }

  /// Whether a run before this one read the beginning of the input.
  var isResumed: Bool { summary.resumedAt != nil }

  /// Merges a chunk: findings, refused records, counts.
  ///
  /// Samples are passed on by the caller before `finish`.
  func take(_ result: ChunkResult) throws {
    if result.chunk.file != nil {
      position.line = 1
      position.column = 1
    }
    for name in named.take(result) { summary.count(unsupported: [environment.shown(elementName: name): 1]) }
    let bytes = result.chunk.bytes.span.bytes
    var counted = FindingCount()
    defer { counted.move(to: &summary, environment.reporter, thresholds) }
    var renderer = renderer(of: result.chunk)
    renderer.showsLookups = hints.tracksLookups
    var order = Array(result.findings.indices)
    var refused = result.refused
    if !result.isInOrder {
      let findings = result.findings
      order.sort { (findings[$0].record.start, $0) < (findings[$1].record.start, $1) }
      refused.sort { $0.span.start < $1.span.start }
    }
    // Findings about several samples are reported after the record that led to it, wherever chunks end.
    var across = (environment.across?.take(result, at: position) ?? [])[...]
    for index in order {
      let start = result.chunk.offset + Int64(result.findings[index].record.start)
      while !across.isEmpty, let first = across.first, first.cause < start {
        try report(first, in: result.chunk)
        across.removeFirst()
      }
      try report(index, of: result, &renderer, bytes, &counted)
    }
    for finding in across { try report(finding, in: result.chunk) }
    for rules in environment.rules {
      rules.take(
        result, written: environment.ruleLineTypes, at: position,
        path: result.chunk.file?.file.displayPath ?? input.displayPath)
    }
    if let quarantine {
      // Each kind comes in input order: places are found going forward, once through the chunk.
      var places = self.renderer(of: result.chunk)
      for record in refused { try add(record, of: result, &places, to: quarantine) }
      if !result.unsupported.isEmpty { places = self.renderer(of: result.chunk) }
      for element in result.unsupported { try add(element, of: result, &places, to: quarantine) }
    }
    count(result)
    if let used = result.paths { if paths == nil { paths = used } else { paths?.add(used) } }
    environment.calendar?(result.calendar)
    if result.isIncomplete { summary.markIncomplete(.damaged) }
    if result.isBroken {
      isBroken = true
      summary.markIncomplete(result.hasHeaderFault ? .header : .damaged)
    }
  }

  /// Where the records of a chunk begin, before `advance`.
  func place(of result: borrowing ChunkResult) -> TracedPlace {
    if let file = result.chunk.file {
      return TracedPlace(path: file.file.displayPath, position: ReadPosition(), isLineOfRange: false)
    }
    return TracedPlace(
      path: input.displayPath, position: position, isLineOfRange: input.range.map { $0.start > 0 } ?? false)
  }

  /// Moves the position after a chunk.
  func advance(over result: ChunkResult) {
    if result.extent.lineFeeds > 0 { position.column = 1 }
    position.line += result.extent.lineFeeds
    position.column += result.extent.columns
    position.byteOffset = result.chunk.offset + Int64(result.chunk.contentCount) + result.chunk.skipped
    if result.chunk.file == nil { mainFileEnd = position.byteOffset }
  }

  /// Says that a store decides what is a duplicate and what conflicts.
  func beginCounts() {
    summary.duplicates = summary.duplicates ?? 0
    summary.conflicts = summary.conflicts ?? 0
  }

  /// Moves samples that the store did not take from the accepted ones.
  func count(_ outcome: BatchOutcome, of result: ChunkResult) {
    summary.add(outcome, of: result.batch, validator.registry)
    thresholds?.addRefused(outcome.refused, of: result, to: &summary)
  }

  /// Counts by the names of elements, of which only known ones may be shown when nothing of the input is.
  private func shown(_ counts: [String: Int]) -> [String: Int] {
    guard environment.redacts else { return counts }
    var result: [String: Int] = [:]
    for (name, count) in counts { result[environment.shown(elementName: name), default: 0] += count }
    return result
  }

  private func count(_ result: ChunkResult) {
    for (index, isUsed) in result.usedSamples.enumerated() {
      if index == usedSamples.count { usedSamples.append(isUsed) } else if isUsed { usedSamples[index] = true }
    }
    summary.add(result, validator.registry)
    summary.discount(repeats: result.repeats, of: result.batch, validator.registry)
    thresholds?.add(result, to: &summary)
    summary.count(passedOver: result.passedOver)
    summary.count(elements: shown(result.elements))
    summary.count(unsupported: shown(result.unsupportedCounts))
  }
}
