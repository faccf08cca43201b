import HealthCatalog
package import HealthModel
import HealthUnits

/// A catalog as one JSON document: the cards of its types, the units of quantities, its enums and its metadata keys.
package enum CatalogJSON {
  /// JSON with a line for each type, quantity, enum and key: of the types with these ids and of the enums and keys that
  /// they name, or of all there is.
  package static func document(_ registry: Registry, only ids: Set<String>? = nil, version: String) -> [UInt8] {
    let types = registry.types.filter { ids?.contains($0.id) ?? true }
    let names = Set(types.flatMap { $0.metadata.required + $0.metadata.known })
    let keys = registry.metadataKeys.filter { key in
      ids == nil || ([key.key] + key.identifiers).contains { names.contains($0) }
    }
    let used = Set((types.flatMap(\.shape.enumerations) + keys.compactMap(\.enumeration)).map(\.id))
    var json = JSONBuilder()
    json.object { json in
      json.member("schema", 1)
      json.member("hash", registry.contentHash)
      json.member("version", version)
      json.array("types") { list in
        for type in types { TypeSummary.append(type, to: &list) }
      }
      json.object("units") { units in
        for type in types {
          guard let shape = type.shape.quantity else { continue }
          units.object(type.id) { item in
            item.member("usual", texts: UnitChoice.texts(for: shape, in: registry))
            item.member("only", shape.units.only != nil || shape.unit.dimension.isDimensionless)
          }
        }
      }
      json.object("enums") { enums in
        for (id, list) in registry.enums.sorted(by: { $0.key < $1.key }) where ids == nil || used.contains(id) {
          enums.object(id) { DefinitionJSON.append(list, without: ["enum", "values"], to: &$0) }
        }
      }
      json.array("metadata") { list in
        for key in keys {
          let isShared = key.enumeration.map { registry.enums[$0.id] == $0 } ?? false
          let hidden: Set = isShared ? ["identifier", "also", "cases", "values"] : ["enum", "values"]
          list.object { DefinitionJSON.append(key, without: hidden, to: &$0) }
        }
      }
    }
    return JSONLayout.lines(json.bytes)
  }
}

/// The members that JSON objects have of definitions and their parts, by their description.
struct DefinitionJSON: DefinitionVisitor {
  private var members: [(key: String, value: [UInt8])] = []
  private let hidden: Set<String>

  /// Appends what a part says, without some members; those that are named first come in that order.
  static func append(
    _ part: some Described, without hidden: Set<String> = [], first: [String] = [], to json: inout JSONBuilder
  ) {
    var (part, visitor) = (part, DefinitionJSON(hidden: hidden))
    part.describe(&visitor)
    visitor.append(first: first, to: &json)
  }

  private init(hidden: Set<String>) { self.hidden = hidden }

  private func append(first: [String], to json: inout JSONBuilder) {
    let ordered = first.compactMap { name in members.first { $0.key == name } }
    for member in ordered + members.filter({ !first.contains($0.key) }) {
      json.key(member.key)
      json.value(json: member.value)
    }
  }

  private mutating func add(_ name: String, _ write: (inout JSONBuilder) -> Void) {
    guard !name.isEmpty, !hidden.contains(name) else { return }
    var json = JSONBuilder()
    write(&json)
    members.append((name, json.bytes))
  }

  private static func object<Part: Described>(_ part: Part, _ hidden: Set<String>, to json: inout JSONBuilder) {
    let first = Part.self == ListDefinition.self ? ["name", "min", "max", "within", "sorted", "unique"] : []
    json.object { append(part, without: hidden, first: first, to: &$0) }
  }

  private mutating func add(_ name: String, text: String?) { if let text { add(name) { $0.value(text) } } }

  mutating func text(_ key: FieldKey, _ value: inout String, _ kind: TextKind) {
    add(key.shown, text: value.isEmpty ? nil : value)
  }
  mutating func text(_ key: FieldKey, _ value: inout String?, _ kind: TextKind) { add(key.shown, text: value) }

  mutating func texts(_ key: FieldKey, _ values: inout [String], _ kind: TextKind) {
    guard !values.isEmpty || key.isShownUnset else { return }
    add(key.shown) { $0.array { list in for text in values { list.value(text) } } }
  }

  mutating func texts(_ key: FieldKey, _ values: inout [String: String]) {
    let texts = values.sorted { $0.key < $1.key }
    if !texts.isEmpty {
      add(key.shown) { $0.object { inner in for (name, text) in texts { inner.member(name, text) } } }
    }
  }

  mutating func lists(_ key: FieldKey, _ values: inout [String: [String]]) {
    let lists = values.sorted { $0.key < $1.key }
    add(key.shown) { $0.object { inner in for (name, texts) in lists { inner.member(name, texts: texts) } } }
  }

  mutating func flag(_ key: FieldKey, _ value: inout Bool) {
    guard value || key.isShownUnset else { return }
    add(key.shown) { key.word == "within" ? $0.value("sample") : $0.value(value) }
  }

  mutating func integer(_ key: FieldKey, _ value: inout Int) { add(key.shown) { $0.value(value) } }
  mutating func integer(_ key: FieldKey, _ value: inout Int?) { if let value { add(key.shown) { $0.value(value) } } }
  mutating func number(_ key: FieldKey, _ value: inout Double?) { if let value { add(key.shown) { $0.value(value) } } }
  mutating func duration(_ key: FieldKey, _ value: inout Int64?) {
    if let value { add(key.shown) { $0.value(Double(value) / 1_000_000) } }
  }
  mutating func unit(_ key: FieldKey, _ value: inout UnitOfMeasure) { add(key.shown, text: value.unitString) }
  mutating func unit(_ key: FieldKey, _ value: inout UnitOfMeasure?) { add(key.shown, text: value?.unitString) }
  mutating func units(_ key: FieldKey, _ values: inout [UnitOfMeasure]?) {}
  mutating func pattern(_ key: FieldKey, _ value: inout TextPattern?) { add(key.shown, text: value?.source) }

