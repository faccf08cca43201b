import AssayPlatform
import HealthModel
import HealthStorage
import Synchronization

/// A store of append-only files: `commits.jsonl` records which of their content counts.
///
/// One writer at a time changes it, under a lock; queries take none and read what is committed when they begin. Nothing
/// of a transaction is in the store's files before it commits.
final class JSONLBackend: StorageBackend {
  private let place: StoreFolder
  private let context: StorageContext
  private let ladder: LayoutMigrations
  private let snapshots: SnapshotSource
  private let threads = ReaderThreads("assay.jsonl.reader")
  let line = WriterQueue()
  private let writer: Mutex<Writer>
  /// Apart from the writer, so that queries do not wait for it.
  private let isClosed = Atomic<Bool>(false)

  private init(_ place: StoreFolder, _ context: StorageContext, _ ladder: LayoutMigrations) {
    self.place = place
    self.context = context
    self.ladder = ladder
    let snapshots = SnapshotSource(
      place, registry: context.registry, temporaryFolder: context.options.temporaryFolder, ladder)
    self.snapshots = snapshots
    writer = Mutex(Writer(snapshots, context, ladder))
  }

  /// Opens the store in a folder, making it when it is absent and may be written.
  static func open(
    _ location: String, _ context: StorageContext, _ ladder: LayoutMigrations = .released
  ) async throws(StorageError) -> JSONLBackend {
    let options = context.options
    do {
      let place = try StoreFolder(location, makesFolder: !options.isReadOnly)
      if let mark = try StoreMark.read(place, ladder) {
        if mark.isPast(in: ladder) { try await bring(place, mark, to: ladder, context) }
      } else {
        guard !options.isReadOnly else {
          throw StorageError(
            .missing, "there is no store at \(place.shown): the folder is empty", hint: "`assay import` makes one")
        }
        try await make(place, ladder, waitMilliseconds: options.waitMilliseconds)
      }
      let backend = JSONLBackend(place, context, ladder)
      let state = try backend.snapshots.state()
      _ = try TypeTable(state.types, registry: context.registry)
      // A process that writes now has put the store in order itself.
      if !options.isReadOnly { _ = try backend.writer.withLock { try $0.recover() } }
      return backend
    } catch {
      throw FileFailure.storageError(error)
    }
  }

  private static func make(_ place: StoreFolder, _ ladder: LayoutMigrations, waitMilliseconds: Int) async throws {
    try await locked(place, waitMilliseconds) {
      // Another process may have been faster.
      if try StoreMark.read(place, ladder) == nil { try StoreMark.make(place, version: ladder.newest) }
    }
  }

  /// Migrates a store of an earlier version, or looks whether it can be read as it is.
  private static func bring(
    _ place: StoreFolder, _ mark: StoreMark, to ladder: LayoutMigrations, _ context: StorageContext
  ) async throws {
    guard context.options.isReadOnly else {
      let from = try await locked(place, context.options.waitMilliseconds) { try LayoutMigration.run(place, ladder) }
      if let from {
        context.note("migrated \(place.shown) from version \(from) of its layout to version \(ladder.newest)")
      }
      return
    }
    var version = mark.version
    // The mark of an interrupted migration leads to a version; the log may still be of the one before.
    if let migration = mark.migration, try LogRewrite(place: place).digest() != migration.log {
      version = migration.from
    }
    guard ladder.canRead(version) else { throw StorageError.past(place, version: version, ladder) }
  }

  /// Does something under the lock, waiting while another process has it.
  private static func locked<Value>(
    _ place: StoreFolder, _ waitMilliseconds: Int, _ work: () throws -> Value
  ) async throws -> Value {
    let deadline = ContinuousClock.now.advanced(by: .milliseconds(waitMilliseconds))
    while true {
      if let lock = try place.attemptLock() { return try withExtendedLifetime(lock) { try work() } }
      try await pause(until: deadline, place)
    }
  }

