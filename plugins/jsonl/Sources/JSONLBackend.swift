import AssayPlatform
import HealthModel
import HealthStorage
import SQLiteStore

/// A store of append-only files of lines, for which an SQLite store is the index: questions are answered by the index,
/// and what is committed is in the files first.
final class JSONLBackend: ScanningBackend {
  private let place: StoreFolder
  private let context: StorageContext
  private let index: SQLiteBackend
  /// `nil` in a store that is opened for reading.
  private let files: LineFiles?
  /// The index, when that in the store's folder cannot be used for reading.
  private let temporary: TemporaryIndex?
  private let isIndexDamaged: Bool
  private let threads = ReaderThreads("assay.jsonl.reader")

  private init(
    _ place: StoreFolder, _ context: StorageContext, _ index: SQLiteBackend, files: LineFiles?,
    temporary: TemporaryIndex?, isIndexDamaged: Bool = false
  ) {
    self.place = place
    self.context = context
    self.index = index
    self.files = files
    self.temporary = temporary
    self.isIndexDamaged = isIndexDamaged
  }

  /// Opens the store in a folder, making it when it is absent and may be written.
  static func open(_ location: String, _ context: StorageContext) async throws(StorageError) -> JSONLBackend {
    do {
      let place = try StoreFolder(location, makesFolder: !context.options.isReadOnly)
      let isMade = try StoreMark.isMade(place)
      return try await context.options.isReadOnly
        ? reading(place, context, isMade: isMade) : writing(place, context, isMade: isMade)
    } catch {
      throw FileFailure.storageError(error)
    }
  }

  private static func reading(
    _ place: StoreFolder, _ context: StorageContext, isMade: Bool
  ) async throws -> JSONLBackend {
    guard isMade else {
      throw StorageError(
        .missing, "there is no store at \(place.shown): the folder is empty", hint: "`assay import` makes one")
    }
    _ = try TypeTable(CommitLog(place: place).state().types, registry: context.registry)
    let found = try await IndexFiles(place).reader(context)
    if let index = found.store { return JSONLBackend(place, context, index, files: nil, temporary: nil) }
    let temporary = try await TemporaryIndex.make(of: place, context)
    return JSONLBackend(
      place, context, temporary.store, files: nil, temporary: temporary, isIndexDamaged: found.isDamaged)
  }

  private static func writing(
    _ place: StoreFolder, _ context: StorageContext, isMade: Bool
  ) async throws -> JSONLBackend {
    if !isMade { try await make(place, waitMilliseconds: context.options.waitMilliseconds) }
    _ = try TypeTable(CommitLog(place: place).state().types, registry: context.registry)
    let files = LineFiles(place, context)
    let index = try IndexFiles(place).writer(context, files)
    // A process that writes now has put the store in order itself.
    if try place.attemptLock() != nil {
      do {
        try await index.exclusively("nothing is put in order") { _ in try files.recover() }
      } catch  where error.code != .locked {
        try? await index.close()
        throw error
      }
    }
    return JSONLBackend(place, context, index, files: files, temporary: nil)
  }

  private static func make(_ place: StoreFolder, waitMilliseconds: Int) async throws {
    let deadline = ContinuousClock.now.advanced(by: .milliseconds(waitMilliseconds))
    while true {
      if let lock = try place.attemptLock() {
        // Another process may have been faster.
        return try withExtendedLifetime(lock) { if try !StoreMark.isMade(place) { try StoreMark.make(place) } }
      }
      guard ContinuousClock.now < deadline else {
        throw StorageError(.locked, "another process is writing to \(place.shown)", remedy: .waitLonger)
      }
      try await Task.sleep(nanoseconds: 5_000_000)
    }
  }

  var registry: Registry { context.registry }

  var capabilities: StorageCapabilities { [.query, .changes, .delete, .resume, .durable, .compact] }

  var line: WriterQueue { index.line }

  /// Half of what others take, as in earlier programs: the same input gives the same commits.
  var commitSize: Int { 25_000 }

  // MARK: - Writing

  func append(_ batch: SampleBatch, in turn: borrowing WriteTurn) async throws(StorageError) -> AppendReceipt {
    _ = try writable()
    let (kept, rows, reasons) = Refusal.divided(batch, registry)
    guard !reasons.isEmpty else { return try await index.append(batch, in: turn) }
    var outcomes = Array(repeating: AppendReceipt.Outcome.refused, count: batch.count)
    if kept.count > 0 {
      let receipt = try await index.append(kept, in: turn)
      for (row, outcome) in zip(rows, receipt.outcomes) { outcomes[row] = outcome }
    }
    return AppendReceipt(outcomes: outcomes, reasons: reasons)
  }

  func commit(_ progress: ImportProgress?, in turn: borrowing WriteTurn) async throws(StorageError) {
    _ = try writable()
    try await index.commit(progress, in: turn)
  }

  func rollback(in turn: borrowing WriteTurn) async { await index.rollback(in: turn) }

  func delete(_ query: SampleQuery, in turn: borrowing WriteTurn) async throws(StorageError) -> DeletionReceipt {
    _ = try writable()
    return try await index.delete(query, in: turn)
  }