  mutating func choice(_ key: FieldKey, _ value: inout some Choice) {
    if key.word == "points", value.word == "time" { add("time") { $0.value(true) } }
    add(key.shown, text: value.word == "quantityOf" ? "quantity" : value.word)
  }

  mutating func each<Part: Described>(_ values: inout [Part]) {
    guard let name = Part.shown, !values.isEmpty else { return }
    if let cases = values as? [EnumCase] {
      add("values") {
        $0.object { inner in
          for item in cases {
            inner.key(item.name)
            if let raw = item.raw { inner.value(raw) } else { inner.value(json: "null".utf8) }
          }
        }
      }
    }
    if let numbers = values as? [TypeExpression] {
      add(name) { [hidden] json in
        json.object { inner in
          for item in numbers {
            inner.key(item.name)
            Self.object(item, hidden, to: &inner)
          }
        }
      }
    } else {
      add(name) { [hidden] in $0.array { list in for part in values { Self.object(part, hidden, to: &list) } } }
    }
  }

  mutating func fields(_ fields: inout [FieldDefinition], as noun: String) {
    guard !fields.isEmpty else { return }
    add(noun + "s") { [hidden] in $0.array { list in for part in fields { Self.object(part, hidden, to: &list) } } }
  }

  mutating func optional<Part: Described>(_ value: inout Part?, isHashedUnset: Bool) {
    guard var part = value, let name = Part.shown else { return }
    if name.isEmpty { part.describe(&self) } else { add(name) { [hidden] in Self.object(part, hidden, to: &$0) } }
  }

  mutating func within(_ name: String, _ bounds: inout ValueBounds) {
    guard !bounds.isUnbounded else { return }
    var visitor = DefinitionJSON(hidden: hidden)
    bounds.describe(&visitor)
    add(name) { $0.object { visitor.append(first: ["min", "max", "above", "below", "step"], to: &$0) } }
  }

  mutating func rate(_ quantity: inout FieldQuantity) {
    add("rate") { [hidden] in Self.object(FieldValue.quantity(quantity), hidden, to: &$0) }
  }

  mutating func hashed(_ name: @autoclosure () -> String, _ value: @autoclosure () -> String) {
    if name() == "kind" { add("kind", text: value()) }
  }
}

/// A type for people and machines: a line, a card, a JSON object.
package enum TypeSummary {
  /// `heartRate  quantity  count/min  Heart rate`.
  package static func line(_ type: TypeDefinition) -> String {
    "\(padded(type.id, 40)) \(padded(type.kind.rawValue, 14)) "
      + "\(padded(type.shape.quantity?.unit.unitString ?? type.shape.enumeration?.id ?? "-", 24)) \(type.title)"
  }

  package static func text(_ type: TypeDefinition) -> String {
    var lines = ["\(type.id) — \(type.title)"]
    if !type.summary.isEmpty { lines.append(type.summary) }
    lines.append("  kind: \(type.kind.rawValue)")
    lines += TypeText(type: type, isPage: false).lines.map { "  " + $0 }
    return lines.joined(separator: "\n") + "\n"
  }

  package static func append(_ type: TypeDefinition, showsOrigins: Bool = false, to json: inout JSONBuilder) {
    json.object { json in
      DefinitionJSON.append(type, without: ["identifier", "also", "cases"], first: order, to: &json)
      if showsOrigins { appendOrigins(of: type, to: &json) }
    }
  }

  /// The members of a type that come before the others.
  private static let order = [
    "type", "kind", "title", "summary", "unit", "aggregation", "allowed", "plausible", "rate_max", "exclusive",
    "session", "identifiers", "aliases", "enum", "values", "members", "fields", "lists", "points", "parent",
    "duration_min", "duration_max", "duration_usually_below", "metadata_required", "computed", "rules", "writable",
  ]

  private static func appendOrigins(of type: TypeDefinition, to json: inout JSONBuilder) {
    json.object("origins") { origins in
      for (key, mark) in type.origins {
        origins.object(key) { place in
          place.member("path", mark.path)
          place.member("line", mark.line)
          place.member("column", mark.column)
        }
      }
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

enum BoundsText {
  /// `from 0 to 300`, `above 0, whole numbers`; `nil` without bounds.
  static func sentence(_ bounds: ValueBounds) -> String? {
    CatalogText.bounds(bounds, from: "from ", DecimalWriter.string)
  }

  /// Bounds in a unit.
  static func sentence(_ bounds: ValueBounds, in unit: String, _ conversion: (Double) -> Double = { $0 }) -> String? {
    let converted = ValueBounds(
      minimum: bounds.minimum.map(conversion), maximum: bounds.maximum.map(conversion),
      above: bounds.above.map(conversion), below: bounds.below.map(conversion))
    return sentence(converted).map { "\($0) \(unit)" }
  }

  /// `4 d`, `90 s`: microseconds in the largest unit that needs no fraction.
  static func duration(_ microseconds: Int64) -> String {
    for (size, unit) in [(86_400, "d"), (3_600, "h"), (60, "min")] as [(Int64, String)]
    where microseconds != 0 && microseconds % (size * 1_000_000) == 0 {
      return "\(microseconds / (size * 1_000_000)) \(unit)"
    }
    return DecimalWriter.string(Double(microseconds) / 1_000_000) + " s"
  }
}
