import AssayPlatform
import CSQLite
import HealthStorage
import Synchronization

/// The connections that read a store, kept open for later queries, and the threads on which they read.
///
/// One query runs on each thread. A scan may use several connections; it opens a second and further ones only while
/// fewer are open than there are threads. So the number of open connections is at most twice the number of threads, and
/// at most the number of threads if no query runs.
final class ReaderPool: Sendable {
  private struct State {
    var idle: [Reader] = []
    /// The connections that are open, idle ones among them.
    var openCount = 0
    var isClosed = false
  }

  let threads = ReaderThreads("assay.sqlite.reader")
  private let place: StoreLocation
  private let ladder: SchemaMigrations
  private let waitMilliseconds: Int
  private let state = Mutex(State())
  private let opened = Atomic<Int>(0)

  init(_ place: StoreLocation, _ ladder: SchemaMigrations, waitMilliseconds: Int) {
    self.place = place
    self.ladder = ladder
    self.waitMilliseconds = waitMilliseconds
  }

  /// How many connections were ever opened.
  var openedCount: Int { opened.load(ordering: .relaxed) }

  /// How many connections are open, idle ones among them.
  var openCount: Int { state.withLock { $0.openCount } }

  /// Answers a question on a thread of the pool: what is committed, all of it as of one moment.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, which also ends a statement that runs.
  func read<Value>(_ work: (Reader) throws -> Value) async throws -> Value {
    let running = RunningReaders()
    return try await withTaskCancellationHandler {
      try await withTaskExecutorPreference(threads) {
        try Task.checkCancellation()
        let reader = try take()
        return try use(reader, in: running) { reader in
          try reader.begin()
          return try work(reader)
        }
      }
    } onCancel: {
      running.interrupt()
    }
  }

  /// Uses a connection that was taken, and gives it back; one that failed is closed.
  func use<Value>(_ reader: Reader, in running: RunningReaders, _ work: (Reader) throws -> Value) throws -> Value {
    guard running.add(reader) else {
      giveBack(reader)
      throw CancellationError()
    }
    do {
      let value = try work(reader)
      running.remove(reader)
      giveBack(reader)
      return value
    } catch {
      running.remove(reader)
      if error is DatabaseError || error is StorageError { drop(reader) } else { giveBack(reader) }
      if let error = error as? DatabaseError, error.resultCode == SQLITE_INTERRUPT { throw CancellationError() }
      throw error
    }
  }

  /// An idle connection to the file that is there now, or a new one.
  func take() throws -> Reader {
    if let reader = idleReader() { return reader }
    state.withLock { $0.openCount += 1 }
    return try open()
  }

  /// One more connection, unless there is one for each thread.
  func takeMore() throws -> Reader? {
    if let reader = idleReader() { return reader }
    let mayOpen = state.withLock { state in
      guard state.openCount < threads.count else { return false }
      state.openCount += 1
      return true
    }
    return mayOpen ? try open() : nil
  }

  private func open() throws -> Reader {
    opened.add(1, ordering: .relaxed)
    do {
      return try Reader(place, ladder, waitMilliseconds: waitMilliseconds)
    } catch {
      state.withLock { $0.openCount -= 1 }
      throw error
    }
  }

  /// Connections to a file that was replaced, or is gone, are closed: they would answer from the old one.
  private func idleReader() -> Reader? {
    let file = FileIdentity(of: place.path)
    var stale: [Reader] = []
    let reader = state.withLock { state -> Reader? in
      while let reader = state.idle.popLast() {
        if reader.reads(file) { return reader }
        stale.append(reader)
      }
      return nil
    }
    for reader in stale { drop(reader) }
    return reader
  }

  /// Ends a connection's reading and keeps it for the next question.
  func giveBack(_ reader: Reader) {
    let isFit = reader.end()
    let isKept = state.withLock { state in
      guard isFit, !state.isClosed, state.idle.count < threads.count else { return false }
      state.idle.append(reader)
      return true
    }
    if !isKept { drop(reader) }
  }

  func drop(_ reader: Reader) {
    _ = reader.end()
    try? reader.db.close()
    state.withLock { $0.openCount -= 1 }
  }

  /// Closes the idle connections, and each other one when its question is answered.
  func close() {
    let idle = state.withLock { state -> [Reader] in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    for reader in idle { drop(reader) }
  }
}

/// The connections that a question uses now, so that cancelling the task ends their statements.
final class RunningReaders: Sendable {
  private struct State {
    var readers: [Reader] = []
    var isInterrupted = false
  }

  private let state = Mutex(State())

  /// Notes a connection before it is used.
  ///
  /// - Returns: `false` when the task was cancelled before: nothing would end the connection's statements any more.
  func add(_ reader: Reader) -> Bool {
    state.withLock { state in
      guard !state.isInterrupted else { return false }
      state.readers.append(reader)
      return true
    }
  }

  func remove(_ reader: Reader) { state.withLock { $0.readers.removeAll { $0 === reader } } }

  /// Within the lock, so that no connection is interrupted that answers another question already.
  func interrupt() {
    state.withLock { state in
      state.isInterrupted = true
      for reader in state.readers { reader.interrupt() }
    }
  }
}
