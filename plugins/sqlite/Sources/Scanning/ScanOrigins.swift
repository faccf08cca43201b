import HealthModel
import HealthStorage

/// Numbers the origins, zones and subjects of a part of a scan.
struct ScanOrigins {
  private struct Key: Hashable {
    var source: Int64
    var device: Int64
    var isUserEntered: Bool
  }

  private let db: Database
  private var numbers: [Key: Int32] = [:]
  private var origins: [SampleOrigin: Int32] = [:]
  private var zones: [String: Int32] = [:]
  /// The row before: most often the next one has the same origin.
  private var last: (key: Key, number: Int32)?
  private var metadata: [UInt8] = []
  /// The numbers of the store's subjects, 0 for none.
  private var subjects: [Int64: Int32] = [:]
  private var lastSubject: (key: Int64, number: Int32)?

  init(db: Database) { self.db = db }

  /// The number of a row's origin; source, device and whether a person typed it in are in columns from one on.
  mutating func origin(
    _ row: PreparedStatement, column: Int32, in columns: inout SampleColumns
  ) throws -> Int32 {
    let key = Key(
      source: row.integer(column), device: row.integer(column + 1), isUserEntered: row.integer(column + 2) > 0)
    if let last, last.key == key { return last.number }
    let number = try numbers[key] ?? add(key, to: &columns)
    last = (key, number)
    return number
  }

  private mutating func add(_ key: Key, to columns: inout SampleColumns) throws -> Int32 {
    var origin = SampleOrigin(isUserEntered: key.isUserEntered)
    let source = try PreparedStatement("SELECT bundle, name, product FROM assay_sources WHERE id = ?1", in: db)
    source.bind(1, key.source)
    if try source.step() {
      origin.bundle = source.optionalText(0)
      origin.name = source.optionalText(1)
      origin.product = source.optionalText(2)
    }
    let device = try PreparedStatement("SELECT name, model FROM assay_devices WHERE id = ?1", in: db)
    device.bind(1, key.device)
    if try device.step() {
      origin.deviceName = device.optionalText(0)
      origin.deviceModel = device.optionalText(1)
    }
    let number = origins[origin] ?? Int32(truncatingIfNeeded: columns.sources.count)
    if origins.updateValue(number, forKey: origin) == nil { columns.sources.append(origin) }
    numbers[key] = number
    return number
  }

  mutating func subject(_ row: PreparedStatement, column: Int32, in columns: inout SampleColumns) throws -> Int32 {
    // NULL is read as 0, which no subject has.
    let key = row.integer(column)
    if let lastSubject, lastSubject.key == key { return lastSubject.number }
    let number = try subjects[key] ?? addSubject(key, to: &columns)
    lastSubject = (key, number)
    return number
  }

  private mutating func addSubject(_ key: Int64, to columns: inout SampleColumns) throws -> Int32 {
    let statement = try PreparedStatement("SELECT name FROM assay_subjects WHERE id = ?1", in: db)
    statement.bind(1, key)
    let number = Int32(truncatingIfNeeded: columns.subjects.count)
    columns.subjects.append(try statement.step() ? statement.text(0) : nil)
    subjects[key] = number
    return number
  }

  /// The number of the zone that a row's metadata name; -1 when they name none.
  mutating func zone(_ row: PreparedStatement, column: Int32, in columns: inout SampleColumns) throws -> Int32 {
    guard !row.isNull(column) else { return -1 }
    metadata.removeAll(keepingCapacity: true)
    let place = row.append(column, to: &metadata)
    guard let name = ScannedMetadata.timeZone(place.indices, in: metadata) else { return -1 }
    let number = zones[name] ?? Int32(truncatingIfNeeded: columns.zones.count)
    if zones.updateValue(number, forKey: name) == nil { columns.zones.append(name) }
    return number
  }
}
