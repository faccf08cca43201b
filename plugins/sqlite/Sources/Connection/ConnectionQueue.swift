import Dispatch

/// A connection with a serial queue: its work runs in order, and a task that waits for the disk blocks no thread of the
/// pool.
///
/// Unchecked: the compiler does not see that the connection is touched on the queue alone.
final class ConnectionQueue: @unchecked Sendable {
  private let db: Database
  private let queue = DispatchQueue(label: "assay.sqlite.writer")

  /// Takes over a connection, which no one else may use from now on.
  init(_ db: sending Database) { self.db = db }

  /// Runs work and waits for it.
  func sync<Value>(_ work: (Database) throws -> Value) rethrows -> Value { try queue.sync { try work(db) } }

  /// Runs work later, after what waits already.
  func async(_ work: @escaping @Sendable (Database) -> Void) {
    queue.async { work(self.db) }
  }

  /// Closes the connection after all work.
  func close() throws { try queue.sync { try db.close() } }
}
