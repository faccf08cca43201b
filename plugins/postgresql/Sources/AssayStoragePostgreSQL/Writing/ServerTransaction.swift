import HealthModel
import HealthPlugins
import HealthStorage

/// An open transaction of the one writer that the store has at a time.
///
/// It holds the store's lock from its beginning to its end, so what it knows of the store stays true, and the number
/// that its commit will have is known: numbers are given in the order in which commits become visible.
final class ServerTransaction {
  let connection: ServerConnection
  /// The number of the store's last commit.
  let last: Int64
  private let locks: StoreLocks
  var added = 0
  /// What is known of the store, this transaction included.
  var memory: WriterMemory
  /// What this transaction stored since all leaves had indexes.
  var recent: [SampleID: KnownSample] = [:]
  /// Given ids that are not in their table yet.
  var ids = WaitingIDs()

  /// The number that the commit will have if it changes something.
  var number: Int64 { last + 1 }

  /// Waits for the lock and begins.
  init(
    _ connection: ServerConnection, _ locks: StoreLocks, version: Int32, memory: WriterMemory?
  ) throws(PluginError) {
    self.connection = connection
    self.locks = locks
    // Each statement sees what was committed when it begins: what comes after the lock sees all of the writer before.
    try connection.run(script: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
    do throws(PluginError) {
      try locks.writing.hold(connection)
      let found = try connection.run(
        "SELECT (SELECT coalesce(max(number), 0) FROM assay_commits), (SELECT max(version) FROM assay_store)")
      guard found.integer(0, 1) == version else {
        throw PluginError(
          .configuration, "a newer version of the plugin has migrated the store", code: .future,
          hint: "use the version that did, or a newer one")
      }
      let last = found.long(0, 0)
      guard last < Int64(Int32.max) else { throw PluginError(.system, "the store has no commit left", code: .full) }
      self.last = last
      if let memory, memory.commit == last {
        self.memory = memory
      } else {
        self.memory = try WriterMemory(connection, commit: last)
      }
    } catch {
      ServerTransaction.abandon(connection)
      throw error
    }
  }

  /// Commits with notes; returns after the server has synced.
  ///
  /// - Returns: the number of the commit, or of the last one when nothing was added.
  func commit(_ notes: [(key: String, text: String)], bulk: Int) throws(PluginError) -> Int64 {
    if added > 0 {
      // The next transaction fills the same leaves: indexes of random order are made when the import is at its end.
      let isBulk = memory.seen != nil && added >= bulk && !Notes.endAnImport(notes)
      try makeIndexes(all: !isBulk)
      try memory.types.write(connection)
      try connection.run(
        "INSERT INTO assay_commits (number, added, deleted) VALUES ($1, $2, 0)", [.long(number), .long(Int64(added))])
    }
    for note in notes { try Notes.keep(note.key, note.text, connection) }
    try finish()
    memory.commit = added > 0 ? number : last
    return memory.commit
  }

  /// Gives new leaves their indexes; from here on the server finds what this transaction stored.
  func makeIndexes(all: Bool) throws(PluginError) {
    try ids.store(connection)
    try memory.leaves.makeIndexes(connection, all: all)
    recent = [:]
  }

  /// Ends the transaction so that all of it counts.
  func finish() throws(PluginError) {
    try locks.committing.hold(connection)
    // A transaction that failed before ends with a success as well, and another word.
    guard try connection.run("COMMIT").tag == "COMMIT" else {
      throw PluginError(.system, "the server rolled the transaction back", code: .failed)
    }
  }

  /// Ends the transaction so that nothing of it counts.
  func rollBack() { Self.abandon(connection) }

  /// A connection on which not even this works is lost, and the server rolls back by itself.
  private static func abandon(_ connection: ServerConnection) {
    connection.giveUpCopy()
    _ = try? connection.run(script: "ROLLBACK")
  }
}
