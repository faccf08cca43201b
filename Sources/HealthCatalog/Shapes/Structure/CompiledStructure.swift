import HealthModel

/// Structured types in a compiled catalog.

extension CompiledWriter {
  mutating func structure(_ shape: StructureShape) {
    list(shape.fields) { $0.field($1) }
    list(shape.lists) { $0.fieldList($1) }
    optional(shape.points) { $0.points($1) }
    optional(shape.parent) { writer, parent in
      writer.text(parent.type)
      writer.flag(parent.isRequired)
    }
    optional(shape.export) { writer, export in
      writer.text(export.element)
      writer.text(export.start)
      writer.text(export.end)
    }
  }

  private mutating func field(_ field: FieldDefinition) {
    text(field.name)
    value(field.value)
    flag(field.isRequired)
    optional(field.export) { $0.attribute($1) }
  }

  private mutating func attribute(_ attribute: ExportAttribute) {
    text(attribute.name)
    text(attribute.unit)
  }

  private mutating func quantity(_ quantity: FieldQuantity) {
    unit(quantity.unit)
    bounds(quantity.allowed)
    bounds(quantity.plausible)
  }

  private mutating func value(_ value: FieldValue) {
    text(value.word)
    switch value {
    case .quantity(let quantity): self.quantity(quantity)
    case .number(let bounds), .integer(let bounds): self.bounds(bounds)
    case .enumeration(let list): enumeration(list)
    case .text(let maximum): int(maximum)
    case .quantityOf(let field): text(field)
    case .document(let format, let maximum):
      text(format.rawValue)
      int(maximum)
    case .boolean, .time, .date, .uuid, .quantityType, .metadata: break
    }
  }

  private mutating func fieldList(_ list: ListDefinition) {
    text(list.name)
    switch list.element {
    case .group(let fields):
      flag(true)
      self.list(fields) { $0.field($1) }
    case .value(let field):
      flag(false)
      self.field(field)
    }
    int(list.minimum)
    int(list.maximum)
    flag(list.isWithinSample)
    optional(list.sorted) { $0.text($1) }
    texts(list.unique)
    optional(list.export) { writer, export in
      writer.texts(export.elements)
      writer.optional(export.nameField) { $0.text($1) }
      writer.text(export.parent)
    }
  }

  private mutating func points(_ points: PointsDefinition) {
    switch points.timing {
    case .rate(let quantity):
      text("rate")
      self.quantity(quantity)
    case .times(let export):
      text("times")
      optional(export) { $0.text($1) }
    case .none: text("none")
    }
    int(points.minimum)
    int(points.maximum)
    list(points.columns) { writer, column in
      writer.text(column.name)
      writer.value(column.value)
      writer.flag(column.isRequired)
      writer.optional(column.export) { $0.attribute($1) }
    }
    text(points.export)
  }
}

extension CompiledReader {
  mutating func structure() -> StructureShape {
    StructureShape(
      fields: list { $0.field() }, lists: list { $0.fieldList() }, points: optional { $0.points() },
      parent: optional { ParentDefinition(type: $0.text(), isRequired: $0.flag()) },
      export: optional { ExportElement(element: $0.text(), start: $0.text(), end: $0.text()) })
  }

  private mutating func field() -> FieldDefinition {
    FieldDefinition(name: text(), value: value(), isRequired: flag(), export: optional { $0.attribute() })
  }

  private mutating func attribute() -> ExportAttribute { ExportAttribute(name: text(), unit: text()) }

  private mutating func fieldQuantity() -> FieldQuantity {
    FieldQuantity(unit: unit(), allowed: bounds(), plausible: bounds())
  }

  private mutating func value() -> FieldValue {
    switch text() {
    case "quantity": return .quantity(fieldQuantity())
    case "number": return .number(bounds())
    case "integer": return .integer(bounds())
    case "boolean": return .boolean
    case "enum": return .enumeration(enumeration())
    case "string": return .text(maximumLength: int())
    case "time": return .time
    case "date": return .date
    case "uuid": return .uuid
    case "quantityType": return .quantityType
    case "quantityOf": return .quantityOf(field: text())
    case "metadata": return .metadata
    case "document":
      let format = DocumentFormat(rawValue: text())
      if format == nil { fail() }
      return .document(format ?? .text, maximumLength: int())
    default:
      fail()
      return .boolean
    }
  }

  private mutating func fieldList() -> ListDefinition {
    let name = text()
    let element: ListElement = flag() ? .group(list { $0.field() }) : .value(field())
    return ListDefinition(
      name: name, element: element, minimum: int(), maximum: int(), isWithinSample: flag(),
      sorted: optional { $0.text() }, unique: texts(),
      export: optional { reader in
        ExportChild(elements: reader.texts(), nameField: reader.optional { $0.text() }, parent: reader.text())
      })
  }

  private mutating func points() -> PointsDefinition {
    let timing: PointTiming
    switch text() {
    case "rate": timing = .rate(fieldQuantity())
    case "times": timing = .times(export: optional { $0.text() })
    case "none": timing = .none
    default:
      fail()
      timing = .none
    }
    return PointsDefinition(
      timing: timing, minimum: int(), maximum: int(),
      columns: list { reader in
        ColumnDefinition(
          name: reader.text(), value: reader.value(), isRequired: reader.flag(),
          export: reader.optional { $0.attribute() })
      }, export: text())
  }
}

extension FieldValue {
  /// What a value is called in a compiled catalog, in the content hash and in a comparison.
  var word: String {
    switch self {
    case .quantity: "quantity"
    case .number: "number"
    case .integer: "integer"
    case .boolean: "boolean"
    case .enumeration: "enum"
    case .text: "string"
    case .time: "time"
    case .date: "date"
    case .uuid: "uuid"
    case .quantityType: "quantityType"
    case .quantityOf: "quantityOf"
    case .metadata: "metadata"
    case .document: "document"
    }
  }
}
