import HealthFormats
import HealthModel

/// What all readers of a database share: its schema, the types, and the apps and devices that records name.
final class RecordContext {
  let database: ForeignDatabase
  let schema: DatabaseSchema
  let types: RecordTypes
  private var names = NameUUID()
  private var apps: LookedUp
  private var devices: LookedUp
  /// The days on which menstruations begin, by their own clocks; `nil` if they are not known.
  private var menstruations: Set<Int64>?
  /// The tables whose pages were checked.
  private var checked: Set<String> = []

  init(_ database: ForeignDatabase, _ types: RecordTypes) throws(Failure) {
    self.database = database
    self.types = types
    schema = try DatabaseSchema(of: database)
    for table in ["application_info_table", "device_info_table"] {
      if let columns = schema.tables[table] { try database.checkPages(from: columns.root) }
      checked.insert(table)
    }
    apps = try LookedUp(
      "application_info_table", ["app_name", "package_name"], keys: ["name", "bundle"], schema, database)
    devices = try LookedUp(
      "device_info_table", ["manufacturer", "model"], number: "device_type", keys: ["manufacturer", "model"], schema,
      database)
  }

  /// Checks the pages of tables before they are read, each once.
  func checkPages(of tables: [String]) throws(Failure) {
    for table in tables where checked.insert(table).inserted {
      guard let columns = schema.tables[table] else { continue }
      do {
        try database.checkPages(from: columns.root)
      } catch {
        throw Failure("\(table), \(error.message)", status: error.status)
      }
    }
  }

  /// Finds out when menstruations begin.
  ///
  /// If their table cannot be read, which it is refused for, no record says whether it starts a cycle.
  func readCycleStarts() throws(Failure) {
    let table = "menstruation_period_record_table"
    try checkPages(of: [table])
    do {
      menstruations = try days(of: table)
    } catch {
      guard !error.isDamage else { throw error }
      menstruations = nil
    }
  }

  /// The days on which the records of a table begin; at most 100 000.
  private func days(of table: String) throws(Failure) -> Set<Int64> {
    guard let known = schema.tables[table], let period = RecordTable.all.first(where: { $0.name == table }) else {
      return []
    }
    let rows = try RecordStatement(RecordColumns.sql(of: period, [], in: known.names), in: database)
    var days: Set<Int64> = []
    while days.count < 100_000, try rows.step() { if let day = rows.day { days.insert(day) } }
    return days
  }

  func id(of record: UUIDBytes?, part: [UInt8]) -> UUIDBytes? {
    guard let record else { return nil }
    return names.id(of: record, name: part.span)
  }

  /// The id of a point of a series: that of the record with the milliseconds of the point.
  func id(of record: UUIDBytes?, milliseconds: Int64, _ scratch: inout [UInt8]) -> UUIDBytes? {
    guard let record else { return nil }
    scratch.removeAll(keepingCapacity: true)
    DecimalWriter.append(milliseconds, to: &scratch)
    return names.id(of: record, name: scratch.span)
  }

  /// The id of a record; `nil` if it is not 16 bytes.
  func id(of row: RecordStatement) -> UUIDBytes? { row.id(RecordColumns.uuid) }

  /// Adds who made a record, with what, when it was saved, and the metadata that all records have.
  func appendMetadata(of row: RecordStatement, _ share: RecordShare, to line: inout SampleText) throws(Failure) {
    if let app = row.setInteger(RecordColumns.app) { line.object(",\"source\":{", try apps.item(app).text) }
    let device = try row.setInteger(RecordColumns.device).map { (number) throws(Failure) in try devices.item(number) }
    if let device { line.object(",\"device\":{", device.text) }
    line.time(",\"created\":", milliseconds: row.setInteger(RecordColumns.modified))
    if let method = row.setInteger(RecordColumns.method) {
      // A manual entry.
      if method == 3 {
        line.key("HKWasUserEntered")
        line.append("true")
      } else if method != 0 {
        line.key("health_connect_recording_method")
        line.word(method, of: PlatformNames.recordingMethods)
      }
    }
    if row.kind(RecordColumns.clientID) == .text {
      // The identifier stands for all of a record: a part that had it would replace the other parts.
      line.key(share == .whole ? "HKMetadataKeySyncIdentifier" : "health_connect_client_record_id")
      row.withBytes(RecordColumns.clientID) { line.quote($0) }
      if let version = row.setInteger(RecordColumns.clientVersion) {
        line.key(share == .whole ? "HKMetadataKeySyncVersion" : "health_connect_client_record_version")
        line.append(version)
      }
    }
    if let device, device.number > 0 {
      line.key("health_connect_device_type")
      line.word(device.number, of: PlatformNames.deviceTypes)
    }
    switch row.setZone(RecordColumns.startOffset) {
    case nil:
      line.key("health_connect_zone_offset")
      line.append("\"unknown\"")
    case let seconds? where seconds % 60 != 0 || abs(seconds) > 64_800:
      line.key("health_connect_zone_offset")
      line.append(seconds)
    default: break
    }
    if case .part(let record?) = share {
      line.key("health_connect_record")
      line.quote(record)
    }
  }

