import AssayKit
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
package import HealthStorage
import HealthValidation

/// A store whose samples are copied: exactly once, with their ids and digests, correlations whole.
///
/// Stored samples were judged when they were imported and are not judged again. They go through a file without a name, as
/// lines of their normal form: neither memory nor the two stores' ways of working bound how many they are.
package struct StoredInput: Sendable {
  package let store: any StorageBackend
  package let query: SampleQuery
  package let name: String
  package let folder: String
  /// What a request asks for that the store does not have, in sentences.
  package let missing: @Sendable (SampleQuery, any StorageBackend, _ isEmpty: Bool) async throws -> [String]

  package init(
    _ store: any StorageBackend, query: SampleQuery, name: String, folder: String,
    missing: @escaping @Sendable (SampleQuery, any StorageBackend, _ isEmpty: Bool) async throws -> [String]
  ) {
    self.store = store
    self.query = query
    self.name = name
    self.folder = folder
    self.missing = missing
  }

  /// The key by which a store identifies another store whose samples were copied.
  var key: String { "store:" + name }

  /// Copies the samples that match into the store of a check, and says what of the request is missing.
  ///
  /// A copy that was interrupted begins anew: what was stored is a duplicate then.
  func copySamples(
    _ engine: CheckEngine, _ outcome: inout CheckOutcome, _ progress: ((Int64, Int) -> Void)?
  ) async throws -> Summary {
    guard let target = engine.store else { throw Failure.usage("the samples of a store are copied to a store") }
    let lines = NormalizedLines(registry: engine.registry)
    let spool = try SpoolFile(in: folder)
    try await readSamples(into: spool, lines, engine)
    let transaction = try await target.begin()
    let (counts, withdrawn): (CopyCounts, WithdrawnSubjects)
    let lock: QuarantineLock?
    do {
      // With the turn to write and the lock, so that no other copy of the same store is writing the file.
      let file = engine.request.quarantine?.file(for: name, key: key, isFirst: true)
      lock = try await engine.lock(file).lock
      let quarantine = try file.map { try Quarantine($0, catalogHash: engine.registry.contentHash) }
      let log = try await target.progress(of: key).map { StoreEvent.list($0) } ?? []
      (counts, withdrawn) = (CopyCounts(self, engine, quarantine, log), try await engine.withdrawn())
    } catch {
      await transaction.rollback()
      throw error
    }
    defer { lock?.release() }
    let size = engine.commitSize(of: target)
    var pending = 0
    var bytes: Int64 = 0
    do {
      while let page = try spool.next() {
        let read = try lines.samples(page.lines, groups: page.groups)
        let batch = withdrawn.others(in: read)
        let receipt = batch.count > 0 ? try await transaction.append(batch) : AppendReceipt(outcomes: [])
        try counts.add(batch, receipt, withdrawn: read.count - batch.count)
        pending += batch.commitWeight
        bytes += Int64(page.lines.count)
        progress?(bytes, counts.summary.refused)
        try await engine.handOn([.progress(name, bytes: bytes, counts.summary.read)])
        let signal = engine.request.interruption()
        if pending >= size || signal != nil {
          pending = 0
          try counts.quarantine?.synchronize()
          try await engine.checkDefinitions(in: target)
          try await transaction.commit(counts.progress(isFinished: false))
        }
        if let signal {
          engine.partial = counts.summary
          throw Failure.stopped(by: signal)
        }
      }
      try counts.quarantine?.synchronize()
      try await engine.checkDefinitions(in: target)
      try await transaction.commit(counts.progress(isFinished: true))
      // With the turn to write and the lock still: the next copy sets these files aside.
      counts.quarantine?.finish(engine.request.note)
    } catch {
      await transaction.rollback()
      throw error
    }
    try await transaction.finish()
    let missing = try await missing(query, store, counts.summary.read == 0)
    outcome.notes += missing.map(CheckOutcome.Note.text)
    if !missing.isEmpty { outcome.status = max(outcome.status, .refused) }
    return counts.summary
  }

  private func readSamples(
    into spool: SpoolFile, _ lines: NormalizedLines, _ engine: CheckEngine
  ) async throws {
    var query = query
    query.omitsMembers = true
    let (interruption, registry) = (engine.request.interruption, engine.registry)
    try await store.query(query) { batch in
      try batch.require(registry)
      var page = SpoolFile.Page(lines: [], groups: [])
      var row = 0
      while row < batch.count {
        let group = batch.group(at: row)
        for row in group {
          lines.append(row, of: batch, to: &page.lines)
          page.lines.append(UInt8(ascii: "\n"))
        }
        page.groups.append(group.count)
        row = group.upperBound
      }
      try spool.append(page)
      return interruption() == nil
    }
    if let signal = interruption() { throw Failure.stopped(by: signal) }
  }
}

/// The findings and counts of a copy from another store, and the samples it does not store.
final class CopyCounts {
  private(set) var summary = Summary()
  let quarantine: Quarantine?
  private let engine: CheckEngine
  private let input: StoredInput
  private let writer: SampleJSONWriter
  private let log: [StoreEvent]
  /// Members seen so far, since one of several correlations comes with each; the number remembered is limited.
  private var members: Set<SampleID> = []
  private static let maximumMembers = 500_000

  init(_ input: StoredInput, _ engine: CheckEngine, _ quarantine: Quarantine?, _ log: [StoreEvent]) {
    self.input = input
    self.log = log
    self.engine = engine
    self.quarantine = quarantine
    writer = SampleJSONWriter(registry: engine.registry)
    summary.files = [Summary.File(path: input.name, format: "store")]
    summary.duplicates = 0
    summary.conflicts = 0
  }

