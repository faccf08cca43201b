import HealthModel
import HealthStorage

/// Texts that many samples share, by the number they have in the store: given in the order they first came.
struct InternedTexts: Sendable {
  private let selection: String
  private let insertion: String
  /// The fields of an object that stand in columns.
  private let fields: [String]
  /// What was looked up lately; emptied when it grows large, so that memory does not grow with the input.
  private var numbers: [[UInt8]: Int64] = [:]
  private static let limit = 4096

  /// Texts that stand in a column of their own.
  private init(table: String) {
    fields = []
    selection = "SELECT id FROM \(table) WHERE name = ?1"
    insertion = "INSERT INTO \(table) (name) VALUES (?1)"
  }

  /// Objects as canonical JSON, whose fields stand in columns as well.
  private init(table: String, fields: [String]) {
    selection = "SELECT id FROM \(table) WHERE json = ?1"
    self.fields = fields
    let values = fields.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
    insertion = "INSERT INTO \(table) (json, \(fields.joined(separator: ", "))) VALUES (?1, \(values))"
  }

  static let sources = InternedTexts(
    table: "assay_sources", fields: ["name", "bundle", "version", "product", "os"])
  static let devices = InternedTexts(
    table: "assay_devices",
    fields: ["name", "manufacturer", "model", "hardware", "firmware", "software", "local", "udi"])
  static let subjects = InternedTexts(table: "assay_subjects")
  static let origins = InternedTexts(table: "assay_origins")

  /// The store's numbers of a batch's distinct texts; texts that are new are added.
  ///
  /// - Parameters:
  ///   - texts: the batch's texts.
  ///   - used: the places of those that are needed, in the order in which new ones are numbered; the others have 0.
  ///   - arena: the batch's arena.
  ///   - db: the connection.
  /// - Returns: one number for each text of the batch.
  /// - Throws: `DatabaseError`.
  mutating func numbers(
    of texts: InternTable, _ used: [Int], in arena: [UInt8], db: Database
  ) throws -> [Int64] {
    var result = [Int64](repeating: 0, count: texts.count)
    for place in used { result[place] = try number(of: Array(arena[texts.ranges[place].indices]), in: db) }
    return result
  }

  private mutating func number(of text: [UInt8], in db: Database) throws -> Int64 {
    if let number = numbers[text] { return number }
    if numbers.count >= Self.limit { numbers.removeAll() }
    let number = try stored(text, in: db) ?? add(text, in: db)
    numbers[text] = number
    return number
  }

  private func stored(_ text: [UInt8], in db: Database) throws -> Int64? {
    let statement = try PreparedStatement(selection, in: db)
    statement.bind(1, copying: text)
    return try statement.step() ? statement.integer(0) : nil
  }

  private func add(_ text: [UInt8], in db: Database) throws -> Int64 {
    let statement = try PreparedStatement(insertion, in: db)
    statement.bind(1, copying: text)
    // Not by SQLite's JSON functions, which end texts at a NUL.
    for (index, field) in fields.enumerated() {
      let value = CanonicalObject.value(of: field, of: text.indices, in: text)
      let place = Int32(truncatingIfNeeded: index + 2)
      statement.bind(place, optional: value.flatMap { CanonicalObject.text(of: $0, in: text) })
    }
    try statement.run()
    return statement.lastRowID
  }
}
