import HealthModel
import HealthUnits

/// Reads the parts of a compiled catalog.
///
/// A value that does not fit makes the whole unreadable: from the first fault on everything is empty, and `isWhole`
/// says so.
struct CompiledReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private(set) var isBroken = false
  /// Units by grammar and text: a few dozen for hundreds of types.
  private var units: [String: UnitOfMeasure] = [:]

  /// The placeholder for a unit that cannot be read.
  private let null: UnitOfMeasure

  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let null = try? UnitOfMeasure("") else { return nil }
    self.null = null
    self.bytes = bytes
  }

  var isWhole: Bool { !isBroken && position == bytes.count }

  mutating func fail() { isBroken = true }

  mutating func int() -> Int { int(until: UInt8(ascii: ";")) }

  private mutating func int(until end: UInt8) -> Int {
    var value = 0
    var isNegative = false
    while !isBroken, position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == end { return isNegative ? 0 &- value : value }
      if byte == UInt8(ascii: "-") {
        isNegative = true
      } else {
        guard byte &- 0x30 <= 9 else { break }
        value = value &* 10 &+ Int(byte &- 0x30)
      }
    }
    fail()
    return 0
  }

  mutating func flag() -> Bool { int() == 1 }

  mutating func text() -> String {
    let count = int(until: UInt8(ascii: ":"))
    guard !isBroken, count >= 0, count <= bytes.count - position else {
      fail()
      return ""
    }
    defer { position += count }
    return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]), as: UTF8.self)
  }

  mutating func number() -> Double { Double(bitPattern: UInt64(UInt(bitPattern: int()))) }

  mutating func optional<Value>(_ read: (inout Self) -> Value) -> Value? { flag() ? read(&self) : nil }

  mutating func list<Value>(_ read: (inout Self) -> Value) -> [Value] {
    let count = int()
    var values: [Value] = []
    guard !isBroken, count > 0, count <= bytes.count else { return values }
    values.reserveCapacity(count)
    for _ in 0..<count where !isBroken { values.append(read(&self)) }
    return values
  }

  mutating func texts() -> [String] { list { $0.text() } }

  /// A unit; one that cannot be read is a fault, and the null unit stands for it.
  mutating func unit() -> UnitOfMeasure {
    let grammar = text()
    let string = text()
    let key = grammar + "\n" + string
    if let unit = units[key] { return unit }
    guard let grammar = UnitGrammar(rawValue: grammar), let unit = try? UnitOfMeasure(string, grammar: grammar) else {
      fail()
      return null
    }
    units[key] = unit
    return unit
  }

  mutating func mark() -> CatalogMark { CatalogMark(path: text(), line: int(), column: int()) }

  mutating func enumeration() -> EnumDefinition {
    EnumDefinition(
      id: text(), identifier: optional { $0.text() }, otherIdentifiers: texts(),
      cases: list { reader in
        EnumCase(
          name: reader.text(), raw: reader.optional { $0.int() }, aliases: reader.texts(), exports: reader.texts(),
          requires: reader.texts())
      })
  }

  mutating func metadataKey() -> MetadataKeyDefinition {
    let key = text()
    let identifiers = texts()
    let mark = optional { $0.mark() }
    return MetadataKeyDefinition(key: key, identifiers: identifiers, value: metadataShape(), mark: mark)
  }

  private mutating func metadataShape() -> MetadataValueShape {
    switch text() {
    case "string":
      let maximum = optional { $0.int() }
      return .string(maximumLength: maximum, pattern: optional { $0.pattern() } ?? nil)
    case "number": return .number
    case "integer": return .integer
    case "boolean": return .boolean
    case "date": return .date
    case "quantity": return .quantity(unit: optional { $0.unit() })
    case "enum": return .enum(enumeration())
    default:
      fail()
      return .number
    }
  }

  private mutating func pattern() -> TextPattern? {
    let pattern = try? TextPattern(text())
    if pattern == nil { fail() }
    return pattern
  }

  mutating func type() -> TypeDefinition {
    let id = text()
    guard let kind = TypeKind(rawValue: text()) else {
      fail()
      return TypeDefinition(id: id, title: "", shape: .correlation([]))
    }
    let title = text()
    let summary = text()
    let aliases = texts()
    let identifiers = texts()
    var type = TypeDefinition(
      id: id, title: title, summary: summary, aliases: aliases, identifiers: identifiers, shape: shape(of: kind))
    type.duration = DurationLimits(
      minimum: optional { Int64($0.int()) }, maximum: optional { Int64($0.int()) },
      usuallyBelow: optional { Int64($0.int()) })
    type.metadata = MetadataRules(required: texts(), known: texts(), isClosed: flag())
    type.isExclusive = flag()
    type.sessionCase = optional { $0.text() }
    type.isWritable = flag()
    type.since = dictionary { $0.text() }
    type.deprecation = optional { reader in
      Deprecation(since: reader.text(), replacement: reader.optional { $0.text() })
    }
    type.codes = dictionary { $0.texts() }
    type.sources = dictionary { $0.text() }
    readTypeRules(of: &type)
    type.origins = origins()
    return type
  }

  private mutating func dictionary<Value>(_ read: (inout Self) -> Value) -> [String: Value] {
    let pairs = list { ($0.text(), read(&$0)) }
    var values = [String: Value](minimumCapacity: pairs.count)
    for (key, value) in pairs { values[key] = value }
    return values
  }

  private mutating func origins() -> KeyOrigins {
    var origins: [(key: String, value: CatalogMark)] = []
    for _ in 0..<max(0, min(int(), 1000)) where !isBroken {
      let path = text()
      origins += list { (key: $0.text(), value: CatalogMark(path: path, line: $0.int(), column: $0.int())) }
    }
    return KeyOrigins(origins)
  }
}