  func forget(imports inputs: Set<String>, in turn: borrowing WriteTurn) async throws(StorageError) -> Int {
    _ = try writable()
    return try await index.forget(imports: inputs, in: turn)
  }

  func remember(_ definitions: [StoredDefinition], in turn: borrowing WriteTurn) async throws(StorageError) {
    let files = try writable()
    guard !definitions.isEmpty else { return }
    try await index.exclusively("no definition is remembered") { _ in try files.remember(definitions) }
  }

  func compact(in turn: borrowing WriteTurn) async throws(StorageError) -> CompactionReceipt {
    let files = try writable()
    let place = self.place
    return try await index.exclusively("nothing is compacted") { db in
      let before = try place.byteCount()
      try files.compact(in: db)
      try PendingRewrite.run(in: db)
      return CompactionReceipt(bytesBefore: before, bytesAfter: try place.byteCount())
    }
  }

  func close() async throws(StorageError) {
    try await index.close()
    temporary?.remove()
  }

  private func writable() throws(StorageError) -> LineFiles {
    guard let files else { throw StorageError(.unwritable, "\(place.shown) is opened for reading only") }
    return files
  }

  // MARK: - Reading

  func progress(of input: String) async throws(StorageError) -> ImportProgress? {
    try await index.progress(of: input)
  }

  func imports() async throws(StorageError) -> [ImportProgress] { try await index.imports() }

  func definitions() async throws(StorageError) -> [StoredDefinition] {
    try await look { try DefinitionFile(place: place).read() }
  }

  func counts() async throws(StorageError) -> [StoredTypeCount] { try await index.counts() }

  func subjects(limit: Int) async throws(StorageError) -> [String]? { try await index.subjects(limit: limit) }

  func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    try await index.query(query, body)
  }

  func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    try await index.changes(query, body)
  }

  func statistics(_ query: SampleQuery) async throws -> SampleStatistics { try await index.statistics(query) }

  func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result] {
    try await index.scan(scan, into: initial, update)
  }

  func information() async throws(StorageError) -> StoreInformation {
    try await look {
      let state = try CommitLog(place: place).state()
      let files = state.types.reduce(0) { $0 + $1.files.count }
      let blank = state.types.reduce(0) { sum, type in type.files.values.reduce(sum) { $0 + $1.blank } }
      return StoreInformation(
        format: "JSON lines, layout \(StoreMark.version)", byteCount: try place.byteCount(),
        lastCommit: state.commit, deletions: state.deletions,
        details: [
          StoreInformation.Detail("files of samples", String(files)),
          StoreInformation.Detail("bytes of deleted samples", String(blank)),
          StoreInformation.Detail("lines of commits", String(state.line)),
        ])
    }
  }

  func verify() async throws(StorageError) -> [StoreFault] {
    try await look {
      try await Verification.faults(place, context, index, isIndexDamaged: isIndexDamaged)
    }
  }

  /// Looks at the files.
  private func look<Value>(_ work: () async throws -> Value) async throws(StorageError) -> Value {
    if let error = index.closedError { throw error }
    do {
      return try await withTaskExecutorPreference(threads) {
        do {
          return try await work()
        } catch let error as StorageError where error.isDamage {
          // A line that was taken back and written anew since the log was read looks changed, once.
          return try await work()
        }
      }
    } catch {
      throw FileFailure.storageError(error)
    }
  }
}

/// Samples that no file can hold.
private enum Refusal {
  /// Divides a batch: the samples that can be kept with their rows, and why others cannot; nothing is copied if all can.
  static func divided(
    _ batch: SampleBatch, _ registry: Registry
  ) -> (kept: SampleBatch, rows: [Int], reasons: [Int: String]) {
    var reasons: [Int: String] = [:]
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      if let reason = reason(group, of: batch, registry) { for row in group { reasons[row] = reason } }
      row = group.upperBound
    }
    guard !reasons.isEmpty else { return (batch, [], [:]) }
    let rows = (0..<batch.count).filter { reasons[$0] == nil }
    var kept = SampleBatch(of: registry)
    var head: Int32 = -1
    for row in rows {
      let isHead = batch.correlation[row] < 0
      if isHead { head = Int32(truncatingIfNeeded: kept.count) }
      kept.append(row, of: batch, correlation: isHead ? -1 : head)
    }
    return (kept, rows, reasons)
  }

  /// Why a group cannot be kept; `nil` when it can.
  private static func reason(_ group: Range<Int>, of batch: SampleBatch, _ registry: Registry) -> String? {
    for row in group {
      guard SampleFile.isName(registry.types[Int(batch.type[row])].id) else {
        return "the name of its type cannot be the name of a folder"
      }
      let start = batch.start[row]
      guard start == SampleBatch.noTime || (start >= Instant.earliest && start <= Instant.latest) else {
        return "its start is not in the years 1 to 9999"
      }
    }
    guard group.count > 1 else { return nil }
    guard let members = registry.types[Int(batch.type[group.lowerBound])].shape.members else {
      return "it has members and is not a correlation"
    }
    guard group.dropFirst().allSatisfy({ members.indices.contains(Int(batch.role[$0])) }) else {
      return "one of its members has no role in it"
    }
    return nil
  }
}
