import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import HealthValidation

/// Replays a quarantine file, in order: what passes now is stored, what still fails is kept with fresh reasons.
///
/// The store commits before the file is replaced, so that a run that is interrupted loses nothing: the next one meets
/// what was stored as duplicates.
///
/// Records are judged one by one and stored together, so that one call to the store covers many.
final class QuarantineReplay {
  /// The records that wait for the store's answer, or for a record that does.
  private enum Item {
    case judged(JudgedRecord, rows: Range<Int>)
    /// Lines that stay as they are, with the reason if it should be reported.
    case kept([UInt8], Diagnostic?)
  }

  private let engine: CheckEngine
  private var store: (any StorageBackend)? { engine.store }
  private let validator: Validator
  private var transaction: WriteTransaction?
  private let withdrawn: WithdrawnSubjects
  /// The most samples of a commit; 0 when nothing is stored.
  private let commitSize: Int
  private let rest: ByteOutput?
  private let path: String
  private let elements: ExportElements
  private let forms: PublishedFormats
  /// Without types: whose a record is does not depend on them.
  private let formsOfOwners: PublishedFormats
  private var lines = DiagnosticLines()
  private var summary = Summary()
  private var notes = NoteCounter()
  private let hints = HintBudget()
  private var workers: [QuarantineSource: ReplayWorker] = [:]
  private var items: [Item] = []
  private var batch = SampleBatch()
  private var weight = 0
  private var pending = 0

  private static let maximumWorkers = 64

  private init(_ path: String, _ engine: CheckEngine, rest: ByteOutput?) async throws {
    self.path = path
    self.engine = engine
    self.rest = rest
    validator = Validator(registry: engine.registry, options: try engine.request.judging.options(normalizes: true))
    elements = ExportElements(engine.registry)
    forms = PublishedFormats(engine.request.formats, engine.registry)
    formsOfOwners = PublishedFormats(engine.request.formats, nil)
    commitSize = engine.store.map(engine.commitSize) ?? 0
    summary.files = [Summary.File(path: path, format: "quarantine")]
    if engine.store != nil { (summary.duplicates, summary.conflicts) = (0, 0) }
    withdrawn = try await engine.withdrawn()
    transaction = try await engine.store?.begin()
  }

  /// Replays a file to its end.
  ///
  /// Elements without a type stay as they are and are counted. What still fails goes into the file `rest`; without one
  /// into the file itself, if there is a store.
  ///
  /// - Returns: the run's numbers; what is left counts as refused or conflicting.
  static func replay(
    _ path: String, rest: String?, _ engine: CheckEngine, _ progress: ((Int64, Int) -> Void)?
  ) async throws -> Summary {
    let target = rest ?? (engine.store == nil ? nil : path)
    let file = try target.map { target throws(OutputError) in try PendingFile(target, mode: 0o600) }
    let replay = try await QuarantineReplay(path, engine, rest: file?.output)
    let isReplaced = target.map { PathText.resolved($0) == PathText.resolved(path) } ?? false
    // An import that goes on adds nothing to the file of earlier records.
    let isUnderway = isReplaced && !EarlierRecords.holds(path)
    var lock: QuarantineLock?
    defer { lock?.release() }
    let mark: FileMark
    do {
      if isReplaced {
        lock = try await QuarantineLock.acquire(
          QuarantineLock.path(for: PathText.resolved(path)), waitMilliseconds: engine.request.waitMilliseconds,
          interruption: engine.request.interruption)
      }
      mark = FileMark(path)
      var reader = try QuarantineReader(path: path, engine.request.formats)
      let imports = isUnderway ? try await engine.store?.imports() ?? [] : []
      let unfinished = Set(imports.filter { !$0.isFinished }.map(\.path))
      while let item = try reader.next() {
        if case .record(let record) = item, unfinished.contains(record.location.path) {
          throw Failure.unfinishedImport(record.location.path)
        }
        try replay.add(item)
        if replay.isFull {
          try await replay.settle()
          try await engine.handOn([.progress(path, bytes: reader.offset, replay.summary.read)])
        }
        progress?(reader.offset, replay.summary.refused)
        if let signal = engine.request.interruption() {
          try await replay.commit()
          engine.partial = replay.summary
          throw Failure.stopped(by: signal)
        }
      }
      try await replay.settle()
      try await replay.commit()
    } catch {
      await replay.end()
      file?.discard()
      throw error
    }
    await replay.end()
    if isReplaced, FileMark(path) != mark {
      file?.discard()
      throw InputError.unreadable(
        path: path, reason: "it changed while it was replayed; what passed is stored, run the same command again")
    }
    try file?.finish()
    try engine.report(replay.notes, into: &replay.summary)
    try await engine.handOn()
    return replay.summary
  }

