import HealthModel
import HealthStorage

/// Each answer is read on a connection of its own: what is committed, all of it as of one moment.
extension SQLiteBackend {
  func progress(of input: String) async throws(StorageError) -> ImportProgress? {
    try answer { db in try ImportLog.progress(of: input, in: db) }
  }

  func imports() async throws(StorageError) -> [ImportProgress] {
    try answer { db in try ImportLog.all(in: db) }
  }

  func counts() async throws(StorageError) -> [StoredTypeCount] {
    try answer { db in try SampleReader.counts(in: db, registry: registry) }
  }

  func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    try ask { scope in try SampleReader(scope: scope).run(query, body) }
  }

  func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    try ask { scope in try ChangeReader(query, in: scope).run(body) }
  }

  func statistics(_ query: SampleQuery) async throws -> SampleStatistics {
    try ask { scope in try StatisticsReader(scope: scope).run(query) }
  }

  func information() async throws(StorageError) -> StoreInformation {
    try answer { db in try StoreFacts.information(in: db, at: place) }
  }

  func verify() async throws(StorageError) -> [StoreFault] {
    try answer { db in try StoreCheck.faults(in: db) }
  }

  /// Reads with all errors as the store's own.
  private func answer<Value>(_ work: (Database) throws -> Value) throws(StorageError) -> Value {
    do {
      return try read(work)
    } catch {
      throw StoreFailure.storageError(error, at: place)
    }
  }

  /// Reads samples with SQLite's errors as the store's own; what the function throws that takes them passes through.
  private func ask<Value>(_ work: (ReadScope) throws -> Value) throws -> Value {
    do {
      return try read { db in
        try work(
          ReadScope(db: db, registry: registry, plans: plans, stored: try StoredTypes(in: db, registry: registry)))
      }
    } catch let error as DatabaseError {
      throw StoreFailure.storageError(error, at: place)
    }
  }

  private func read<Value>(_ work: (Database) throws -> Value) throws -> Value {
    if let error = closedError { throw error }
    let reader = try Connections.reader(at: place, waitMilliseconds: options.waitMilliseconds)
    try reader.execute(sql: "BEGIN")
    defer { try? reader.execute(sql: "ROLLBACK") }
    return try work(reader)
  }
}
