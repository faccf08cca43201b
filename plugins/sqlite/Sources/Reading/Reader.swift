import AssayPlatform
import CSQLite
import HealthModel
import HealthStorage

/// A connection that reads, for one question at a time, and what it knows of the store's types.
///
/// Unchecked: the compiler does not see that one question at a time has it. `interrupt` may come from any thread, as
/// SQLite allows.
final class Reader: @unchecked Sendable {
  let db: Database
  /// Whether it can answer later questions too.
  ///
  /// A file on a medium that cannot be written is read as immutable: SQLite would not see what others write there.
  let isReusable: Bool
  private let file: FileIdentity?
  private let place: StoreLocation
  private let ladder: SchemaMigrations
  /// SQLite's number of what other connections committed, and the types as of then.
  private var known: (version: Int64, types: TypeMapping)?

  /// Opens a connection to a store, which is checked as at the store's opening.
  init(_ place: StoreLocation, _ ladder: SchemaMigrations, waitMilliseconds: Int) throws {
    let file = FileIdentity(of: place.path)
    let opened = try Connections.reader(at: place, waitMilliseconds: waitMilliseconds)
    let version = try SchemaCheck.version(of: opened.db, at: place, ladder)
    guard ladder.canRead(version) else { throw StorageError.past(place, version: version, ladder) }
    self.place = place
    self.ladder = ladder
    db = opened.db
    // Replaced while it was opened: it is unknown which file this is.
    self.file = file == FileIdentity(of: place.path) ? file : nil
    isReusable = !opened.isImmutable && self.file != nil
  }

  func reads(_ current: FileIdentity?) -> Bool { current != nil && file == current }

  func begin() throws { try db.execute(sql: "BEGIN") }

  func end() -> Bool {
    try? db.execute(sql: "ROLLBACK")
    return isReusable && !db.isInsideTransaction
  }

  /// The snapshot that answers every question, within the transaction that `begin` opened.
  func scope(_ registry: Registry, _ plans: [TypeCoding]) throws -> ReadScope {
    let version = try db.integer("PRAGMA data_version")
    if let known, known.version == version {
      return ReadScope(db: db, registry: registry, plans: plans, stored: known.types)
    }
    // A newer program may have migrated the store meanwhile.
    _ = try SchemaCheck.number(of: db, at: place, ladder)
    let types = try TypeMapping(in: db, registry: registry)
    known = (version, types)
    return ReadScope(db: db, registry: registry, plans: plans, stored: types)
  }

  /// Makes the statement that runs now fail.
  func interrupt() { if let connection = db.connection { sqlite3_interrupt(connection) } }
}

/// A connection and what the numbers in its rows mean: what every question to a store is answered from.
struct ReadScope {
  let db: Database
  let registry: Registry
  let plans: [TypeCoding]
  let stored: TypeMapping

  /// The indexes of the types to read, in the order of their ids.
  ///
  /// - Throws: `StorageError.incompatible` if all types are requested and the registry lacks one that has samples:
  ///   without it the answer would look complete.
  func types(named names: [String]) throws -> [Int] {
    let held = stored.numbers.indices.filter { stored.numbers[$0] != 0 }
    guard names.isEmpty else {
      let asked = Set(names.compactMap { registry.typeIndex(named: $0) })
      return held.filter { asked.contains($0) }
    }
    for stranger in stored.strangers {
      let statement = try PreparedStatement("SELECT 1 FROM assay_samples WHERE type = ?1 LIMIT 1", in: db)
      statement.bind(1, stranger.number)
      guard try statement.step() else { continue }
      throw StorageError(
        .incompatible, "the store has samples of \(TextEscaping.escaped(stranger.name)), which the catalog lacks",
        remedy: .addTypes)
    }
    return held
  }

  /// Whether samples of a type, by its index in the registry, are members of correlations.
  func hasMembers(of type: Int) throws -> Bool {
    let statement = try PreparedStatement("SELECT 1 FROM assay_members WHERE member_type = ?1 LIMIT 1", in: db)
    statement.bind(1, stored.numbers[type])
    return try statement.step()
  }
}

/// Answers queries: type by type in the order of their ids, each in the order of its key or, by end, as SQLite sorts it,
/// so that memory does not grow with the answer.
struct SampleReader {
  let scope: ReadScope

  /// Passes the samples that match to a function until it returns `false`.
  func run(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) throws {
    var groups = GroupReader(scope)
    var filter = try RowFilter(query, in: scope)
    let places = RowFilter.Places(id: SampleColumn.id, start: SampleColumn.start, metadata: SampleColumn.metadata)
    var left = query.limit ?? Int.max
    for part in try QueryPlan(query, in: scope).parts where left > 0 {
      let limit = query.limit != nil && filter == nil ? left : nil
      let heads = try part.selection.rows(SelectStatement.columns, limit: limit, in: scope.db)
      while left > 0, try heads.step() {
        let isMatch = try filter?.matches(heads, at: places, type: part.type)
        guard isMatch != false else { continue }
        try groups.append(heads, type: part.type)
        left -= 1
        if groups.isFull, try !body(groups.take()) { return }
      }
    }
    if !groups.isEmpty { _ = try body(groups.take()) }
  }

  /// How many samples each type has, in the order of the types' ids.
  static func counts(in db: Database, registry: Registry) throws -> [StoredTypeCount] {
    let statement = try PreparedStatement(
      "SELECT t.name, count(*) FROM assay_types t CROSS JOIN assay_samples s ON s.type = t.id GROUP BY t.id", in: db)
    var counts: [StoredTypeCount] = []
    while try statement.step() {
      let type = registry.type(named: statement.text(0))?.id ?? statement.text(0)
      counts.append(StoredTypeCount(type: type, count: Int(statement.integer(1))))
    }
    return counts.sorted { $0.type.utf8.lexicographicallyPrecedes($1.type.utf8) }
  }
}
