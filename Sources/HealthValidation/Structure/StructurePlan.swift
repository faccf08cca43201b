import HealthModel
import HealthUnits

/// The content of a structured type made ready for judging; a class for the reason that `TypePlan` is one.
final class StructurePlan: Sendable {
  let fields: GroupPlan
  let lists: [ListPlan]
  let points: PointsPlan?
  let parent: ParentDefinition?
  /// The lists by their names in JSON, and by the names of an export's elements: a list, and the place of the name.
  private let listNames: ByteKeyTable
  private let elementNames: ByteKeyTable

  /// Binds the content of a type; units of its fields are remembered from the number on that is given.
  init(_ shape: StructureShape, numbers: Int32) {
    var (tables, numbers) = (EnumTables(), numbers)
    fields = GroupPlan(shape.fields, &tables, &numbers)
    lists = shape.lists.map { ListPlan($0, &tables, &numbers) }
    points = shape.points.map { PointsPlan($0, &tables, &numbers) }
    parent = shape.parent
    var (names, elements) = (ByteKeyTable(), ByteKeyTable())
    for (index, list) in shape.lists.enumerated() {
      _ = names.insert(Array(list.name.utf8), value: index)
      for (place, element) in (list.export?.elements ?? []).enumerated() {
        _ = elements.insert(Array(element.utf8), value: index << 16 | place)
      }
    }
    (listNames, elementNames) = (names, elements)
  }

  /// The list that an entry of the tape belongs to, and which of its elements' names an export used.
  func list(of key: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> (list: Int, name: Int)? {
    if syntax == .appleHealth { return elementNames.value(at: key.range, in: bytes).map { ($0 >> 16, $0 & 0xFFFF) } }
    return CanonicalText.reading(key, syntax, bytes) { listNames.value(at: $0, in: $1) }.map { ($0, 0) }
  }
}

/// The fields of a sample, or of an element of a list.
struct GroupPlan: Sendable {
  /// Where a name belongs: a field, and whether it is the attribute of its unit.
  struct Name {
    let field: Int
    let isUnit: Bool
  }

  let fields: [FieldPlan]
  private let names: ByteKeyTable
  private let attributes: ByteKeyTable

  init(_ fields: [FieldDefinition], _ tables: inout EnumTables, _ numbers: inout Int32) {
    var plans: [FieldPlan] = []
    var (names, attributes) = (ByteKeyTable(), ByteKeyTable())
    for (index, field) in fields.enumerated() {
      plans.append(FieldPlan(field, in: fields, &tables, &numbers))
      _ = names.insert(Array(field.name.utf8), value: index << 1)
      // A table has a column for the unit.
      if field.value.hasUnit { _ = names.insert(Array((field.name + ".unit").utf8), value: index << 1 | 1) }
      if case .metadata = field.value { _ = attributes.insert(Array("MetadataEntry".utf8), value: index << 1) }
      guard let export = field.export else { continue }
      _ = attributes.insert(Array(export.name.utf8), value: index << 1)
      // One attribute may be the unit of several fields; who asks for one of them finds it by its name.
      if field.value.hasUnit, !export.unit.isEmpty {
        _ = attributes.insert(Array(export.unit.utf8), value: index << 1 | 1)
      }
    }
    self.fields = plans
    (self.names, self.attributes) = (names, attributes)
  }

  func name(_ key: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) -> Name? {
    let found =
      syntax == .appleHealth
      ? attributes.value(at: key.range, in: bytes)
      : CanonicalText.reading(key, syntax, bytes) { names.value(at: $0, in: $1) }
    guard let found, found & 1 == 0 || syntax != .json else { return nil }
    return Name(field: found >> 1, isUnit: found & 1 == 1)
  }

