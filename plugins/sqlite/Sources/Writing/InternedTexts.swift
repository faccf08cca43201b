import HealthModel
import HealthStorage

/// Texts that many samples share, by the number they have in the store: given in the order in which they were first stored.
struct InternedTexts: Sendable {
  private let selection: String
  private let insertion: String
  private let fields: [String]
  /// A cache of recent lookups; emptied when it grows large, so that memory does not grow with the input.
  private var numbers: [[UInt8]: Int64] = [:]
  private static let limit = 4096

  private init(table: String) {
    fields = []
    selection = "SELECT id FROM \(table) WHERE name = ?1"
    insertion = "INSERT INTO \(table) (name) VALUES (?1)"
  }

  /// Objects as canonical JSON, whose fields are in columns as well.
  private init(table: String, fields: [String]) {
    selection = "SELECT id FROM \(table) WHERE json = ?1"
    self.fields = fields
    let values = fields.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
    insertion = "INSERT INTO \(table) (json, \(fields.joined(separator: ", "))) VALUES (?1, \(values))"
  }

  static let sources = InternedTexts(table: "assay_sources", fields: ["name", "bundle", "version", "product", "os"])
  static let devices = InternedTexts(
    table: "assay_devices",
    fields: ["name", "manufacturer", "model", "hardware", "firmware", "software", "local", "udi"])
  static let subjects = InternedTexts(table: "assay_subjects")
  static let origins = InternedTexts(table: "assay_origins")

  /// The store's numbers of a batch's distinct texts; 0 for those that the store does not have.
  mutating func known(_ texts: InternTable, in arena: [UInt8], _ db: Database) throws -> [Int64] {
    try texts.ranges.map { try known(Array(arena[$0.indices]), db) ?? 0 }
  }

  private mutating func known(_ text: [UInt8], _ db: Database) throws -> Int64? {
    if let number = numbers[text] { return number }
    guard let number = try stored(text, in: db) else { return nil }
    remember(text, number)
    return number
  }

  /// Gives a text of a batch that the store does not have the next number.
  mutating func add(_ text: ByteRange, in arena: [UInt8], _ db: Database) throws -> Int64 {
    let text = Array(arena[text.indices])
    let number = try add(text, in: db)
    remember(text, number)
    return number
  }

  private mutating func remember(_ text: [UInt8], _ number: Int64) {
    if numbers.count >= Self.limit { numbers.removeAll() }
    numbers[text] = number
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
