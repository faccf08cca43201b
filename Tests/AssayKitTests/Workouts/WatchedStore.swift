import AssayKit
import Synchronization

/// A store that loses answers after it did what was asked, deletes nothing if it is told so, and remembers which samples
/// it was asked for.
final class WatchedStore: ScanningBackend {
  private struct State {
    var lostAnswers = 0
    var deletesNothing = false
    var queries: [SampleQuery] = []
  }

  private let base: any StorageBackend
  private let state = Mutex(State())

  init(_ base: any StorageBackend) { self.base = base }

  /// A store that asks this one; the rest is that of another store.
  static func watching(_ store: HealthStore) throws -> (HealthStore, WatchedStore) {
    let watched = WatchedStore(store.backend)
    var copy = try HealthStore(watched, types: store.types)
    (copy.source, copy.clock, copy.subject) = (store.source, store.clock, store.subject)
    return (copy, watched)
  }

  /// Loses the answers of the next commits and deletions of notes.
  func loseAnswers(_ count: Int = 1) { state.withLock { $0.lostAnswers = count } }

  /// Whether deletions leave all samples, as in a store of another owner.
  func deleteNothing(_ deletesNothing: Bool = true) { state.withLock { $0.deletesNothing = deletesNothing } }

  /// What was asked for since the last call, of one type.
  func takeQueries(of type: String) -> [SampleQuery] {
    state.withLock { state in
      defer { state.queries = [] }
      return state.queries.filter { $0.types == [type] }
    }
  }

  private func answer() throws(StorageError) {
    let isLost = state.withLock { state in
      guard state.lostAnswers > 0 else { return false }
      state.lostAnswers -= 1
      return true
    }
    if isLost { throw StorageError(.pluginExited, "the store ended before it answered") }
  }

  // MARK: Writing

  var registry: Registry { base.registry }
  var line: WriterQueue { base.line }
  var capabilities: StorageCapabilities { base.capabilities }
  var commitSize: Int { base.commitSize }

  func append(_ batch: SampleBatch, in turn: borrowing WriteTurn) async throws(StorageError) -> AppendReceipt {
    try await base.append(batch, in: turn)
  }

  func commit(_ progress: ImportProgress?, in turn: borrowing WriteTurn) async throws(StorageError) {
    try await base.commit(progress, in: turn)
    try answer()
  }

  func rollback(in turn: borrowing WriteTurn) async { await base.rollback(in: turn) }

  func progress(of input: String) async throws(StorageError) -> ImportProgress? {
    try await base.progress(of: input)
  }

  func imports() async throws(StorageError) -> [ImportProgress] { try await base.imports() }

  func remember(_ definitions: [StoredDefinition], in turn: borrowing WriteTurn) async throws(StorageError) {
    try await base.remember(definitions, in: turn)
  }

  func definitions() async throws(StorageError) -> [StoredDefinition] { try await base.definitions() }

  func delete(_ query: SampleQuery, in turn: borrowing WriteTurn) async throws(StorageError) -> DeletionReceipt {
    guard state.withLock(\.deletesNothing) else { return try await base.delete(query, in: turn) }
    return DeletionReceipt(deleted: 0, anchor: ChangeAnchor(commit: try await base.information().lastCommit))
  }

  func forget(imports inputs: Set<String>, in turn: borrowing WriteTurn) async throws(StorageError) -> Int {
    let count = try await base.forget(imports: inputs, in: turn)
    try answer()
    return count
  }

  // MARK: Reading

  func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    state.withLock { $0.queries.append(query) }
    try await base.query(query, body)
  }

  func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result] {
    let parts = (0..<scan.partCount).map { scan.query(ofPart: $0) }
    state.withLock { $0.queries += parts }
    return try await base.scan(scan, into: initial, update)
  }

  func counts() async throws(StorageError) -> [StoredTypeCount] { try await base.counts() }

  func information() async throws(StorageError) -> StoreInformation { try await base.information() }

  func verify() async throws(StorageError) -> [StoreFault] { try await base.verify() }

  func close() async throws(StorageError) { try await base.close() }
}