  /// Whether enough records are waiting to write them to the store.
  ///
  /// Each record has its own result, with counts for every type: six kilobytes.
  private var isFull: Bool { batch.count >= 4096 || items.count >= 512 || weight >= 4 << 20 }

  func add(_ item: QuarantineReader.Item) throws {
    switch item {
    case .rest(let bytes): keep(bytes)
    case .faulty(let bytes, let line, let fault): keep(bytes, diagnostic(fault, line: line))
    case .record(let record) where record.reason == .unsupported && !record.canHaveType(elements):
      count(unsupported: record.elementName)
      keep(record.text)
    case .record(let record) where record.isFragment: keep(record.text, diagnostic(fragment: record))
    case .record(let record):
      do throws(Failure) {
        try judge(record)
      } catch {
        keep(record.text, diagnostic(error, line: record.lines[0].position.line))
      }
    }
  }

  private func keep(_ bytes: [UInt8], _ diagnostic: Diagnostic? = nil) {
    weight += bytes.count
    items.append(.kept(bytes, diagnostic))
  }

  private func judge(_ record: RefusedRecord) throws(Failure) {
    var (reading, isCorrection) = record.reading(by: forms)
    if !isCorrection, reading.table == nil, let published = record.context.published {
      throw Failure.usage("this version does not read records of the form \(TextEscaping.escaped(published.form))")
    }
    let isRelaid = isCorrection ? false : try relay(&reading, of: record)
    guard let (chunk, start) = reading.chunk else {
      throw Failure.usage("the row's table header is not kept with it; import the table again")
    }
    var source = record.source
    if isCorrection, let subject = record.subjectOfOriginal(by: formsOfOwners) { source.subject = subject }
    // The record of a participant who withdrew leaves the file.
    if let subject = source.subject, withdrawn.day(of: subject) != nil { return summary.count(withdrawn: 1) }
    let judge = workers[source] ?? makeWorker(for: source)
    let result = judge.worker.judge(chunk, format: reading.format, stopsAtLimit: false)
    workers[source] = judge
    guard result.records > 0 else {
      throw Failure.usage(isRelaid ? "assay.yaml passes over the record now; remove the line" : "the record is empty")
    }
    let first = batch.count
    for row in 0..<result.batch.count {
      let parent = result.batch.correlation[row]
      batch.append(row, of: result.batch, correlation: parent < 0 ? -1 : parent + Int32(truncatingIfNeeded: first))
    }
    weight += record.bytes.count
    items.append(
      .judged(
        JudgedRecord(
          record: record, result: result, validator: judge.validator,
          path: isCorrection ? path : record.location.path, start: start, syntax: reading.syntax),
        rows: first..<batch.count))
  }

  /// Gives a record the layout that its input has now.
  ///
  /// - Returns: whether it is another one than the record was kept with.
  private func relay(_ reading: inout QuarantinedRecord, of record: RefusedRecord) throws(Failure) -> Bool {
    let rest = "; import the input again, or replay the record as it was imported with --no-config"
    guard record.context.published == nil, let table = reading.table, let layout = layout(of: record.source),
      layout != table.layout
    else { return false }
    let relaid: TableContext?
    do {
      relaid = try table.relaid(by: layout)
    } catch {
      throw Failure.usage("\(error)" + rest)
    }
    guard let relaid, relaid != table else { return false }
    guard relaid.layout.givesSubject || !table.layout.givesSubject || options(record.source).subject != nil else {
      throw Failure.usage("assay.yaml no longer says whose the record is, as it did when it was imported" + rest)
    }
    reading.table = relaid
    return true
  }

  /// How an input is read now; `nil` as the run that kept its records read it.
  private func layout(of source: QuarantineSource) -> TableLayout? {
    JudgingSettings.layout(for: source, in: engine.request.project, engine.request.profiles)
  }

  private func options(_ source: QuarantineSource) -> ValidationOptions {
    engine.request.judging.options(validator.options, for: source, in: engine.request.project)
  }

