import HealthModel
import HealthPlugins
import HealthStorage

/// Writes to a store: one transaction at a time, on a separate connection.
final class StoreWriter {
  private let connection: ServerConnection
  private let locks: StoreLocks
  private let owner: String?
  private let restoresDeleted: Bool
  /// How many samples a transaction of a bulk import adds at least.
  private let bulk: Int
  private let version: Int32
  private var transaction: ServerTransaction?
  /// What the last transaction left.
  private var memory: WriterMemory?

  /// A writer for what the host said it will do.
  init(_ connection: ServerConnection, _ locks: StoreLocks, hello: HostHello, version: Int32, bulk: Int) {
    self.bulk = bulk
    self.connection = connection
    self.version = version
    self.locks = locks
    owner = hello.owner
    restoresDeleted = hello.restoresDeleted
  }

  /// Whether the server is gone.
  var isLost: Bool { connection.isLost }

  /// Whether a transaction is open: no other writer has one then.
  var isWriting: Bool { transaction != nil }

  func append(_ lines: SampleLines) throws(PluginError) -> BatchAcknowledgement {
    guard lines.count > 0 else { return BatchAcknowledgement() }
    do throws(PluginError) {
      return try begin().append(lines, restoresDeleted: restoresDeleted)
    } catch {
      rollBack()
      throw error
    }
  }

  func commit(_ notes: [(key: String, text: String)]) throws(PluginError) -> Int64 {
    do throws(PluginError) {
      let transaction = try begin()
      let number = try transaction.commit(notes, bulk: bulk)
      memory = transaction.memory
      self.transaction = nil
      return number
    } catch {
      rollBack()
      throw error
    }
  }

  func rollBack() {
    transaction?.rollBack()
    transaction = nil
    memory = nil
  }

  func delete(_ query: SampleQuery) throws(PluginError) -> DeletionReceipt {
    try checkIdle()
    do throws(PluginError) {
      let transaction = try begin()
      let deleted = try SampleDeletion(transaction, owner: owner).delete(query)
      guard deleted > 0 else {
        rollBack()
        return DeletionReceipt(deleted: 0, anchor: ChangeAnchor(commit: transaction.last))
      }
      try transaction.finish()
      self.transaction = nil
      memory = nil
      return DeletionReceipt(deleted: deleted, anchor: ChangeAnchor(commit: transaction.number))
    } catch {
      rollBack()
      throw error
    }
  }

  /// Removes notes; the bytes go with `compact`, as those of deleted samples.
  func forget(_ keys: [String]) throws(PluginError) -> Int {
    try checkIdle()
    do throws(PluginError) {
      let transaction = try begin()
      let count = try Notes.remove(keys, connection)
      try transaction.finish()
      self.transaction = nil
      return count
    } catch {
      rollBack()
      throw error
    }
  }

  /// Writes the tables anew, without what was deleted or replaced, and gives their old files back.
  func compact() throws(PluginError) -> CompactionReceipt {
    try checkIdle()
    let before = try ServerFacts.byteCount(connection)
    try locks.writing.during(connection) { () throws(PluginError) in
      for table in StoreTables.tableNames { try connection.run("VACUUM (FULL, ANALYZE) \(table)") }
    }
    return CompactionReceipt(bytesBefore: before, bytesAfter: try ServerFacts.byteCount(connection))
  }

  private func begin() throws(PluginError) -> ServerTransaction {
    if let transaction { return transaction }
    let new = try ServerTransaction(connection, locks, version: version, memory: memory)
    // The transaction has it alone now, so that nothing of it is copied.
    memory = nil
    transaction = new
    return new
  }

  private func checkIdle() throws(PluginError) {
    guard transaction == nil else {
      throw PluginError(.configuration, "appended samples wait for their commit", code: .failed)
    }
  }
}
