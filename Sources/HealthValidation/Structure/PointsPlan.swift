import HealthModel

/// The points of a series made ready for judging.
struct PointsPlan: Sendable {
  let definition: PointsDefinition
  let columns: [FieldPlan]
  /// The rate as a field; `nil` for points that have times, or none.
  let rate: FieldPlan?
  /// Columns by their names in JSON, and by attributes of an export, whose units are negative.
  private let names: ByteKeyTable
  private let attributes: ByteKeyTable

  enum Name {
    case column(Int)
    /// The attribute with the unit of a column.
    case unit(Int)
    case time
    case rate
    case units
  }

  private static let timePlace = 1 << 20
  private static let ratePlace = 1 << 20 | 1
  private static let unitsPlace = 1 << 20 | 2

  init(_ points: PointsDefinition, _ tables: inout EnumTables, _ numbers: inout Int32) {
    definition = points
    let fields = points.columns.map {
      FieldDefinition(name: $0.name, value: $0.value, isRequired: $0.isRequired, export: $0.export)
    }
    columns = fields.map { FieldPlan($0, in: [], &tables, &numbers) }
    var (names, attributes) = (ByteKeyTable(), ByteKeyTable())
    for (index, field) in fields.enumerated() {
      _ = names.insert(Array(field.name.utf8), value: index << 1)
      guard let export = field.export else { continue }
      _ = attributes.insert(Array(export.name.utf8), value: index << 1)
      if field.value.hasUnit { _ = attributes.insert(Array(export.unit.utf8), value: index << 1 | 1) }
    }
    _ = names.insert(Array("units".utf8), value: Self.unitsPlace)
    switch points.timing {
    case .rate(let quantity):
      let field = FieldDefinition(name: "rate", value: .quantity(quantity), isRequired: true)
      rate = FieldPlan(field, in: [], &tables, &numbers)
      _ = names.insert(Array("rate".utf8), value: Self.ratePlace)
    case .times(let attribute):
      rate = nil
      _ = names.insert(Array("time".utf8), value: Self.timePlace)
      if let attribute { _ = attributes.insert(Array(attribute.utf8), value: Self.timePlace) }
    case .none: rate = nil
    }
    (self.names, self.attributes) = (names, attributes)
  }

  var hasTimes: Bool { if case .times = definition.timing { true } else { false } }

  func name(_ key: RawField, _ bytes: RawSpan) -> Name? {
    CanonicalText.reading(key, .json, bytes) { names.value(at: $0, in: $1) }.flatMap(Self.name)
  }

  func attribute(_ key: RawField, _ bytes: RawSpan) -> Name? {
    attributes.value(at: key.range, in: bytes).flatMap(Self.name)
  }

  private static func name(_ place: Int) -> Name {
    switch place {
    case timePlace: .time
    case ratePlace: .rate
    case unitsPlace: .units
    default: place & 1 == 1 ? .unit(place >> 1) : .column(place >> 1)
    }
  }

  func isTime(_ name: [UInt8]) -> Bool { (names.value(for: name) ?? attributes.value(for: name)) == Self.timePlace }

  func column(named name: [UInt8]) -> FieldPlan? {
    let place = names.value(for: name) ?? attributes.value(for: name)
    if place == Self.ratePlace { return rate }
    return place.flatMap { $0 < Self.timePlace ? columns[$0 >> 1] : nil }
  }
}