  func append(_ notes: [RecordTable.Note], of row: RecordStatement, from column: Int32, to line: inout SampleText) {
    for (index, note) in notes.enumerated() {
      if case .cycleStart = note.form {
        guard let menstruations else { continue }
        line.key(note.key)
        line.append(row.day.map(menstruations.contains) ?? false ? "true" : "false")
      } else {
        line.append(note, row, column + Int32(truncatingIfNeeded: index))
      }
    }
  }
}

enum RecordShare: Hashable {
  case whole
  /// A part of it, such as a point, and the id of the record if it has one.
  case part(of: UUIDBytes?)
}

extension RecordStatement {
  /// The day on which a record begins, by its own clock.
  fileprivate var day: Int64? {
    guard let start = setInteger(RecordColumns.start), SampleText.times.contains(start) else { return nil }
    let local = start + 1_000 * (setZone(RecordColumns.startOffset) ?? 0)
    return local >= 0 ? local / 86_400_000 : (local - 86_399_999) / 86_400_000
  }

  /// The seconds of an offset; `nil` for NULL.
  ///
  /// An hour west less a second is one, so -1 is not "not set".
  func setZone(_ column: Int32) -> Int64? {
    guard kind(column) != .null else { return nil }
    // No offset has a magnitude near the bounds of a number.
    return max(-1_000_000, min(1_000_000, integer(column)))
  }
}

extension SampleText {
  mutating func word(_ number: Int64, of words: [String]) {
    if number >= 0, number < words.count { quote(words[Int(number)]) } else { append(number) }
  }

  /// Adds a column as metadata, unless it says nothing.
  fileprivate mutating func append(_ note: RecordTable.Note, _ row: RecordStatement, _ column: Int32) {
    guard row.kind(column) != .null else { return }
    switch note.form {
    case .text:
      let isEmpty = row.withBytes(column) { $0.isEmpty }
      guard !isEmpty else { return }
      key(note.key)
      row.withBytes(column) { quote($0) }
    case .number:
      guard let number = row.setNumber(column) else { return }
      key(note.key)
      append(number)
    case .words(let words):
      guard let number = row.setInteger(column), number != 0 || words[0] != "unknown" else { return }
      key(note.key)
      word(number, of: words)
    case .raw(let numbers):
      guard let number = row.setInteger(column), number > 0 else { return }
      guard number < numbers.count, numbers[Int(number)] >= 0 else {
        if numbers.count == PlatformNames.temperatureLocations.count {
          key("health_connect_measurement_location")
          word(number, of: PlatformNames.temperatureLocations)
        }
        return
      }
      key(note.key)
      append(Int64(numbers[Int(number)]))
    case .cycleStart: return
    case .protection:
      guard let number = row.setInteger(column), number == 1 || number == 2 else { return }
      key(note.key)
      append(number == 1 ? "true" : "false")
    case .unit(let unit):
      guard let number = row.setNumber(column) else { return }
      key(note.key)
      append("{\"value\":")
      append(number)
      append(",\"unit\":")
      quote(unit)
      append("}")
    }
  }
}

/// Rows of a small table that records name by their number, kept as parts of a JSON object.
struct LookedUp {
  struct Item {
    var text: [UInt8] = []
    var number: Int64 = 0
  }

  private let statement: RecordStatement?
  private let keys: [StaticString]
  private var known: [Int64: Item] = [:]

  private static let most = 4_096

