import HealthModel
import HealthUnits

/// The catalog as bytes that change exactly when its meaning does: what the content hash is taken of.
///
/// Every field that decides how samples are read, judged, stored or mapped is in it, in fixed order, each with its
/// length; titles, summaries, sources, examples and places are not.
struct CanonicalForm: DefinitionVisitor {
  private(set) var bytes: [UInt8] = []
  /// What is before the names of limits: `allowed.`.
  private var prefix = ""

  init(
    types: [TypeDefinition], keys: [MetadataKeyDefinition], enums: [String: EnumDefinition], units: [CustomUnit],
    pending: [String]
  ) {
    // More than most types take: growing would hold the form twice, and pages that are not written take no memory.
    bytes.reserveCapacity(max(1 << 17, types.count << 10))
    field("assay-catalog", "1")
    for unit in units.sorted(by: { Self.precedes($0.symbol, $1.symbol) }) {
      field("unit", unit.symbol)
      field("definition", String(describing: unit.definition))
    }
    for var (_, values) in enums.sorted(by: { Self.precedes($0.key, $1.key) }) { values.describe(&self) }
    for var key in keys.sorted(by: { Self.precedes($0.key, $1.key) }) { key.describe(&self) }
    for var type in types { type.describe(&self) }
    if !pending.isEmpty { list("pending", pending) }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// Appends `name=length:value` and a line feed.
  private mutating func field(_ name: String, _ value: String) {
    bytes.append(contentsOf: prefix.utf8)
    bytes.append(contentsOf: name.utf8)
    bytes.append(UInt8(ascii: "="))
    bytes.append(contentsOf: String(value.utf8.count).utf8)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(contentsOf: value.utf8)
    bytes.append(0x0A)
  }

  private mutating func list(_ name: String, _ values: [String]) {
    field(name, "\(values.count)")
    for value in values { field("-", value) }
  }

  /// Appends a field that may have no value.
  private mutating func field(_ key: FieldKey, _ value: String?, unset: String) {
    if !key.hashed.isEmpty, value != nil || key.isHashedUnset { field(key.hashed, value ?? unset) }
  }

  mutating func text(_ key: FieldKey, _ value: inout String, _ kind: TextKind) { field(key, value, unset: "") }
  mutating func text(_ key: FieldKey, _ value: inout String?, _ kind: TextKind) { field(key, value, unset: "") }
  mutating func texts(_ key: FieldKey, _ values: inout [String], _ kind: TextKind) { list(key.hashed, values) }

  mutating func texts(_ key: FieldKey, _ values: inout [String: String]) {
    guard !key.hashed.isEmpty else { return }
    for (name, value) in values.sorted(by: { Self.precedes($0.key, $1.key) }) { field(key.hashed + " " + name, value) }
  }

  mutating func lists(_ key: FieldKey, _ values: inout [String: [String]]) {
    for (name, list) in values.sorted(by: { Self.precedes($0.key, $1.key) }) {
      self.list(key.hashed + " " + name, list)
    }
  }

  mutating func flag(_ key: FieldKey, _ value: inout Bool) { field(key, value ? "true" : nil, unset: "false") }
  mutating func integer(_ key: FieldKey, _ value: inout Int) { field(key, String(value), unset: "") }
  mutating func integer(_ key: FieldKey, _ value: inout Int?) { field(key, value.map { String($0) }, unset: "none") }
  mutating func duration(_ key: FieldKey, _ value: inout Int64?) { field(key, value.map { String($0) }, unset: "none") }

  mutating func number(_ key: FieldKey, _ value: inout Double?) {
    field(key, value.map { String($0.bitPattern, radix: 16) }, unset: "none")
  }

  mutating func unit(_ key: FieldKey, _ value: inout UnitOfMeasure) { field(key, value.unitString, unset: "") }
  mutating func unit(_ key: FieldKey, _ value: inout UnitOfMeasure?) { field(key, value?.unitString, unset: "") }

  mutating func units(_ key: FieldKey, _ values: inout [UnitOfMeasure]?) {
    list(key.hashed, values?.map(\.unitString) ?? [])
  }

  mutating func pattern(_ key: FieldKey, _ value: inout TextPattern?) { field(key, value?.source, unset: "") }

  mutating func choice(_ key: FieldKey, _ value: inout some Choice) { field(key, value.word, unset: "") }

  mutating func each(_ values: inout [some Described]) { for var value in values { value.describe(&self) } }

  mutating func fields(_ fields: inout [FieldDefinition], as noun: String) {
    for var item in fields {
      field(noun, item.name)
      item.describe(&self)
    }
  }

  mutating func optional<Part: Described>(_ value: inout Part?, isHashedUnset: Bool) {
    guard var part = value ?? (isHashedUnset ? .blank : nil) else { return }
    part.describe(&self)
  }

  mutating func within(_ name: String, _ bounds: inout ValueBounds) {
    prefix = name + "."
    bounds.describe(&self)
    prefix = ""
  }

  mutating func hashed(_ name: @autoclosure () -> String, _ value: @autoclosure () -> String) { field(name(), value()) }
}
