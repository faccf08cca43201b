import HealthModel
import HealthUnits

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
