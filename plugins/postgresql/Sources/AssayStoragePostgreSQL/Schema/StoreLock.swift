import HealthPlugins

/// An advisory lock of the server: it ends with the transaction or the connection, whatever happens to the process.
struct StoreLock: Sendable, Hashable {
  /// The lock's number in the database.
  let key: Int64

  /// FNV-1a over a text; two stores with one number would only wait for each other.
  fileprivate init(_ text: String) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    key = Int64(bitPattern: hash)
  }

  /// Waits for the lock, and holds it until the transaction ends.
  func hold(_ connection: ServerConnection) throws(PluginError) {
    try connection.run("SELECT pg_advisory_xact_lock($1)", [.long(key)])
  }

  /// Waits until no one holds the lock, then runs a function that sees the holders' commits.
  func behind<Value>(
    _ connection: ServerConnection, _ work: () throws(PluginError) -> Value
  ) throws(PluginError) -> Value {
    // Each statement sees what was committed before it begins.
    try connection.run(script: "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY")
    defer { _ = try? connection.run(script: "ROLLBACK") }
    try connection.run("SELECT pg_advisory_xact_lock_shared($1)", [.long(key)])
    return try work()
  }

  /// Holds the lock while something is done that cannot be done in a transaction.
  func during(_ connection: ServerConnection, _ work: () throws(PluginError) -> Void) throws(PluginError) {
    try connection.run("SELECT pg_advisory_lock($1)", [.long(key)])
    defer { _ = try? connection.run("SELECT pg_advisory_unlock($1)", [.long(key)]) }
    try work()
  }
}

struct StoreLocks: Sendable, Hashable {
  /// Held by the one writer of the store from a transaction's beginning to its end.
  let writing: StoreLock
  /// Held while a transaction commits.
  ///
  /// A plugin that was killed may have left the server committing for it: who opens the store waits for that, and not
  /// for the rest of other writers' transactions.
  let committing: StoreLock

  init(schema: String) {
    writing = StoreLock("assay writing \(schema)")
    committing = StoreLock("assay committing \(schema)")
  }
}
