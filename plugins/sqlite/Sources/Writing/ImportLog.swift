import HealthModel
import HealthStorage

/// How far each input has come, by its key; written in the transaction of the samples before the position.
enum ImportLog {
  static func write(_ progress: ImportProgress, in db: Database) throws {
    let statement = try PreparedStatement(
      """
      INSERT INTO assay_imports (
        input, path, byte_offset, line_number, column_number, prefix_hash, read, accepted, duplicates, conflicts,
        refused, details, quarantine_length, unsupported_length, finished, incomplete, catalog_hash, version
      ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
      ON CONFLICT (input) DO UPDATE SET
        path = excluded.path, byte_offset = excluded.byte_offset, line_number = excluded.line_number,
        column_number = excluded.column_number, prefix_hash = excluded.prefix_hash, read = excluded.read,
        accepted = excluded.accepted, duplicates = excluded.duplicates, conflicts = excluded.conflicts,
        refused = excluded.refused, details = excluded.details, quarantine_length = excluded.quarantine_length,
        unsupported_length = excluded.unsupported_length, finished = excluded.finished,
        incomplete = excluded.incomplete, catalog_hash = excluded.catalog_hash, version = excluded.version
      """, in: db)
    let counts = progress.counts
    statement.bind(1, copying: progress.input)
    statement.bind(2, copying: progress.path)
    statement.bind(6, blob: progress.prefixHash)
    statement.bind(12, copying: progress.details)
    statement.bind(17, copying: progress.catalogHash)
    statement.bind(18, copying: progress.version)
    let numbers: [(Int32, Int64)] = [
      (3, progress.position.byteOffset), (4, Int64(progress.position.line)), (5, Int64(progress.position.column)),
      (7, Int64(counts.read)), (8, Int64(counts.accepted)), (9, Int64(counts.duplicates)),
      (10, Int64(counts.conflicts)),
      (11, Int64(counts.refused)), (13, progress.quarantineLength), (14, progress.unsupportedLength),
      (15, progress.isFinished ? 1 : 0), (16, progress.isIncomplete ? 1 : 0),
    ]
    for (index, number) in numbers { statement.bind(index, number) }
    try statement.run()
  }

  /// The progress in the last commit for an input; `nil` if there was none.
  static func progress(of input: String, in db: Database) throws -> ImportProgress? {
    let statement = try PreparedStatement("SELECT \(columns) FROM assay_imports WHERE input = ?1", in: db)
    statement.bind(1, copying: input)
    return try statement.step() ? try progress(in: statement) : nil
  }

  /// The progress of all imports, in the order of their inputs' first commits.
  static func all(in db: Database) throws -> [ImportProgress] {
    let statement = try PreparedStatement("SELECT \(columns) FROM assay_imports ORDER BY id", in: db)
    var imports: [ImportProgress] = []
    while try statement.step() { imports.append(try progress(in: statement)) }
    return imports
  }

  /// Removes what is known of inputs; the result is of how many something was.
  static func remove(_ inputs: Set<String>, in db: Database) throws -> Int {
    var count = 0
    for input in inputs.sorted() where try progress(of: input, in: db) != nil {
      let statement = try PreparedStatement("DELETE FROM assay_imports WHERE input = ?1", in: db)
      statement.bind(1, copying: input)
      try statement.run()
      count += 1
    }
    return count
  }

  private static let columns = """
    path, byte_offset, line_number, column_number, prefix_hash, read, accepted, duplicates, conflicts, refused, \
    details, quarantine_length, unsupported_length, finished, incomplete, catalog_hash, version, input
    """

  private static func progress(in row: PreparedStatement) throws -> ImportProgress {
    func count(_ column: Int32) throws -> Int64 { try row.count(column, of: "a count or position of an import") }
    var counts = ImportCounts()
    counts.read = Int(try count(5))
    counts.accepted = Int(try count(6))
    counts.duplicates = Int(try count(7))
    counts.conflicts = Int(try count(8))
    counts.refused = Int(try count(9))
    return ImportProgress(
      input: row.text(17), path: row.text(0),
      position: ReadPosition(byteOffset: try count(1), line: Int(try count(2)), column: Int(try count(3))),
      prefixHash: row.bytes(4), counts: counts, details: row.text(10), quarantineLength: try count(11),
      unsupportedLength: try count(12), isFinished: row.integer(13) != 0, isIncomplete: row.integer(14) != 0,
      catalogHash: row.text(15), version: row.text(16))
  }
}
