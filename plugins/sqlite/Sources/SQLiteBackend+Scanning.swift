import HealthModel
import HealthStorage
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Scans: the parts of the time are read at the same time, each reader with a connection of its own, all of them as of
/// one commit.
extension SQLiteBackend {
  func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result] {
    if let error = closedError { throw error }
    let count = scan.partCount
    guard count > 0 else { return [] }
    let snapshots = try asStorageError { try Snapshots.open(count: Self.readerCount(parts: count), of: self) }
    let work = ScanWork<Result>(count: count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for snapshot in snapshots {
        group.addTask {
          while let part = work.next() {
            var result = initial(part)
            try self.asStorageError {
              let reader = ScanReader(scope: snapshot.scope, wanted: scan.columns)
              try reader.run(scan.query(ofPart: part)) { try update(&result, $0) }
            }
            work.finish(part, result)
            try Task.checkCancellation()
          }
        }
      }
      try await group.waitForAll()
    }
    return work.results
  }

  /// One reader for each processor, at most four and no more than there are parts.
  private static func readerCount(parts: Int) -> Int {
    max(1, min(parts, 4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  private func asStorageError<Value>(_ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch let error as DatabaseError {
      throw StoreFailure.storageError(error, at: place)
    }
  }
}

/// Which parts are taken, and what became of those that are done.
private final class ScanWork<Result: Sendable>: Sendable {
  private let count: Int
  private let taken = Atomic<Int>(0)
  private let done: Mutex<[Result?]>

  init(count: Int) {
    self.count = count
    done = Mutex(Array(repeating: nil, count: count))
  }

  /// The next part that nobody has taken; `nil` when there is none.
  func next() -> Int? {
    let part = taken.add(1, ordering: .relaxed).oldValue
    return part < count ? part : nil
  }

  func finish(_ part: Int, _ result: Result) { done.withLock { $0[part] = result } }

  /// The results of the parts that are done, in their order.
  var results: [Result] { done.withLock { $0.compactMap(\.self) } }
}

/// A connection in a read transaction, handed from the task that opened it to the one that reads.
///
/// Unchecked: the compiler does not see that one task at a time has it.
private final class Snapshot: @unchecked Sendable {
  let scope: ReadScope

  private init(_ scope: ReadScope) { self.scope = scope }

  deinit {
    try? scope.db.execute(sql: "ROLLBACK")
    try? scope.db.close()
  }

  /// Opens a connection and begins to read, which fixes what it sees.
  ///
  /// - Returns: the snapshot and the number of the last commit it sees, with SQLite's count of deletions.
  fileprivate static func open(_ store: SQLiteBackend) throws -> (snapshot: Snapshot, commit: Int64) {
    let db = try Connections.reader(at: store.place, waitMilliseconds: store.options.waitMilliseconds)
    try db.execute(sql: "BEGIN")
    let commit = try StoreCaches.lastCommit(in: db)
    let scope = ReadScope(
      db: db, registry: store.registry, plans: store.plans,
      stored: try StoredTypes(in: db, registry: store.registry))
    return (Snapshot(scope), commit)
  }
}

/// Connections that all see the same commit.
private enum Snapshots {
  /// Opens so many; while others commit in between, those that see less are opened again.
  static func open(count: Int, of store: SQLiteBackend) throws -> [Snapshot] {
    var opened: [(snapshot: Snapshot, commit: Int64)] = []
    while opened.count < count {
      let new = try Snapshot.open(store)
      opened.removeAll { $0.commit != new.commit }
      opened.append(new)
    }
    return opened.map(\.snapshot)
  }
}
