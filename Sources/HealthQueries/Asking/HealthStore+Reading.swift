import HealthModel
import HealthStorage

/// The one way from queries to the store: a cancelled task ends a query of every kind with `CancellationError`, after
/// the batch that is being read.
extension HealthStore {
  /// Passes the samples that match to a function; see `StorageBackend.query`.
  func read(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    try await cancellable {
      try await backend.query(query) { batch in
        try Task.checkCancellation()
        return try body(batch)
      }
    }
  }

  /// Passes changes to a function; see `StorageBackend.changes`.
  func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    try await cancellable {
      try await backend.changes(query) { page in
        try Task.checkCancellation()
        return try body(page)
      }
    }
  }

  /// Reduces samples part by part; see `StorageBackend.scan`.
  func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result] {
    try await cancellable {
      try await backend.scan(scan, into: initial) { result, columns in
        try Task.checkCancellation()
        try update(&result, columns)
      }
    }
  }

  /// How many samples there are of each type; see `StorageBackend.counts`.
  func counts() async throws -> [StoredTypeCount] { try await cancellable { try await backend.counts() } }

  private func cancellable<Value>(_ work: () async throws -> Value) async throws -> Value {
    try Task.checkCancellation()
    do {
      return try await work()
    } catch {
      // A store that is interrupted may report it as its own error.
      if error is StorageError { try Task.checkCancellation() }
      throw error
    }
  }
}
