package import HealthModel
import HealthUnits

/// A catalog's registry as one text: what a program reads in a fraction of the time that its YAML takes.
///
/// It belongs to certain files: whoever reads it compares them first. Types' examples are not in it. The text is UTF-8
/// without a layout for people: numbers end in `;`, texts have their length in bytes and `:` before them.
package enum CompiledCatalog {
  private static let version = 8

  /// Writes the registry of a catalog that defines no custom units; `nil` for one that does.
  package static func text(of registry: Registry) -> [UInt8]? {
    guard registry.units.customSymbols.isEmpty else { return nil }
    var writer = CompiledWriter()
    writer.int(version)
    writer.text(registry.contentHash)
    writer.list(registry.enums.values.sorted { $0.id < $1.id })
    writer.list(registry.metadataKeys)
    writer.int(registry.types.count)
    for var type in registry.types {
      type.describe(&writer)
      writer.origins(type.origins)
    }
    writer.list(registry.pendingNames)
    return writer.bytes
  }

  /// Reads a registry; `nil` when the text is of another version, or none at all.
  package static func registry(_ text: UnsafeRawBufferPointer) -> Registry? {
    var reader = CompiledReader(text)
    guard reader.int() == version else { return nil }
    let contentHash = reader.text()
    var enums: [String: EnumDefinition] = [:]
    for list in reader.list(EnumDefinition.self) { enums[list.id] = list }
    let keys = reader.list(MetadataKeyDefinition.self)
    let types = reader.list { reader in
      var type = TypeDefinition.blank
      type.describe(&reader)
      type.origins = reader.origins()
      return type
    }
    let pending = reader.list(String.self)
    guard reader.isWhole else { return nil }
    return try? Registry(
      types: types, metadataKeys: keys, enums: enums, pendingNames: pending, contentHash: contentHash)
  }
}

private struct CompiledWriter: DefinitionVisitor {
  private(set) var bytes: [UInt8] = []

  mutating func int(_ value: Int) {
    bytes.append(contentsOf: String(value).utf8)
    bytes.append(UInt8(ascii: ";"))
  }

  mutating func text(_ value: String) {
    bytes.append(contentsOf: String(value.utf8.count).utf8)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(contentsOf: value.utf8)
  }

  mutating func list(_ values: [some Described]) {
    int(values.count)
    for var value in values { value.describe(&self) }
  }

  private mutating func present<Value>(_ value: Value?) -> Value? {
    int(value == nil ? 0 : 1)
    return value
  }

  private mutating func unit(_ unit: UnitOfMeasure) {
    text(unit.grammar.rawValue)
    text(unit.unitString)
  }

  private mutating func dictionary<Value>(_ values: [String: Value], _ write: (inout Self, Value) -> Void) {
    int(values.count)
    for (key, value) in values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      text(key)
      write(&self, value)
    }
  }

  /// The marks of a type, file by file, since nearly all are in one.
  mutating func origins(_ origins: KeyOrigins) {
    dictionary(Dictionary(grouping: origins) { $0.value.path }) { writer, marks in
      writer.dictionary(Dictionary(uniqueKeysWithValues: marks.map { ($0.key, $0.value) })) { writer, mark in
        writer.int(mark.line)
        writer.int(mark.column)
      }
    }
  }

  mutating func text(_ key: FieldKey, _ value: inout String, _ kind: TextKind) { text(value) }
  mutating func text(_ key: FieldKey, _ value: inout String?, _ kind: TextKind) {
    if let value = present(value) { text(value) }
  }
  mutating func texts(_ key: FieldKey, _ values: inout [String], _ kind: TextKind) { list(values) }
  mutating func texts(_ key: FieldKey, _ values: inout [String: String]) { dictionary(values) { $0.text($1) } }
  mutating func lists(_ key: FieldKey, _ values: inout [String: [String]]) { dictionary(values) { $0.list($1) } }
  mutating func flag(_ key: FieldKey, _ value: inout Bool) { int(value ? 1 : 0) }
  mutating func integer(_ key: FieldKey, _ value: inout Int) { int(value) }
  mutating func integer(_ key: FieldKey, _ value: inout Int?) { if let value = present(value) { int(value) } }
  mutating func duration(_ key: FieldKey, _ value: inout Int64?) { if let value = present(value) { int(Int(value)) } }

  /// The bits of a number, so that it comes back as it is.
  mutating func number(_ key: FieldKey, _ value: inout Double?) {
    if let value = present(value) { int(Int(bitPattern: UInt(value.bitPattern))) }
  }

  mutating func unit(_ key: FieldKey, _ value: inout UnitOfMeasure) { unit(value) }
  mutating func unit(_ key: FieldKey, _ value: inout UnitOfMeasure?) { if let value = present(value) { unit(value) } }

  mutating func units(_ key: FieldKey, _ values: inout [UnitOfMeasure]?) {
    guard let values = present(values) else { return }
    int(values.count)
    for value in values { unit(value) }
  }

  mutating func pattern(_ key: FieldKey, _ value: inout TextPattern?) {
    if let value = present(value) { text(value.source) }
  }

  mutating func choice(_ key: FieldKey, _ value: inout some Choice) { text(value.word) }

  mutating func each(_ values: inout [some Described]) { list(values) }
  mutating func fields(_ fields: inout [FieldDefinition], as noun: String) { list(fields) }

  mutating func optional(_ value: inout (some Described)?, isHashedUnset: Bool) {
    if var value = present(value) { value.describe(&self) }
  }

  mutating func within(_ name: String, _ bounds: inout ValueBounds) { bounds.describe(&self) }
  mutating func hashed(_ name: @autoclosure () -> String, _ value: @autoclosure () -> String) {}
}

