import HealthModel

/// The index that finds the samples of a type by the sample that they belong to.
///
/// A type has one when its definition has a parent. It is made with the views of the type, and is not part of a version of
/// the schema: earlier programs keep it as they keep any index, and a store without it is read sample by sample.
struct ParentIndex {
  private let number: Int64

  /// The index of a type; `nil` for one whose samples name no parent.
  init?(of type: TypeDefinition, number: Int64) {
    guard type.shape.structure?.parent != nil else { return nil }
    self.number = number
  }

  /// Makes the index if it is missing or is not as this program makes it.
  func make(in db: Database) throws {
    guard try !isMade(in: db) else { return }
    try db.execute(sql: "DROP INDEX IF EXISTS \(name)")
    try db.execute(sql: sql)
  }

  func isMade(in db: Database) throws -> Bool {
    let statement = try PreparedStatement(
      "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?1 AND sql = ?2", in: db)
    statement.bind(1, copying: name)
    statement.bind(2, copying: sql)
    return try statement.step()
  }

  /// The keys of the samples that can belong to a sample.
  ///
  /// - Returns: a table of SQL with the columns `start_us` and `id`.
  func keys(of parent: String, orphans: (first: String, last: String)?) -> String {
    var keys = """
      SELECT c.start_us, c.id FROM assay_samples c INDEXED BY \(name) \
      WHERE c.type = \(number) AND \(Self.key(of: "c.value")) IN (\(parent), '')
      """
    if let orphans {
      keys += """
         UNION SELECT c.start_us, c.id FROM assay_samples c \
        WHERE c.type = \(number) AND c.start_us BETWEEN \(orphans.first) AND \(orphans.last)
        """
    }
    return "(\(keys))"
  }

  private var name: String { "assay_samples_by_parent_\(number)" }

  private var sql: String {
    "CREATE INDEX \(name) ON assay_samples (\(Self.key(of: "value")), start_us, id) WHERE type = \(number)"
  }

  /// The parent that a sample names, by its text: upper-case, NULL for none, and empty where the text alone does not say
  /// which of several it is.
  ///
  /// The functions of JSON would read all points of a route, and some versions of SQLite open no file whose index needs
  /// them when the schema is not trusted. In the normal form the parent comes first in a route and before the points;
  /// what metadata has under the same key only makes a key that is looked at in vain.
  private static func key(of value: String) -> String {
    let mark = #"'"parent":"'"#
    let place = "instr(\(value), \(mark)) + 10"
    return """
      CASE WHEN substr(\(value), 1, 11) = '{"parent":"' THEN upper(substr(\(value), 12, 36)) \
      WHEN substr(\(value), 1, 10) = '{"points":' OR instr(\(value), \(mark)) = 0 THEN NULL \
      WHEN instr(substr(\(value), \(place)), \(mark)) = 0 THEN upper(substr(\(value), \(place), 36)) \
      ELSE '' END
      """
  }
}
