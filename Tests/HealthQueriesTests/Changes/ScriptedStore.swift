import HealthModel
import HealthStorage
import Synchronization

/// A store that counts how often it is asked for changes, and can refuse to tell them or end them where they began.
final class ScriptedStore: StorageBackend {
  private let base: any StorageBackend
  private let count = Atomic<Int>(0)
  private let refusal: @Sendable (Int) -> StorageError?
  private let isStuck: Bool

  /// Wraps a store; `refusal` says what is wrong at the first, second, … question for changes.
  init(
    _ base: any StorageBackend, isStuck: Bool = false,
    refusal: @escaping @Sendable (Int) -> StorageError? = { _ in nil }
  ) {
    self.base = base
    self.isStuck = isStuck
    self.refusal = refusal
  }

  /// How often it was asked for changes.
  var questions: Int { count.load(ordering: .relaxed) }

  var registry: Registry { base.registry }
  var line: WriterQueue { base.line }
  var capabilities: StorageCapabilities { base.capabilities }

  func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    if let error = refusal(number) { throw error }
    let end = try await base.changes(query, body)
    return isStuck ? query.anchor : end
  }

  func append(_ batch: SampleBatch, in turn: borrowing WriteTurn) async throws(StorageError) -> AppendReceipt {
    try await base.append(batch, in: turn)
  }

  func commit(_ progress: ImportProgress?, in turn: borrowing WriteTurn) async throws(StorageError) {
    try await base.commit(progress, in: turn)
  }

  func rollback(in turn: borrowing WriteTurn) async { await base.rollback(in: turn) }

  func progress(of input: String) async throws(StorageError) -> ImportProgress? {
    try await base.progress(of: input)
  }

  func imports() async throws(StorageError) -> [ImportProgress] { try await base.imports() }

  func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    try await base.query(query, body)
  }

  func counts() async throws(StorageError) -> [StoredTypeCount] { try await base.counts() }

  func information() async throws(StorageError) -> StoreInformation { try await base.information() }

  func verify() async throws(StorageError) -> [StoreFault] { try await base.verify() }

  func close() async throws(StorageError) { try await base.close() }
}
