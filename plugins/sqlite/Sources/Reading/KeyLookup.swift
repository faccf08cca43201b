import HealthModel

/// Finds the keys of samples by their ids: given ids have a table, derived ones say when their sample begins.
enum KeyLookup {
  static func keys(of ids: [SampleID], in db: Database) throws -> [Int64: [SampleKey]] {
    let statement = try PreparedStatement("SELECT type, start_us FROM assay_given_ids WHERE id = ?1", in: db)
    var keys: [Int64: [SampleKey]] = [:]
    for id in Set(ids).sorted() {
      statement.bind(1, id)
      let given =
        try statement.step() ? SampleKey(type: statement.integer(0), start: statement.integer(1), id: id) : nil
      statement.reset()
      if let key = try given ?? derived(id, in: db) { keys[key.type, default: []].append(key) }
    }
    return keys
  }

  static func isStored(_ key: SampleKey, in db: Database) throws -> Bool {
    let statement = try PreparedStatement(
      "SELECT 1 FROM assay_samples WHERE type = ?1 AND start_us = ?2 AND id = ?3", in: db)
    statement.bind(1, key.type)
    statement.bind(2, key.start)
    statement.bind(3, key.id)
    return try statement.step()
  }

  /// The key of a stored sample whose id follows from its content, of whatever type; `nil` when there is none.
  static func derived(_ id: SampleID, in db: Database) throws -> SampleKey? {
    guard id.version == 8 else { return nil }
    let statement = try PreparedStatement(
      """
      SELECT t.id, s.start_us FROM assay_types t CROSS JOIN assay_samples s ON s.type = t.id
      WHERE s.start_us BETWEEN ?1 AND ?2 AND s.id = ?3 AND s.digest IS NULL LIMIT 1
      """, in: db)
    // The id holds the start in milliseconds; 0 stands for everything before 1970, too.
    let start = Int64(id.high >> 16) * 1000
    statement.bind(1, start == 0 ? Instant.earliest : start)
    statement.bind(2, start + 999)
    statement.bind(3, id)
    guard try statement.step() else { return nil }
    return SampleKey(type: statement.integer(0), start: statement.integer(1), id: id)
  }
}