  /// A worker for the records of an input; it is kept for those that follow.
  private func makeWorker(for source: QuarantineSource) -> ReplayWorker {
    if workers.count >= Self.maximumWorkers { workers.removeAll() }
    var options = options(source)
    options.normalizes = true
    let validator = validator.with(options)
    return ReplayWorker(validator, withdrawn)
  }

  /// Asks the store, says what was found, and writes what is left, all in the order of the file.
  func settle() async throws {
    var receipt = AppendReceipt(outcomes: [])
    if batch.count > 0, let answer = try await transaction?.append(batch) {
      receipt = answer
      guard receipt.outcomes.count == batch.count else {
        throw StorageError(.failed, "the store answered for \(receipt.outcomes.count) samples of \(batch.count)")
      }
      pending += batch.commitWeight
    }
    for item in items {
      switch item {
      case .kept(let bytes, let diagnostic):
        if let diagnostic { try count(unread: diagnostic) }
        try rest?.append(bytes)
      case .judged(let judged, _) where judged.result.hasNoType:
        for name in judged.result.unsupportedCounts.keys { count(unsupported: name) }
        try rest?.append(
          judged.record.reason == .unsupported
            ? judged.record.text
            : judged.record.text(
              reason: .unsupported, findings: [], &lines, catalogHash: engine.registry.contentHash))
      case .judged(var judged, let rows):
        let answer = commitSize == 0 ? expectation(of: judged) : receipt.slice(rows)
        let outcome = try BatchOutcome(answer, of: judged.result.batch)
        judged.result.addRejected(outcome)
        let findings = try add(judged, outcome)
        if judged.result.refused.isEmpty { continue }
        let isConflict = judged.result.refused.contains { $0.reason == .conflict }
        try rest?.append(
          judged.record.text(
            reason: isConflict ? .conflict : .refused, findings: findings, &lines,
            catalogHash: engine.registry.contentHash))
      }
    }
    items.removeAll(keepingCapacity: true)
    batch = SampleBatch()
    weight = 0
    if commitSize > 0, pending >= commitSize { try await commit() }
  }

  /// The outcome that a store would report, as far as it can be known without one: a conflict stays a conflict.
  private func expectation(of judged: JudgedRecord) -> AppendReceipt {
    let isConflict = judged.record.reason == .conflict && judged.record.replacement == nil
    return AppendReceipt(
      outcomes: Array(repeating: isConflict ? .conflict : .accepted, count: judged.result.batch.count))
  }

  func commit() async throws {
    guard pending > 0 else { return }
    pending = 0
    if let store { try await engine.checkDefinitions(in: store) }
    try await transaction?.commit()
  }

  func end() async { await transaction.take()?.rollback() }

  // MARK: Counts and findings

  private func add(_ judged: JudgedRecord, _ outcome: BatchOutcome) throws -> [Diagnostic] {
    let result = judged.result
    let registry = engine.registry
    summary.add(result, registry)
    if summary.conflicts != nil || !outcome.conflicts.isEmpty { summary.add(outcome, of: result.batch, registry) }
    summary.discount(repeats: result.repeats, of: result.batch, registry)
    let bytes = result.chunk.bytes.span.bytes
    var renderer = judged.renderer(engine, hints)
    var order = Array(result.findings.indices)
    if !result.isInOrder {
      order.sort { (result.findings[$0].record.start, $0) < (result.findings[$1].record.start, $1) }
    }
    var diagnostics: [Int: Diagnostic] = [:]
    for index in order {
      var diagnostic = renderer.diagnostic(
        result.findings[index], in: bytes, syntax: judged.syntax, withExcerpt: false)
      result.addReason(of: index, to: &diagnostic, redacts: engine.request.redacts)
      diagnostics[index] = diagnostic
      try report(diagnostic, result.findings[index], renderer, bytes)
    }
    return result.refused.flatMap { $0.findings.compactMap { diagnostics[$0] } }
  }

  private func report(
    _ diagnostic: Diagnostic, _ finding: Finding, _ renderer: FindingRenderer, _ bytes: RawSpan
  ) throws {
    let type = diagnostic.type
    if NoteCounter.counts(finding) {
      switch notes.count(finding, in: bytes) {
      case .counted: return
      case .first:
        var note = diagnostic
        if let excerpt = renderer.excerpt(of: finding, in: bytes) { note.excerpt = excerpt }
        return notes.begin(note)
      case .full: break
      }
    }
    summary.count(finding.code, finding.severity, type: type)
    guard let reporter = engine.reporter else { return }
    if reporter.wants(finding.code, finding.severity, type) {
      try reporter.report(diagnostic) { renderer.excerpt(of: finding, in: bytes) }
    } else {
      reporter.count(finding.code, finding.severity, type: type)
    }
  }

