import HealthModel
import HealthStorage
import Synchronization

/// A store that passes its samples on in small batches, counts them, and cancels the task after the first.
final class CancellingStore: StorageBackend {
  private let base: any StorageBackend
  private let count = Atomic<Int>(0)
  /// How many samples a batch has, members left out.
  private static let size = 10

  init(_ base: any StorageBackend) { self.base = base }

  /// How often a function was called with samples.
  var passed: Int { count.load(ordering: .relaxed) }

  var capabilities: StorageCapabilities { base.capabilities }
  var registry: Registry { base.registry }
  var line: WriterQueue { base.line }

  func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    try await base.query(query) { batch in
      for part in Self.parts(of: batch) {
        count.wrappingAdd(1, ordering: .relaxed)
        guard try body(part) else { return false }
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return true
    }
  }

  func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    try await base.changes(query) { page in
      for part in Self.parts(of: page.added) {
        count.wrappingAdd(1, ordering: .relaxed)
        guard try body(ChangePage(commit: page.commit, added: part, isEndOfCommit: false)) else { return false }
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return true
    }
  }

  private static func parts(of batch: SampleBatch) -> [SampleBatch] {
    var parts: [SampleBatch] = []
    var heads = 0
    var row = 0
    while row < batch.count {
      if heads % size == 0 { parts.append(SampleBatch()) }
      let group = batch.group(at: row)
      var part = parts.removeLast()
      let head = Int32(truncatingIfNeeded: part.count)
      for row in group { part.append(row, of: batch, correlation: row == group.lowerBound ? -1 : head) }
      parts.append(part)
      row = group.upperBound
      heads += 1
    }
    return parts
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

  func counts() async throws(StorageError) -> [StoredTypeCount] { try await base.counts() }

  func information() async throws(StorageError) -> StoreInformation { try await base.information() }

  func verify() async throws(StorageError) -> [StoreFault] { try await base.verify() }

  func close() async throws(StorageError) { try await base.close() }
}