  func field(named name: [UInt8]) -> FieldPlan? {
    (names.value(for: name) ?? attributes.value(for: name)).map { fields[$0 >> 1] }
  }
}

/// A field made ready for judging.
struct FieldPlan: Sendable {
  let value: FieldValue
  let isRequired: Bool
  /// The key in the normal form, quoted, with its colon.
  let key: [UInt8]
  let name: String
  /// The unit of a quantity, as that of a type; the cases of an enum.
  let type: TypePlan?
  /// The numbers that a quantity, number or whole number can be.
  let allowed: ValueBounds
  let plausible: ValueBounds
  /// The number under which units of the field are remembered; -1 where it has none.
  let units: Int32
  /// The field that names the type of a quantity, as index; -1 for others.
  let typeField: Int
  let unitAttribute: [UInt8]
  let unitName: [UInt8]

  init(_ field: FieldDefinition, in group: [FieldDefinition], _ tables: inout EnumTables, _ numbers: inout Int32) {
    value = field.value
    isRequired = field.isRequired
    name = field.name
    key = field.name.keyBytes
    (allowed, plausible) = field.value.bounds
    unitAttribute = Array((field.export?.unit ?? "").utf8)
    unitName = Array((field.name + ".unit").utf8)
    type = field.value.shape.map { TypePlan($0, named: field.name, &tables) }
    if case .quantity = field.value {
      units = numbers
      numbers += 1
    } else {
      units = -1
    }
    if case .quantityOf(let other) = field.value {
      typeField = group.firstIndex { $0.name == other } ?? -1
    } else {
      typeField = -1
    }
  }
}

/// A list made ready for judging.
struct ListPlan: Sendable {
  let definition: ListDefinition
  let group: GroupPlan
  /// The key in the normal form, quoted, with its colon.
  let key: [UInt8]
  let isGroup: Bool
  /// The field that elements are ordered by, as index; -1 for none.
  let sorted: Int
  /// The fields that tell elements apart, as indexes.
  let unique: [Int]
  /// The field whose case the name of an export's element says, as index; -1 for none.
  let nameField: Int

  init(_ list: ListDefinition, _ tables: inout EnumTables, _ numbers: inout Int32) {
    let fields = list.element.fields
    definition = list
    group = GroupPlan(fields, &tables, &numbers)
    key = list.name.keyBytes
    if case .group = list.element { isGroup = true } else { isGroup = false }
    sorted = list.sorted.flatMap { name in fields.firstIndex { $0.name == name } } ?? -1
    unique = list.unique.compactMap { name in fields.firstIndex { $0.name == name } }
    nameField = list.export?.nameField.flatMap { name in fields.firstIndex { $0.name == name } } ?? -1
  }
}

extension StructureShape {
  var mostUnits: Int {
    lists.reduce(fields.count) { $0 + $1.element.fields.count } + (points.map { $0.columns.count + 1 } ?? 0)
  }
}

extension FieldValue {
  var hasUnit: Bool {
    switch self {
    case .quantity, .quantityOf: true
    default: false
    }
  }

  /// Which numbers can be, and which are usual.
  var bounds: (allowed: ValueBounds, plausible: ValueBounds) {
    switch self {
    case .quantity(let quantity): return (quantity.allowed, quantity.plausible)
    case .number(let bounds): return (bounds, ValueBounds())
    case .integer(var bounds):
      bounds.isInteger = true
      return (bounds, ValueBounds())
    default: return (ValueBounds(), ValueBounds())
    }
  }

  /// The shape of a type with such values, by whose rules they are judged; `nil` for what no type has.
  fileprivate var shape: TypeShape? {
    switch self {
    case .quantity(let quantity):
      .quantity(
        QuantityShape(
          unit: quantity.unit, aggregation: .discreteArithmetic, allowed: quantity.allowed,
          plausible: quantity.plausible))
    case .enumeration(let values): .category(values)
    default: nil
    }
  }
}

extension String {
  var keyBytes: [UInt8] {
    var bytes: [UInt8] = []
    JSONText.appendQuoted(utf8, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    return bytes
  }
}