  private func count(unread diagnostic: Diagnostic) throws {
    summary.addUnreadRecord()
    summary.count(diagnostic.code, diagnostic.severity, type: nil)
    try engine.reporter?.report(diagnostic)
  }

  private func count(unsupported name: String) {
    summary.records += 1
    summary.count(unsupported: [engine.shown(elementName: name): 1])
  }

  private func diagnostic(_ fault: Failure, line: Int) -> Diagnostic {
    Diagnostic(
      code: .quarantineLine, message: fault.message, location: SourceLocation(path: path, line: line, column: 1),
      hint: "the line is kept as it is")
  }

  private func diagnostic(fragment record: RefusedRecord) -> Diagnostic {
    Diagnostic(
      code: .notChecked, message: "not checked: only a part of a record, or of a document that broke off, is kept",
      location: record.location, hint: "correct the input and import it again")
  }
}

/// The attributes that show that a file was changed.
private struct FileMark: Equatable {
  private let status: FileStatus?

  init(_ path: String) { status = try? FileStatus(of: path) }

  static func == (one: FileMark, other: FileMark) -> Bool {
    one.status?.identity == other.status?.identity && one.status?.size == other.status?.size
      && one.status?.changeSeconds == other.status?.changeSeconds
      && one.status?.changeNanoseconds == other.status?.changeNanoseconds
  }
}

extension Failure {
  /// A quarantine file cannot be rewritten yet, since an interrupted import of an input would go on in it.
  static func unfinishedImport(_ path: String, status: Status = .environment) -> Failure {
    Failure(
      "the import of \(TextEscaping.escaped(path, limit: 1000)) was interrupted and would go on in this file",
      hint: "run it again first, or write what is left elsewhere with --output", status: status)
  }
}

extension AppendReceipt {
  fileprivate func slice(_ rows: Range<Int>) -> AppendReceipt {
    var slice = AppendReceipt(outcomes: Array(outcomes[rows]))
    for (row, reason) in reasons where rows.contains(row) { slice.reasons[row - rows.lowerBound] = reason }
    return slice
  }
}

/// Who reads and judges the records of one input again; a class, since a worker is never copied.
private final class ReplayWorker {
  let validator: Validator
  var worker: ChunkWorker

  init(_ validator: Validator, _ withdrawn: WithdrawnSubjects) {
    self.validator = validator
    worker = ChunkWorker(validator: validator, writer: nil, keepsRefused: true, withdrawn: withdrawn)
  }
}

/// A record of a quarantine file, read and judged again.
struct JudgedRecord: Sendable {
  let record: RefusedRecord
  var result: ChunkResult
  let validator: Validator
  /// How findings name what was read: the input, or the quarantine file for what was corrected in it.
  let path: String
  let start: ReadPosition
  let syntax: RawSyntax

  func renderer(_ engine: CheckEngine, _ hints: HintBudget) -> FindingRenderer {
    var renderer = engine.renderer(
      validator, path: path, of: result.chunk, at: start, hints,
      countsFromRange: record.replacement == nil && record.location.isLineOfRange)
    // A record of an input that was converted keeps its place in the original; a correction is in the quarantine file.
    if record.location.place != nil, path == record.location.path {
      renderer.originalPlace = { [location = record.location] _, _ in location }
    }
    return renderer
  }
}

/// Where a record of a quarantine file came from, and how the run that kept it read its input: what the options of its
/// replay are made of.
package struct QuarantineSource: Sendable, Hashable {
  package var path: String
  package var origin: String?
  /// Whose samples those are that do not say.
  package var subject: String?
  /// The name of the zone of times without an offset.
  package var timeZone: String?
  /// Which unit spellings were taken; `nil` for HealthKit's alone.
  package var units: String?
  package var profile: String?
  /// Whether the zone is the profile's, so that no option is about these times.
  package var hasZoneOfProfile = false
}

extension RefusedRecord {
  var source: QuarantineSource {
    QuarantineSource(
      path: location.path, origin: context.origin, subject: context.subject, timeZone: context.timeZone,
      units: context.units, profile: context.profile, hasZoneOfProfile: context.hasZoneOfProfile)
  }
}