/// Reads the parts of a compiled catalog.
///
/// A value that does not fit makes the whole unreadable: from the first fault on everything is empty, and `isWhole`
/// says so.
private struct CompiledReader: DefinitionVisitor {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var isBroken = false
  /// Units by grammar and text: a few dozen for hundreds of types.
  private var units: [String: UnitOfMeasure] = [:]

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isWhole: Bool { !isBroken && position == bytes.count }

  private mutating func fail() { isBroken = true }

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

  private mutating func flag() -> Bool { int() == 1 }

  mutating func text() -> String {
    let count = int(until: UInt8(ascii: ":"))
    guard !isBroken, count >= 0, count <= bytes.count - position else {
      fail()
      return ""
    }
    defer { position += count }
    return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]), as: UTF8.self)
  }

  mutating func list<Value>(_ read: (inout Self) -> Value) -> [Value] {
    let count = int()
    var values: [Value] = []
    guard !isBroken, count > 0, count <= bytes.count else { return values }
    values.reserveCapacity(count)
    for _ in 0..<count where !isBroken { values.append(read(&self)) }
    return values
  }

  mutating func list<Part: Described>(_ type: Part.Type) -> [Part] {
    list { $0.visit(.blank) }
  }

  /// A unit; one that cannot be read is a fault, and another stands for it.
  private mutating func unit() -> UnitOfMeasure? {
    let grammar = text()
    let string = text()
    let key = grammar + "\n" + string
    if let unit = units[key] { return unit }
    guard let grammar = UnitGrammar(rawValue: grammar), let unit = try? UnitOfMeasure(string, grammar: grammar) else {
      fail()
      return nil
    }
    units[key] = unit
    return unit
  }

  private mutating func dictionary<Value>(_ read: (inout Self) -> Value) -> [String: Value] {
    let pairs = list { ($0.text(), read(&$0)) }
    var values = [String: Value](minimumCapacity: pairs.count)
    for (key, value) in pairs { values[key] = value }
    return values
  }

  mutating func origins() -> KeyOrigins {
    var origins: [(key: String, value: CatalogMark)] = []
    for _ in 0..<max(0, min(int(), 1000)) where !isBroken {
      let path = text()
      origins += list { (key: $0.text(), value: CatalogMark(path: path, line: $0.int(), column: $0.int())) }
    }
    return KeyOrigins(origins)
  }

  mutating func text(_ key: FieldKey, _ value: inout String, _ kind: TextKind) { value = text() }
  mutating func text(_ key: FieldKey, _ value: inout String?, _ kind: TextKind) { value = flag() ? text() : nil }
  mutating func texts(_ key: FieldKey, _ values: inout [String], _ kind: TextKind) { values = list { $0.text() } }
  mutating func texts(_ key: FieldKey, _ values: inout [String: String]) { values = dictionary { $0.text() } }
  mutating func lists(_ key: FieldKey, _ values: inout [String: [String]]) {
    values = dictionary { $0.list(String.self) }
  }
  mutating func flag(_ key: FieldKey, _ value: inout Bool) { value = flag() }
  mutating func integer(_ key: FieldKey, _ value: inout Int) { value = int() }
  mutating func integer(_ key: FieldKey, _ value: inout Int?) { value = flag() ? int() : nil }
  mutating func duration(_ key: FieldKey, _ value: inout Int64?) { value = flag() ? Int64(int()) : nil }

  mutating func number(_ key: FieldKey, _ value: inout Double?) {
    value = flag() ? Double(bitPattern: UInt64(UInt(bitPattern: int()))) : nil
  }

  mutating func unit(_ key: FieldKey, _ value: inout UnitOfMeasure) { if let unit = unit() { value = unit } }
  mutating func unit(_ key: FieldKey, _ value: inout UnitOfMeasure?) { value = flag() ? unit() : nil }

  mutating func units(_ key: FieldKey, _ values: inout [UnitOfMeasure]?) {
    values = flag() ? list { $0.unit() }.compactMap(\.self) : nil
  }

  mutating func pattern(_ key: FieldKey, _ value: inout TextPattern?) {
    guard flag() else { return }
    value = try? TextPattern(text())
    if value == nil { fail() }
  }

  mutating func choice<Value: Choice>(_ key: FieldKey, _ value: inout Value) {
    let word = text()
    if let found = Value.blanks.first(where: { $0.word == word }) { value = found } else { fail() }
  }

  mutating func each<Part: Described>(_ values: inout [Part]) { values = list(Part.self) }
  mutating func fields(_ fields: inout [FieldDefinition], as noun: String) { each(&fields) }

  mutating func optional<Part: Described>(_ value: inout Part?, isHashedUnset: Bool) {
    guard flag() else { return }
    value = visit(.blank)
  }

  mutating func within(_ name: String, _ bounds: inout ValueBounds) { bounds.describe(&self) }
  mutating func hashed(_ name: @autoclosure () -> String, _ value: @autoclosure () -> String) {}
}