  init(
    _ table: String, _ texts: [String], number: String = "", keys: [StaticString], _ schema: DatabaseSchema,
    _ database: ForeignDatabase
  ) throws(Failure) {
    self.keys = keys
    guard let columns = schema.tables[table], columns.isKeyed else {
      statement = nil
      return
    }
    let sql = RecordColumns.select(texts + [number], from: table, in: columns.names) + " WHERE row_id = ?1"
    statement = try RecordStatement(sql, in: database)
  }

  mutating func item(_ row: Int64) throws(Failure) -> Item {
    if let item = known[row] { return item }
    guard let statement else { return Item() }
    statement.restart(with: row)
    var item = Item()
    if try statement.step() {
      var line = SampleText()
      for (index, key) in keys.enumerated() {
        let column = Int32(truncatingIfNeeded: index)
        guard statement.kind(column) == .text else { continue }
        line.append(line.bytes.isEmpty ? "\"" : ",\"")
        line.append(key)
        line.append("\":")
        statement.withBytes(column) { line.quote($0) }
      }
      item.text = line.bytes
      item.number = statement.setInteger(Int32(truncatingIfNeeded: keys.count)) ?? 0
    }
    if known.count >= Self.most { known.removeAll() }
    known[row] = item
    return item
  }
}

/// A row of a table of records: where a statement has the columns that all records have, and those of the table.
struct RecordColumns {
  static let row: Int32 = 0
  static let uuid: Int32 = 1
  static let modified: Int32 = 2
  static let clientID: Int32 = 3
  static let clientVersion: Int32 = 4
  static let device: Int32 = 5
  static let app: Int32 = 6
  static let method: Int32 = 7
  static let start: Int32 = 8
  static let startOffset: Int32 = 9
  static let end: Int32 = 10
  static let endOffset: Int32 = 11
  /// The first column of the table's own.
  static let own: Int32 = 12

  private static let common = [
    "row_id", "uuid", "last_modified_time", "client_record_id", "client_record_version", "device_info_id",
    "app_info_id", "recording_method",
  ]
  private static let instant = ["time", "zone_offset", "", ""]
  private static let interval = ["start_time", "start_zone_offset", "end_time", "end_zone_offset"]

  /// A statement that reads the records of a table; columns that the file does not have are NULL.
  static func sql(of table: RecordTable, _ columns: [String], in known: Set<String>, byKey: Bool = false) -> String {
    let names = common + (table.isInstant ? instant : interval) + columns
    return select(names, from: table.name, in: known) + (byKey ? " WHERE row_id = ?1" : "")
  }

  /// A statement that reads columns of a table.
  ///
  /// All names are of this program, and none is of the file. No index is used, whose pages are not checked.
  static func select(_ names: [String], from table: String, in known: Set<String>) -> String {
    let columns = names.map { known.contains($0) ? "\"\($0)\"" : "NULL" }.joined(separator: ", ")
    return "SELECT \(columns) FROM \"\(table)\" NOT INDEXED"
  }
}

package struct DatabaseLocation: Sendable, Hashable, CustomStringConvertible {
  package let table: String
  package internal(set) var row: Int64

  /// `steps_record_table row 17`.
  package var description: String { "\(table) row \(row)" }
}

/// The types that records of Health Connect are, by the codes of a registry: `HeartRateRecord.samples[].beatsPerMinute`.
struct RecordTypes: Sendable {
  private var exact: [String: String] = [:]
  private var partial: [String: String] = [:]

  /// The name of Health Connect's codes in definitions.
  static let system = "health_connect"

  init(_ registry: Registry) {
    var shared: Set<String> = []
    for type in registry.types {
      for text in type.codes[Self.system] ?? [] {
        let code = CodeInSystem(text)
        if code.difference == nil {
          exact[code.code] = exact[code.code] ?? type.id
        } else if partial.updateValue(type.id, forKey: code.code) != nil {
          shared.insert(code.code)
        }
      }
    }
    // One of several types says none of them.
    for code in shared { partial[code] = nil }
  }

  /// The id of the type that a field of a record is, as a JSON string; the code itself if no type has it, which is then
  /// reported as unknown.
  func id(of code: String) -> [UInt8] {
    var text: [UInt8] = []
    JSONText.appendQuoted((exact[code] ?? partial[code] ?? code).utf8, to: &text)
    return text
  }

  func has(_ code: String) -> Bool { exact[code] != nil || partial[code] != nil }
}
