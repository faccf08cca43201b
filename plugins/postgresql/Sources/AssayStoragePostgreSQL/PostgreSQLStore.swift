import HealthModel
import HealthPlugins
import HealthStorage

/// A store in a schema of a PostgreSQL database.
///
/// One connection writes, another one answers questions, so that those see committed samples only.
final class PostgreSQLStore: LineStore {
  /// Called when the server is gone, with what it said last.
  private let onLoss: (String) -> Void
  private var settings: SessionSettings?
  private var writer: StoreWriter?
  private var reader: StoreReader?
  private let ladder: TableLadder
  private(set) var openingNote: String?

  /// The plugin's version.
  static let version = "0.1.0"
  private static let levels = ["query", "scan", "changes", "delete", "statistics", "compact"]
  private static let conditions = [
    "types", "ids", "from", "to", "omit_members", "descending", "strict", "source", "subject", "device", "metadata",
    "values", "members", "by_end", "after", "limit",
  ]

  /// How many samples a transaction of a bulk import adds at least.
  private let bulk: Int

  /// A store that is not open yet.
  init(_ ladder: TableLadder = .released, bulk: Int = 50_000, onLoss: @escaping (String) -> Void) {
    self.ladder = ladder
    self.bulk = bulk
    self.onLoss = onLoss
  }

  func open(_ hello: HostHello) throws(PluginError) -> PluginHello {
    let settings = SessionSettings(
      address: try StoreAddress(hello), waitMilliseconds: hello.waitMilliseconds)
    let connection = try settings.connect()
    let schema = settings.address.schema
    let from = try SchemaOpening(connection: connection, schema: schema, ladder: ladder)
      .prepare(isReadOnly: hello.isReadOnly)
    openingNote = from.map {
      "migrated the store in the schema \(TextEscaping.escaped(schema)) from version \($0) to version \(ladder.newest)"
    }
    self.settings = settings
    // After a commit that the server may still be making for a plugin that was killed.
    let resume = try settings.locks.committing.behind(connection) { () throws(PluginError) in
      try Notes.resumePoint(of: hello.session, connection)
    }
    if hello.isReadOnly {
      reader = StoreReader(connection)
    } else {
      writer = StoreWriter(connection, settings.locks, hello: hello, version: ladder.newest, bulk: bulk)
    }
    // What is stored at once is sorted into the indexes of new leaves at once.
    let isEmpty = try connection.run("SELECT NOT EXISTS (SELECT FROM assay_commits)").flag(0, 0)
    return PluginHello(
      name: "postgresql", version: Self.version, levels: Self.levels, conditions: Self.conditions,
      maximumBatch: 10_000, minimumBatch: 1000, credits: 4, commitSize: isEmpty ? 100_000 : 50_000, resume: resume)
  }

  // MARK: Writing

  func append(_ lines: SampleLines) throws(PluginError) -> BatchAcknowledgement {
    try watching { () throws(PluginError) in try openWriter().append(lines) }
  }

  func commit(notes: [(key: String, text: String)]) throws(PluginError) -> Int64 {
    try watching { () throws(PluginError) in try openWriter().commit(notes) }
  }

  func rollback() throws(PluginError) { writer?.rollBack() }

  func delete(_ query: SampleQuery) throws(PluginError) -> DeletionReceipt {
    try watching { () throws(PluginError) in try openWriter().delete(query) }
  }

  func compact() throws(PluginError) -> CompactionReceipt {
    try watching { () throws(PluginError) in try openWriter().compact() }
  }

  func forget(_ keys: [String]) throws(PluginError) -> Int {
    try watching { () throws(PluginError) in try openWriter().forget(keys) }
  }

  // MARK: Reading

  func notes(prefix: String) throws(PluginError) -> [(key: String, text: String)] {
    // Whose own transaction is open is not after another one.
    let isNext = prefix.hasPrefix(Notes.importPrefix) && writer.map { !$0.isWriting } ?? false
    return try watching { () throws(PluginError) in
      try openReader().notes(prefix: prefix, behind: isNext ? settings?.locks.writing : nil)
    }
  }

  func query(_ query: SampleQuery, _ body: (RowPage) throws(PluginError) -> Bool) throws(PluginError) {
    try watching { () throws(PluginError) in try openReader().query(query, body) }
  }

  func scan(
    _ query: SampleQuery, _ columns: SampleScan.Columns, _ body: (ColumnPage) throws(PluginError) -> Bool
  ) throws(PluginError) {
    try watching { () throws(PluginError) in try openReader().scan(query, columns, body) }
  }

  func counts() throws(PluginError) -> [StoredTypeCount] {
    try watching { () throws(PluginError) in try openReader().counts() }
  }

  func changes(
    _ query: ChangeQuery, _ body: (ChangeRows) throws(PluginError) -> Bool
  ) throws(PluginError) -> ChangeAnchor {
    try watching { () throws(PluginError) in try openReader().changes(query, body) }
  }

  func statistics(_ query: SampleQuery) throws(PluginError) -> SampleStatistics {
    try watching { () throws(PluginError) in try openReader().statistics(query) }
  }

  func information() throws(PluginError) -> StoreInformation {
    try watching { () throws(PluginError) in try openReader().information() }
  }

  func verify() throws(PluginError) -> [StoreFault] {
    try watching { () throws(PluginError) in try openReader().verify() }
  }

  /// Closes both connections; the server rolls back what is not committed.
  func close() {
    writer?.rollBack()
    writer = nil
    reader = nil
    settings = nil
  }

  // MARK: Connections

  private func openWriter() throws(PluginError) -> StoreWriter {
    guard let writer else {
      throw PluginError(.configuration, "the store is not open for writing", code: .unwritable)
    }
    return writer
  }

  private func openReader() throws(PluginError) -> StoreReader {
    if let reader { return reader }
    guard let settings else { throw PluginError(.configuration, "the store is not open", code: .failed) }
    let reader = StoreReader(try settings.connect())
    self.reader = reader
    return reader
  }

  /// Runs a function, and reports if the connection to the server was lost.
  private func watching<Value>(_ work: () throws(PluginError) -> Value) throws(PluginError) -> Value {
    do throws(PluginError) {
      return try work()
    } catch {
      if writer?.isLost ?? false || reader?.isLost ?? false { onLoss(error.message) }
      throw error
    }
  }
}