  /// Waits a little for another writer.
  private static func pause(until deadline: ContinuousClock.Instant, _ place: StoreFolder) async throws(StorageError) {
    guard ContinuousClock.now < deadline else { throw StorageError.locked(place) }
    do {
      try await Task.sleep(nanoseconds: 5_000_000)
    } catch {
      throw StorageError.locked(place)
    }
  }

  var registry: Registry { context.registry }

  var capabilities: StorageCapabilities { [.query, .changes, .delete, .resume, .durable, .compact] }

  /// Half of what others take: a transaction is held in memory, some 350 bytes a sample and up to 8 MiB of lines.
  var commitSize: Int { 25_000 }

  func append(_ batch: SampleBatch, in turn: borrowing WriteTurn) async throws(StorageError) -> AppendReceipt {
    try await write { writer in try writer.append(batch) }
  }

  func commit(_ progress: ImportProgress?, in turn: borrowing WriteTurn) async throws(StorageError) {
    _ = try await write { writer in try writer.commit(progress) }
  }

  func rollback(in turn: borrowing WriteTurn) async { writer.withLock { $0.rollback() } }

  func delete(_ query: SampleQuery, in turn: borrowing WriteTurn) async throws(StorageError) -> DeletionReceipt {
    try await write { writer in try writer.delete(query) }
  }

  func forget(imports inputs: Set<String>, in turn: borrowing WriteTurn) async throws(StorageError) -> Int {
    try await write { writer in try writer.forget(inputs) }
  }

  func remember(_ definitions: [StoredDefinition], in turn: borrowing WriteTurn) async throws(StorageError) {
    _ = try await write { writer in try writer.remember(definitions) }
  }

  func definitions() async throws(StorageError) -> [StoredDefinition] {
    try checkOpen()
    return try DefinitionFile(place: place).definitions()
  }

  func compact(in turn: borrowing WriteTurn) async throws(StorageError) -> CompactionReceipt {
    try await write { writer in try writer.compact() }
  }

  func close() async throws(StorageError) {
    isClosed.store(true, ordering: .releasing)
    writer.withLock { $0.close() }
  }

  /// Runs a piece of work that needs the lock, waiting while another process has it.
  private func write<Value: Sendable>(_ work: (inout Writer) throws -> Value?) async throws(StorageError) -> Value {
    try checkOpen()
    guard !context.options.isReadOnly else {
      throw StorageError(.unwritable, "\(place.shown) is opened for reading only")
    }
    let deadline = ContinuousClock.now.advanced(by: .milliseconds(context.options.waitMilliseconds))
    while true {
      let result = writer.withLock { writer -> Result<Value?, StorageError> in
        do {
          return .success(try work(&writer))
        } catch {
          return .failure(FileFailure.storageError(error))
        }
      }
      if let value = try result.get() { return value }
      try await Self.pause(until: deadline, place)
    }
  }

  private func checkOpen() throws(StorageError) {
    if isClosed.load(ordering: .acquiring) { throw StorageError(.failed, "\(place.shown) was closed") }
  }

  func progress(of input: String) async throws(StorageError) -> ImportProgress? {
    try await answer { state in
      guard let line = state.inputLines[input] else { return nil }
      return try CommitLog(place: place).commit(ofLine: line, in: state).progress
    }
  }

  func imports() async throws(StorageError) -> [ImportProgress] {
    let log = CommitLog(place: place)
    return try await answer { state in
      try state.inputs.filter { !ForgottenImports.isForgotten($0) }.compactMap { input in
        try state.inputLines[input].flatMap { try log.commit(ofLine: $0, in: state).progress }
      }
    }
  }

  func counts() async throws(StorageError) -> [StoredTypeCount] {
    try await answer { state in
      let counts = state.types.filter { $0.count > 0 }.map { type in
        StoredTypeCount(type: context.registry.type(named: type.id)?.id ?? type.id, count: type.count)
      }
      return counts.sorted { $0.type.utf8.lexicographicallyPrecedes($1.type.utf8) }
    }
  }

