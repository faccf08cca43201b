import AssayPlatform
import HealthModel
import HealthStorage
import Synchronization

/// Scans: the parts of the time are read at the same time, each reader on a separate connection, all of them as of one
/// commit.
extension SQLiteBackend {
  func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result] {
    if let error = closedError { throw error }
    let count = scan.partCount
    guard count > 0 else { return [] }
    let work = ScanWork<Result>(count: count)
    let running = RunningReaders()
    let read: @Sendable (ReadScope) throws -> Void = { scope in
      while let part = work.next() {
        try Task.checkCancellation()
        var result = initial(part)
        let reader = ScanReader(scope: scope, wanted: scan.columns)
        try reader.run(scan.query(ofPart: part)) { try update(&result, $0) }
        work.finish(part, result)
      }
    }
    do {
      try await withTaskCancellationHandler {
        try await withTaskExecutorPreference(readers.threads) {
          try Task.checkCancellation()
          let opened = try Snapshots.open(count: Self.readerCount(parts: count), of: self)
          let answer: @Sendable (Reader) throws -> Void = { try read($0.scope(self.registry, self.plans)) }
          // Alone it is read here and now: a reader that is held while others have their turn would be one too many.
          if opened.count == 1, let only = opened.first { return try readers.use(only, in: running, answer) }
          try await withThrowingTaskGroup(of: Void.self) { group in
            for reader in opened {
              group.addTask { try self.readers.use(reader, in: running, answer) }
            }
            try await group.waitForAll()
          }
        }
      } onCancel: {
        running.interrupt()
      }
    } catch let error as DatabaseError {
      throw StoreFailure.storageError(error, at: place)
    }
    return work.results
  }

  /// One reader for each processor, at most four and no more than there are parts.
  private static func readerCount(parts: Int) -> Int {
    max(1, min(parts, 4, CurrentProcess.processorCount))
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

  /// The next free part; `nil` if none is left.
  func next() -> Int? {
    let part = taken.add(1, ordering: .relaxed).oldValue
    return part < count ? part : nil
  }

  func finish(_ part: Int, _ result: Result) { done.withLock { $0[part] = result } }

  /// The results of the parts that are done, in their order.
  var results: [Result] { done.withLock { $0.compactMap(\.self) } }
}

/// Connections that all see the same commit.
private enum Snapshots {
  /// Takes a number of connections, or fewer if the others are in use; if other writers commit in between, connections
  /// that see less begin again.
  static func open(count: Int, of store: SQLiteBackend) throws -> [Reader] {
    let pool = store.readers
    var opened: [(reader: Reader, commit: Int64)] = []
    do {
      while opened.count < count {
        guard let reader = try opened.isEmpty ? pool.take() : pool.takeMore() else { break }
        let new: (reader: Reader, commit: Int64)
        do {
          try reader.begin()
          new = (reader, try StoreCaches.lastCommit(in: reader.db))
          // From here on it knows the types of this commit.
          _ = try reader.scope(store.registry, store.plans)
        } catch {
          pool.drop(reader)
          throw error
        }
        for item in opened where item.commit != new.commit { pool.giveBack(item.reader) }
        opened.removeAll { $0.commit != new.commit }
        opened.append(new)
      }
    } catch {
      for item in opened { pool.giveBack(item.reader) }
      throw error
    }
    return opened.map(\.reader)
  }
}