  private var registry: Registry { engine.registry }
  private var redacts: Bool { engine.request.redacts }

  func add(_ batch: SampleBatch, _ receipt: AppendReceipt, withdrawn: Int) throws {
    summary.count(withdrawn: withdrawn)
    let outcome = try BatchOutcome(receipt, of: batch, repeats: repeated(in: batch))
    summary.read += batch.count
    summary.accepted += batch.count
    summary.files[0].read += batch.count
    summary.files[0].accepted += batch.count
    for type in batch.type {
      summary.byType[registry.types[Int(type)].id, default: Summary.TypeCounts()].read += 1
      summary.byType[registry.types[Int(type)].id, default: Summary.TypeCounts()].accepted += 1
    }
    summary.records += batch.correlation.count { $0 < 0 }
    summary.add(outcome, of: batch, registry)
    summary.discount(repeats: outcome.repeats, of: batch, registry)
    for record in outcome.rejected {
      let head = batch.correlation[record.row] < 0 ? record.row : Int(batch.correlation[record.row])
      try keep(batch.group(at: head), at: record, of: batch)
    }
  }

  private func repeated(in batch: SampleBatch) -> [Int] {
    var rows: [Int] = []
    for row in 0..<batch.count where batch.correlation[row] >= 0 {
      if members.contains(batch.id[row]) {
        rows.append(row)
      } else if members.count < Self.maximumMembers {
        members.insert(batch.id[row])
      }
    }
    return rows
  }

  private func keep(_ group: Range<Int>, at record: BatchOutcome.Rejection, of batch: SampleBatch) throws {
    let type = registry.types[Int(batch.type[record.row])].id
    let id = redacts ? "(redacted)" : batch.id[record.row].description
    var message = "\(type) \(id) is stored already with other content; the stored one stays"
    if let reason = record.reason {
      let words = redacts ? "" : ": " + TextEscaping.escaped(reason, limit: 400)
      message = "the store refuses \(type)" + words
    }
    let code: DiagnosticCode = record.isConflict ? .uuidConflict : .storeRefused
    let finding = Diagnostic(
      code: code, message: message, location: SourceLocation(path: input.name), pointer: "", type: type,
      uuid: redacts || batch.id[record.row] == .none ? nil : id)
    summary.count(code, finding.severity, type: type)
    try engine.reporter?.report(finding)
    guard let quarantine else { return }
    var single = SampleBatch()
    for row in group { single.append(row, of: batch, correlation: row == group.lowerBound ? -1 : 0) }
    var line: [UInt8] = []
    writer.append(single, to: &line)
    line.removeLast()
    try quarantine.add(
      RefusedRecord(
        record.isConflict ? .conflict : .refused, line, at: finding.location, format: .jsonLines, findings: [finding]))
  }

  func progress(isFinished: Bool) -> ImportProgress {
    ImportProgress(
      input: input.key, path: input.name, counts: summary.counts,
      details: ImportDetails(
        summary: summary, log: isFinished ? StoreEvent.add(summary, at: engine.request.judging.now, to: log) : log
      ).text,
      quarantineLength: quarantine?.lengths.records ?? 0, unsupportedLength: quarantine?.lengths.unsupported ?? 0,
      isFinished: isFinished, catalogHash: registry.contentHash, version: AssayVersion.current)
  }
}

/// Lines of samples on a disk, for what is too much for memory: a file without a name that its process alone can read
/// and that is gone with it, however it ends.
final class SpoolFile {
  private let file: Descriptor
  private let name: String
  let output: ByteOutput
  private var position: Int64 = 0

  struct Page {
    var lines: [UInt8]
    var groups: [Int]
  }

  init(in folder: String) throws(OutputError) {
    name = "a temporary file in \(folder)"
    do {
      file = try TemporaryPath.makeFile(in: folder, prefix: ".assay-")
    } catch {
      throw OutputError(name: name, code: error.code)
    }
    output = ByteOutput(descriptor: file.number, name: name)
  }

  func append(_ page: Page) throws(OutputError) {
    try output.append(Self.bytes(of: page.lines.count) + Self.bytes(of: page.groups.count))
    for count in page.groups { try output.append(Self.bytes(of: count)) }
    try output.append(page.lines)
  }

  func next() throws(OutputError) -> Page? {
    try output.flush()
    guard position < output.length else { return nil }
    let length = try readNumber()
    let count = try readNumber()
    var groups: [Int] = []
    groups.reserveCapacity(count)
    for _ in 0..<count { groups.append(try readNumber()) }
    return Page(lines: try readNext(length), groups: groups)
  }

  private func readNumber() throws(OutputError) -> Int { try readNext(4).reversed().reduce(0) { $0 << 8 | Int($1) } }

  private func readNext(_ count: Int) throws(OutputError) -> [UInt8] {
    let bytes = try read(count, at: position)
    position += Int64(count)
    return bytes
  }

  func read(_ count: Int, at position: Int64) throws(OutputError) -> [UInt8] {
    var outcome = SystemError?.none
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer).prefix(count)),
          at: position)
        if filled < count { outcome = .failedDevice }
      } catch {
        outcome = error
      }
    }
    if let outcome { throw OutputError(name: name, code: outcome.code) }
    return bytes
  }

  private static func bytes(of number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
}
