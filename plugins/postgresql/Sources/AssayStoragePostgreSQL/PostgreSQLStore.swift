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
  private let ladder: TableMigrations
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
  init(_ ladder: TableMigrations = .released, bulk: Int = 50_000, onLoss: @escaping (String) -> Void) {
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

/// The settings of a store's connection, which do not depend on those of the server or the user.
struct SessionSettings: Sendable, Hashable {
  var address: StoreAddress
  /// How long to wait for a lock, in milliseconds.
  var waitMilliseconds: Int

  var locks: StoreLocks { StoreLocks(schema: address.schema) }

  func connect() throws(PluginError) -> ServerConnection {
    let connection = try ServerConnection.open(address)
    try connection.run(script: Self.script)
    // 0 would mean to wait for ever.
    let wait = min(max(1, waitMilliseconds), Int(Int32.max))
    try connection.run("SELECT set_config('lock_timeout', $1, false)", [.text(String(wait))])
    let schema = try connection.quoted(address.schema)
    try connection.run("SELECT set_config('search_path', $1, false)", [.text("\(schema), pg_temp")])
    return connection
  }

  /// No time limits, also those that only newer servers have; commits that wait for the disk, and for the standby where
  /// the server says so; no compiling of plans, which takes longer than what it saves here.
  private static let script = """
    SET client_min_messages = warning;
    SET standard_conforming_strings = on;
    SET TimeZone = 'UTC';
    SET jit = off;
    SELECT set_config('synchronous_commit', 'on', false)
      WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply');
    SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN (
      'statement_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout')
    """
}

/// Brings a store from layout 1, whose rows hold the whole text and which begins with the type, to layout 2.
///
/// Layout 1 did not note which ids are derived: all stay in the table of ids, where new samples with the same ids find
/// them. The views keep their names, so that those that people made of them stay as well.
enum LayoutTwo {
  private static let old = ["assay_samples", "assay_ids", "assay_members"]
  /// The most samples that are read at once: few at first, since one may have 33 MiB, then as many as have this many bytes.
  private static let fetched = (first: 16, most: 5000, bytes: 16 << 20)

  /// Takes the step, within the migration's transaction.
  static func take(_ connection: ServerConnection) throws(PluginError) {
    // Views of structured samples that are not the store's stay.
    let views = try connection.run(
      """
      SELECT viewname::text FROM pg_views WHERE schemaname = current_schema()
        AND viewname IN ('structured_samples', 'list_elements', 'series_points')
        AND strpos(definition, 'assay_samples') > 0
      """)
    let structured = Set((0..<views.count).map { views.text($0, 0) })
    for table in old { try connection.run("ALTER TABLE \(table) RENAME TO \(table)_1") }
    try connection.run("ALTER TABLE assay_types ADD COLUMN samples bigint NOT NULL DEFAULT 0")
    try connection.run("ALTER TABLE assay_store ADD COLUMN has_masked boolean NOT NULL DEFAULT false")
    for statement in [SampleTables.subjectNames] + SampleTables.statements + SampleFunctions.statements {
      try connection.run(statement)
    }
    try connection.run("CREATE OR REPLACE VIEW samples AS \(PublicViews.samples)")
    for view in StructureViews.all where structured.contains(view.name) {
      try connection.run("CREATE OR REPLACE VIEW \(view.name) AS \(view.select)")
    }
    try copySamples(connection)
    try connection.run(
      """
      INSERT INTO assay_members
      SELECT m.correlation, m.position, m.role, m.member, h.subject, h.type, h.start_us, i.subject, i.type, i.start_us
      FROM assay_members_1 m JOIN assay_ids h ON h.id = m.correlation JOIN assay_ids i ON i.id = m.member
      """)
    for table in old.reversed() { try connection.run("DROP TABLE \(table)_1") }
  }

  private static func copySamples(_ connection: ServerConnection) throws(PluginError) {
    let last = try connection.run("SELECT coalesce(max(number), 0) FROM assay_commits").long(0, 0)
    var memory = try WriterMemory(connection, commit: last)
    var storage = SampleStorage(connection)
    var ids = WaitingIDs()
    var isMasked = false
    try connection.run(
      """
      DECLARE old NO SCROLL CURSOR FOR
      SELECT s.id, s.digest, t.name, s.start_us, s.end_us, s.sample, i.added
      FROM assay_samples_1 s JOIN assay_ids_1 i ON i.id = s.id JOIN assay_types t ON t.id = s.type
      """)
    var next = fetched.first
    while true {
      let found = try connection.run("FETCH FORWARD \(next) FROM old")
      guard found.count > 0 else { break }
      var page = RowPage()
      for row in 0..<found.count {
        let isTimed = found.long(row, 3) != StoreTables.noTime
        page.append(
          id: found.id(row, 0), digest: UInt64(bitPattern: found.long(row, 1)), type: found.text(row, 2),
          start: isTimed ? found.long(row, 3) : nil, end: isTimed ? found.long(row, 4) : nil, role: nil,
          sample: found.bytes(row, 5))
      }
      next = page.text.count < fetched.bytes ? min(next * 2, fetched.most) : max(1, next / 4)
      let lines = try SampleLines(parsing: page.text, count: page.count)
      let columns = lines.lines.indices.map { ColumnValues($0, of: lines) }
      try memory.subjects.learn(columns.lazy.compactMap(\.subject), in: lines.text, connection)
      var rows: [NewRow] = []
      for (index, line) in lines.lines.enumerated() {
        let type = try memory.types.number(of: line.type, in: lines.text, connection)
        memory.types.noteSample(of: type)
        isMasked = isMasked || line.id.version == 8 && line.start != nil
        let subject = columns[index].subjectNumber(memory.subjects, in: lines.text) ?? StoreTables.noSubject
        rows.append(
          NewRow(
            line: index,
            place: SampleLocation(subject: subject, type: type, start: line.start ?? StoreTables.noTime),
            end: line.end ?? StoreTables.noTime, id: line.id, isDerived: false,
            added: Int32(clamping: found.long(index, 6))))
      }
      try storage.store(rows, columns, of: lines, &memory, ids: &ids)
      try ids.store(connection)
    }
    try connection.run("CLOSE old")
    try memory.leaves.makeIndexes(connection)
    try memory.types.write(connection)
    if isMasked { try connection.run("UPDATE assay_store SET has_masked = true") }
    try connection.run("ANALYZE assay_ids")
  }
}

/// Determines what a schema is, makes a store of a missing or empty one, and migrates a store of an earlier version.
struct SchemaOpening {
  let connection: ServerConnection
  let schema: String
  let ladder: TableMigrations

  private enum State {
    case absent
    case empty
    case store(version: Int32)
    case foreign
  }

  /// Makes sure that the schema is a store that this plugin can work with.
  ///
  /// - Returns: the version that the store was migrated from; `nil` when it was not.
  func prepare(isReadOnly: Bool) throws(PluginError) -> Int32? {
    if case .store(let version) = try state() {
      try check(version)
      if version == ladder.newest { return nil }
      if isReadOnly {
        guard ladder.canRead(version) else { throw past(version) }
        return nil
      }
    }
    guard !isReadOnly else {
      throw PluginError(
        .configuration, "the database has no store in the schema \(shown)", code: .missing,
        hint: "name the schema of the store: schema=NAME")
    }
    try connection.run(script: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
    do throws(PluginError) {
      // Of several that make the same store one does, and the others find it.
      try StoreLocks(schema: schema).writing.hold(connection)
      let from = try make()
      try connection.run(script: "COMMIT")
      return from
    } catch {
      _ = try? connection.run(script: "ROLLBACK")
      throw error
    }
  }

  private var shown: String { TextEscaping.escaped(schema) }

  /// Makes a store or migrates it, whoever was faster; the result is the version that it was migrated from.
  private func make() throws(PluginError) -> Int32? {
    switch try state() {
    case .store(let version):
      try check(version)
      guard version < ladder.newest else { return nil }
      try climb(from: version)
      return version
    case .foreign:
      throw PluginError(
        .configuration, "the schema \(shown) holds tables of something else", code: .foreign,
        hint: "give the store a separate schema: schema=NAME")
    case .absent:
      let name = try connection.quoted(schema)
      try connection.run(script: "CREATE SCHEMA \(name)")
    case .empty: break
    }
    for statement in StoreTables.statements { try connection.run(statement) }
    try climb(from: StoreTables.version)
    return nil
  }

  private func climb(from version: Int32) throws(PluginError) {
    for step in ladder.steps(after: version) {
      for statement in step.statements { try connection.run(statement) }
      try step.work?(connection)
      try connection.run("UPDATE assay_store SET version = $1", [.integer(step.to)])
    }
  }

  private func past(_ version: Int32) -> PluginError {
    PluginError(
      .configuration,
      "the store in the schema \(shown) has version \(version), and this plugin reads version \(ladder.newest)",
      code: .unwritable,
      hint:
        "run `assay store compact` on it once, as a user who may write there: opening a store for writing migrates it")
  }

  private func check(_ version: Int32) throws(PluginError) {
    guard version <= ladder.newest else {
      throw PluginError(
        .configuration, "the store in the schema \(shown) was written by a newer version", code: .future,
        hint: "use the version that wrote it, or a newer one")
    }
    guard version >= StoreTables.firstVersion else {
      throw PluginError(.configuration, "the schema \(shown) is not a known store", code: .foreign)
    }
  }

  private func state() throws(PluginError) -> State {
    let found = try connection.run(
      """
      SELECT
        EXISTS (SELECT FROM pg_namespace WHERE nspname = $1),
        EXISTS (
          SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1),
        2 = (
          SELECT count(*) FROM pg_attribute a
          JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE n.nspname = $1 AND c.relname = 'assay_store' AND (
            a.attname = 'product' AND a.atttypid = 'text'::regtype
            OR a.attname = 'version' AND a.atttypid = 'integer'::regtype)),
        (SELECT has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = $1)
      """, [.text(schema)])
    guard found.flag(0, 0) else { return .absent }
    guard found.flag(0, 3) else {
      throw PluginError(
        .configuration, "the user may not use the schema \(shown)", code: .unwritable,
        hint: "let its owner run: GRANT USAGE ON SCHEMA … TO …")
    }
    guard found.flag(0, 1) else { return .empty }
    guard found.flag(0, 2) else { return .foreign }
    let store = try connection.run("SELECT version FROM assay_store WHERE product = 'assay'")
    return store.count == 1 ? .store(version: store.integer(0, 0)) : .foreign
  }
}

/// A step of a migration: how a store of one version becomes one of the next.
struct TableStep: Sendable {
  /// The version that the step leads to, the one after the version before.
  let to: Int32
  /// Whether the questions of this plugin can be answered from a store that has not taken the step.
  let keepsReading: Bool
  /// The statements, which run within the migration's transaction.
  var statements: [String] = []
  /// What no statement does, after them.
  var work: (@Sendable (ServerConnection) throws(PluginError) -> Void)?
}

/// The versions of the schema that this plugin knows, and the steps between them.
///
/// A new store begins with the version of `StoreTables` and takes only the steps after it.
struct TableMigrations: Sendable {
  var steps: [TableStep]

  static let released = TableMigrations(steps: [
    TableStep(to: 2, keepsReading: false, work: { (connection) throws(PluginError) in try LayoutTwo.take(connection) })
  ])

  /// The version of new stores, which all others are brought to.
  var newest: Int32 { max(steps.last?.to ?? 0, StoreTables.version) }

  /// The steps that a store of a version has not taken.
  func steps(after version: Int32) -> ArraySlice<TableStep> { steps.drop { $0.to <= version } }

  /// Whether questions can be answered from a store of a version.
  func canRead(_ version: Int32) -> Bool { steps(after: version).allSatisfy(\.keepsReading) }
}

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
