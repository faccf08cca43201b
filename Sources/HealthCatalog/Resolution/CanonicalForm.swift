import HealthModel
import HealthUnits

/// The catalog as bytes that change exactly when its meaning does: what the content hash is taken of.
///
/// Every field that decides how samples are read, judged, stored or mapped is in it, in fixed order, each with its
/// length; titles, summaries, sources, examples and places are not.
struct CanonicalForm {
  private(set) var bytes: [UInt8] = []

  init(
    types: [TypeDefinition], keys: [MetadataKeyDefinition], enums: [String: EnumDefinition], units: [CustomUnit],
    pending: [String]
  ) {
    // More than most types take: growing would hold the form twice, and pages that are not written take no memory.
    bytes.reserveCapacity(max(1 << 17, types.count << 10))
    field("assay-catalog", "1")
    for unit in units.sorted(by: { Self.precedes($0.symbol, $1.symbol) }) { append(unit) }
    for (_, values) in enums.sorted(by: { Self.precedes($0.key, $1.key) }) { append(values) }
    for key in keys.sorted(by: { Self.precedes($0.key, $1.key) }) { append(key) }
    for type in types { append(type) }
    if !pending.isEmpty { list("pending", pending) }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// Appends `name=length:value` and a line feed.
  mutating func field(_ name: String, _ value: String) {
    bytes.append(contentsOf: name.utf8)
    bytes.append(UInt8(ascii: "="))
    bytes.append(contentsOf: String(value.utf8.count).utf8)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(contentsOf: value.utf8)
    bytes.append(0x0A)
  }

  mutating func list(_ name: String, _ values: [String]) {
    field(name, "\(values.count)")
    for value in values { field("-", value) }
  }

  mutating func number(_ name: String, _ value: Double?) {
    field(name, value.map { String($0.bitPattern, radix: 16) } ?? "none")
  }

  mutating func integer(_ name: String, _ value: (some BinaryInteger)?) {
    field(name, value.map { String($0) } ?? "none")
  }

  private mutating func append(_ unit: CustomUnit) {
    field("unit", unit.symbol)
    field("definition", String(describing: unit.definition))
  }

  mutating func append(_ values: EnumDefinition) {
    field("enum", values.id)
    field("identifier", values.identifier ?? "")
    list("also", values.otherIdentifiers)
    for enumCase in values.cases {
      field("case", enumCase.name)
      integer("raw", enumCase.raw)
      list("aliases", enumCase.aliases)
      list("exports", enumCase.exports)
      list("requires", enumCase.requires)
    }
  }

  private mutating func append(_ key: MetadataKeyDefinition) {
    field("metadata", key.key)
    list("identifiers", key.identifiers)
    switch key.value {
    case .string(let length, let pattern):
      field("value", "string")
      integer("max_length", length)
      field("pattern", pattern?.source ?? "")
    case .number: field("value", "number")
    case .integer: field("value", "integer")
    case .boolean: field("value", "boolean")
    case .date: field("value", "date")
    case .quantity(let unit): field("value", "quantity " + (unit?.unitString ?? ""))
    case .enum(let values):
      field("value", "enum")
      append(values)
    }
  }

  private mutating func append(_ type: TypeDefinition) {
    field("type", type.id)
    field("kind", type.kind.rawValue)
    list("aliases", type.aliases)
    list("identifiers", type.identifiers)
    append(type.shape)
    integer("shortest", type.duration.minimum)
    integer("longest", type.duration.maximum)
    list("required", type.metadata.required)
    list("known", type.metadata.known)
    field("closed", "\(type.metadata.isClosed)")
    field("writable", "\(type.isWritable)")
    // Keys that came later are written where they are set, so that catalogs without them keep their hash.
    if let usual = type.duration.usuallyBelow { integer("usually below", usual) }
    if type.isExclusive { field("exclusive", "true") }
    if let session = type.sessionCase { field("session", session) }
    for item in type.expressions {
      field("computed " + item.name, item.text)
      field("unit", item.unit?.unitString ?? "")
    }
    for rule in type.rules {
      field("rule " + rule.name, rule.requirement)
      field("severity", rule.severity.name)
    }
    for (platform, version) in type.since.sorted(by: { Self.precedes($0.key, $1.key) }) {
      field("since " + platform, version)
    }
    field("deprecated", type.deprecation?.since ?? "")
    field("use", type.deprecation?.replacement ?? "")
    for (system, codes) in type.codes.sorted(by: { Self.precedes($0.key, $1.key) }) { list("code " + system, codes) }
  }
}

/// Structured types in the content hash.
extension CanonicalForm {
  mutating func append(_ shape: StructureShape) {
    for field in shape.fields { append(field) }
    for item in shape.lists { append(item) }
    if let points = shape.points { append(points) }
    if let parent = shape.parent { list("parent", [parent.type, "\(parent.isRequired)"]) }
    if let export = shape.export { list("export", [export.element, export.start, export.end]) }
  }

  private mutating func append(_ field: FieldDefinition) {
    self.field("field", field.name)
    append(field.value)
    self.field("needed", "\(field.isRequired)")
    append(field.export)
  }

  private mutating func append(_ export: ExportAttribute?) {
    if let export { list("attribute", [export.name, export.unit]) }
  }

  private mutating func append(_ value: FieldValue) {
    field("value", value.word)
    switch value {
    case .quantity(let quantity): append(quantity)
    case .number(let bounds), .integer(let bounds): append(bounds, "allowed")
    case .enumeration(let values): append(values)
    case .text(let maximum): integer("max_length", maximum)
    case .quantityOf(let other): field("of", other)
    case .document(let format, let maximum):
      field("format", format.rawValue)
      integer("max_length", maximum)
    case .boolean, .time, .date, .uuid, .quantityType, .metadata: break
    }
  }

  private mutating func append(_ quantity: FieldQuantity) {
    field("unit", quantity.unit.unitString)
    append(quantity.allowed, "allowed")
    append(quantity.plausible, "plausible")
  }

  private mutating func append(_ item: ListDefinition) {
    field("list", item.name)
    switch item.element {
    case .group(let fields):
      integer("group", fields.count)
      for field in fields { append(field) }
    case .value(let field): append(field.value)
    }
    integer("fewest", item.minimum)
    integer("most", item.maximum)
    field("within", "\(item.isWithinSample)")
    field("sorted", item.sorted ?? "")
    list("unique", item.unique)
    if let export = item.export { list("elements", export.elements + [export.nameField ?? "", export.parent]) }
  }

  private mutating func append(_ points: PointsDefinition) {
    switch points.timing {
    case .rate(let quantity):
      field("points", "rate")
      append(quantity)
    case .times(let export):
      field("points", "time")
      if let export { field("attribute", export) }
    case .none: field("points", "none")
    }
    integer("fewest", points.minimum)
    integer("most", points.maximum)
    for column in points.columns {
      field("column", column.name)
      append(column.value)
      field("needed", "\(column.isRequired)")
      append(column.export)
    }
    field("element", points.export)
  }
}
