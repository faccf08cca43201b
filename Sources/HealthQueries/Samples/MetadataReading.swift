import HealthModel
import HealthStorage
import HealthUnits

/// Which metadata keys hold dates, which are stored as text, and the units that quantities may have.
struct MetadataKeys: Sendable {
  private let registry: Registry
  /// One entry for each metadata key of the registry.
  private let dates: [Bool]

  init(_ registry: Registry) {
    self.registry = registry
    dates = registry.metadataKeys.map { key in
      if case .date = key.value { true } else { false }
    }
  }

  func isDate(_ key: String) -> Bool { registry.metadataKeyIndex(named: key).map { dates[$0] } ?? false }

  func unit(_ text: String) -> UnitOfMeasure? { try? UnitOfMeasure(text, table: registry.units) }
}

/// Reads stored metadata: canonical JSON objects.
struct MetadataReading {
  private let keys: MetadataKeys
  private var units: [String: UnitOfMeasure] = [:]

  init(keys: MetadataKeys) { self.keys = keys }

  /// The values of an object; none if there is no text.
  mutating func values(of object: Range<Int>, in bytes: [UInt8]) -> [String: MetadataValue] {
    guard !object.isEmpty else { return [:] }
    var values: [String: MetadataValue] = [:]
    _ = CanonicalObject.forEachMember(of: object, in: bytes) { key, place in
      let name = JSONText.string(key, in: bytes.span.bytes)
      values[name] = value(at: place, of: name, in: bytes)
      return true
    }
    return values
  }

  private mutating func value(at place: Range<Int>, of key: String, in bytes: [UInt8]) -> MetadataValue {
    switch bytes[place].first {
    case UInt8(ascii: "\""):
      guard let text = CanonicalObject.text(of: place, in: bytes) else { break }
      return keys.isDate(key) ? Self.date(text) ?? .string(text) : .string(text)
    case UInt8(ascii: "t"): return .boolean(true)
    case UInt8(ascii: "f"): return .boolean(false)
    case UInt8(ascii: "{"):
      if let quantity = quantity(at: place, in: bytes) { return .quantity(quantity) }
    default:
      if let number = DecimalParser.parse(place, in: bytes.span.bytes) { return .number(number.value) }
    }
    return .other(String(decoding: bytes[place], as: UTF8.self))
  }

  private static func date(_ text: String) -> MetadataValue? {
    let bytes = Array(text.utf8)
    return TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json).map { .date($0.instant) }
  }

  /// Reads `{"value":83,"unit":"dBASPL"}`; `nil` for any other object.
  private mutating func quantity(at place: Range<Int>, in bytes: [UInt8]) -> Quantity? {
    var number: Double?
    var unit: String?
    var count = 0
    _ = CanonicalObject.forEachMember(of: place, in: bytes) { key, value in
      count += 1
      if bytes[key].elementsEqual("value".utf8) { number = DecimalParser.parse(value, in: bytes.span.bytes)?.value }
      if bytes[key].elementsEqual("unit".utf8) { unit = CanonicalObject.text(of: value, in: bytes) }
      return count <= 2
    }
    guard count == 2, let number, let unit else { return nil }
    if let known = units[unit] { return Quantity(number, known) }
    guard let read = keys.unit(unit) else { return nil }
    // The batch that the values are read from bounds the memory.
    units[unit] = read
    return Quantity(number, read)
  }
}
