import HealthModel
import HealthStorage

/// Each answer is read on a connection that no other one uses meanwhile: what is committed, all of it as of one moment.
extension SQLiteBackend {
  func progress(of input: String) async throws(StorageError) -> ImportProgress? {
    try await answer { db in try ImportLog.progress(of: input, in: db) }
  }

  func imports() async throws(StorageError) -> [ImportProgress] {
    try await answer { db in try ImportLog.all(in: db) }
  }

  func definitions() async throws(StorageError) -> [StoredDefinition] {
    try await answer { db in try Self.definitions(in: db) }
  }

  func counts() async throws(StorageError) -> [StoredTypeCount] {
    try await answer { db in try SampleReader.counts(in: db, registry: registry) }
  }

  func subjects(limit: Int) async throws(StorageError) -> [String]? {
    try await answer { db in
      let statement = try PreparedStatement("SELECT name FROM assay_subjects ORDER BY name LIMIT ?1", in: db)
      statement.bind(1, Int64(limit))
      var names: [String] = []
      while try statement.step() { names.append(statement.text(0)) }
      return names
    }
  }

  func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    try await ask { scope in try SampleReader(scope: scope).run(query, body) }
  }

  func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    try await ask { scope in try ChangeReader(query, in: scope).run(body) }
  }

  func statistics(_ query: SampleQuery) async throws -> SampleStatistics {
    try await ask { scope in try StatisticsReader(scope: scope).run(query) }
  }

  func information() async throws(StorageError) -> StoreInformation {
    try await answer { db in try StoreFacts.information(in: db, at: place) }
  }

  func verify() async throws(StorageError) -> [StoreFault] {
    try await answer { db in try StoreCheck.faults(in: db) }
  }

  /// Reads with all errors as the store's own.
  private func answer<Value>(_ work: (Database) throws -> Value) async throws(StorageError) -> Value {
    do {
      if let error = closedError { throw error }
      return try await readers.read { reader in try work(reader.db) }
    } catch is CancellationError {
      throw StorageError(.failed, "reading \(place.shown) was cancelled")
    } catch {
      throw StoreFailure.storageError(error, at: place)
    }
  }

  /// Reads samples with SQLite's errors as the store's own; what the function throws that takes them passes through.
  private func ask<Value>(_ work: (ReadScope) throws -> Value) async throws -> Value {
    if let error = closedError { throw error }
    do {
      return try await readers.read { reader in try work(reader.scope(registry, plans)) }
    } catch let error as DatabaseError {
      throw StoreFailure.storageError(error, at: place)
    }
  }
}
