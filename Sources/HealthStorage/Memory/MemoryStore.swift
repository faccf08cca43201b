public import HealthModel
import Synchronization

/// Keeps samples in memory: for tests, dry runs and the library; the reference that other backends are compared with.
///
/// It has all levels of the interface but those that need a disk. Queries collect what they pass on at one moment and
/// run beside the writer from there.
public final class MemoryStore: StorageBackend {
  let contents = Mutex(MemoryState())
  /// The types that the store was made for.
  public let registry: Registry
  let options: StorageOptions
  /// Where those wait who want to write.
  public let line = WriterQueue()
  private let isClosed = Atomic<Bool>(false)

  /// Creates an empty store for samples of the registry's types.
  public init(registry: Registry, options: StorageOptions = StorageOptions()) {
    self.registry = registry
    self.options = options
  }

  /// The factory for `memory:`.
  public static let factory = StorageBackendFactory(
    scheme: "memory", summary: "keeps samples until the command ends", location: ""
  ) { (_, context) throws(StorageError) -> any StorageBackend in
    MemoryStore(registry: context.registry, options: context.options)
  }

  /// Queries, changes, deletion and statistics, and imports that go on where they were interrupted.
  public var capabilities: StorageCapabilities { [.query, .changes, .delete, .statistics, .resume] }

  // MARK: - Writing

  /// Adds samples to the open transaction, beginning one when none is open.
  ///
  /// - Throws: `StorageError`: `unwritable` when the store was opened for reading, `failed` when it was closed.
  public func append(
    _ batch: SampleBatch, in turn: borrowing WriteTurn
  ) async throws(StorageError) -> AppendReceipt {
    try checkWritable()
    return contents.withLock { $0.append(batch, restoresDeleted: options.restoresDeleted) }
  }

  /// Commits what was appended together with an import's progress.
  ///
  /// - Throws: `StorageError`: `unwritable` when the store was opened for reading, `failed` when it was closed.
  public func commit(_ progress: ImportProgress?, in turn: borrowing WriteTurn) async throws(StorageError) {
    try checkWritable()
    contents.withLock { $0.commit(progress) }
  }

  /// Forgets what was appended since the last commit.
  public func rollback(in turn: borrowing WriteTurn) async { contents.withLock { $0.rollback() } }

  /// Deletes the samples that match, in a separate transaction.
  ///
  /// - Throws: `StorageError`: `failed` when appended samples wait for their commit or the store was closed,
  ///   `unwritable` when it was opened for reading.
  public func delete(
    _ query: SampleQuery, in turn: borrowing WriteTurn
  ) async throws(StorageError) -> DeletionReceipt {
    try checkWritable()
    let owner = options.owner.map { SourceMatch(bundle: $0) }
    let receipt = contents.withLock { state -> DeletionReceipt? in
      guard !state.isOpen else { return nil }
      let ids = state.idsToDelete(query, owner: owner, in: registry)
      state.remove(ids)
      return DeletionReceipt(deleted: ids.count, anchor: ChangeAnchor(commit: state.lastCommit))
    }
    guard let receipt else {
      throw StorageError(.failed, "appended samples wait for their commit, so nothing is deleted")
    }
    return receipt
  }

  /// Forgets imports; their samples stay.
  ///
  /// - Throws: `StorageError`: `failed` when appended samples wait for their commit, `unwritable` when the store was
  ///   opened for reading.
  public func forget(imports inputs: Set<String>, in turn: borrowing WriteTurn) async throws(StorageError) -> Int {
    try checkWritable()
    guard let count = contents.withLock({ state in state.isOpen ? nil : state.forget(inputs) }) else {
      throw StorageError(.failed, "appended samples wait for their commit, so no import is forgotten")
    }
    return count
  }

  /// Remembers definitions, each in place of the one with its name.
  ///
  /// - Throws: `StorageError`: `unwritable` when the store was opened for reading, `failed` when it was closed.
  public func remember(
    _ definitions: [StoredDefinition], in turn: borrowing WriteTurn
  ) async throws(StorageError) {
    try checkWritable()
    contents.withLock { state in
      for definition in definitions { state.definitions[definition.name] = definition.text }
    }
  }

  /// The definitions that were remembered, ordered by name as bytes.
  public func definitions() async throws(StorageError) -> [StoredDefinition] {
    contents.withLock(\.definitions).sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { StoredDefinition(name: $0.key, text: $0.value) }
  }

  /// Forgets what was not committed and takes nothing more; the committed samples stay as long as the store.
  public func close() async throws(StorageError) {
    isClosed.store(true, ordering: .releasing)
    contents.withLock { $0.rollback() }
  }

  private func checkWritable() throws(StorageError) {
    if options.isReadOnly { throw StorageError(.unwritable, "the store in memory is opened for reading only") }
    if isClosed.load(ordering: .acquiring) { throw StorageError(.failed, "the store in memory was closed") }
  }
}