  func information() async throws(StorageError) -> StoreInformation {
    try await answer { state in
      let files = state.types.reduce(0) { $0 + $1.files.count }
      let blank = state.types.reduce(0) { sum, type in type.files.values.reduce(sum) { $0 + $1.blank } }
      return StoreInformation(
        format: "JSON lines, layout \(try StoreMark.current(place, ladder).version)",
        byteCount: try StoreSize.byteCount(place), lastCommit: state.commit, deletions: state.deletions,
        details: [
          StoreInformation.Detail("files of samples", String(files)),
          StoreInformation.Detail("bytes of deleted samples", String(blank)),
          StoreInformation.Detail("lines of commits", String(state.line)),
        ])
    }
  }

  private func answer<Value>(_ work: (StoreState) throws -> Value) async throws(StorageError) -> Value {
    try checkOpen()
    do {
      return try await withTaskExecutorPreference(threads) {
        do {
          return try work(snapshots.state())
        } catch let error as StorageError where error.isDamage {
          // A line that was taken back and written anew since the state was read looks changed, once.
          return try work(CommitLog(place: place).state(after: nil))
        }
      }
    } catch {
      throw FileFailure.storageError(error)
    }
  }

  func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    try checkOpen()
    try await withTaskExecutorPreference(threads) { try await read(query, body) }
  }

  private func read(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    var snapshot = try await snapshots.current()
    var run = QueryRun(query, in: snapshot, registry: context.registry, coding: context.lines)
    while true {
      do {
        return try run.run(in: snapshot, body)
      } catch let failure where failure.cause == .movedLine || failure.cause == .indexDamage {
        snapshot = try await snapshots.current(makesIndex: failure.cause == .indexDamage)
        try run.goOn(in: snapshot, after: failure)
      }
    }
  }

  func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    try checkOpen()
    return try await withTaskExecutorPreference(threads) { try await read(query, body) }
  }

  private func read(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    var snapshot = try await snapshots.current()
    var feed = ChangeFeed(query, registry: context.registry, coding: context.lines)
    while true {
      do {
        return try feed.run(in: snapshot, body)
      } catch let failure where failure.cause == .movedLine || failure.cause == .indexDamage {
        let earlier = snapshot
        snapshot = try await snapshots.current(makesIndex: failure.cause == .indexDamage)
        try feed.goOn(in: snapshot, after: earlier, failure)
      }
    }
  }

  func verify() async throws(StorageError) -> [StoreFault] {
    try checkOpen()
    do {
      return try await withTaskExecutorPreference(threads) { try await Verification.faults(snapshots) }
    } catch {
      throw FileFailure.storageError(error)
    }
  }
}

/// Brings a store of an earlier version to the newest one; the lock must be held.
///
/// The new log is written first. Then the mark says which version the store becomes and which log is the new one: from
/// here on earlier programs refuse the store. Then the new log takes its place, and the mark says that it is done.
/// Interrupted before the mark, a migration has not happened; after it, the next writer finishes it.
enum LayoutMigration {
  static func run(_ place: StoreFolder, _ ladder: LayoutMigrations) throws -> Int64? {
    guard let mark = try StoreMark.read(place, ladder), mark.isPast(in: ladder) else { return nil }
    let log = LogRewrite(place: place)
    var version = mark.version
    if let migration = mark.migration, try log.digest() != migration.log { version = migration.from }
    if version < ladder.newest {
      let written = try log.write { line in
        try ladder.steps(after: version).reduce(line) { line, step in try step.line(line) }
      }
      let migration = StoreMark.Migration(from: version, log: written)
      try StoreMark(version: ladder.newest, migration: migration).write(to: place)
      try log.publish()
    }
    try StoreMark(version: ladder.newest).write(to: place)
    return mark.migration?.from ?? mark.version
  }
}
