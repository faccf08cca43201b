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

/// Fields, lists and points of a template: one of each, for its author to go on from.
enum StructureTemplate {
  static var composite: TemplateBody {
    let start = TemplateText.start
    let sample = "start: \(start), end: \(TemplateText.end)"
    return TemplateBody(
      keys: fields + lists + ["rules:", lapsFit, "duration: {max: P4D}"], sources: sources + [("lists", "default")],
      valid: [
        "{\(sample), fields: {effort: 4}}",
        "{\(sample), fields: {effort: 4}, lists: {laps: [{number: 1, time: {value: 61.5, unit: s}}]}}",
      ],
      invalid: invalid(sample) + [
        "{\(sample), fields: {effort: 4}, lists: {laps: [{number: 1}]}, code: field-missing}",
        "{\(sample), fields: {effort: 4}, lists: {laps: [{number: 1, time: {value: 301, unit: s}}]}, code: rule-broken}",
      ])
  }

  /// Columns of numbers, with fields beside them.
  static var series: TemplateBody {
    let sample = "start: \(TemplateText.start), end: \(TemplateText.end)"
    let points = "points: {time: [0, 1.5], units: {power: W}, power: [210, 214.5]}"
    return TemplateBody(
      keys: fields + lists + [
        "points:", "  time: true", "  min: 1", "  limit: 10000", "  columns:",
        "    power: {unit: W, allowed: {min: 0}}", "rules:", lapsFit,
        "  - {name: effortHasPower, require: \"effort = 0 or maximum(points.power) > 0 W\", "
          + "says: \"an effort without any power\"}", "duration: {max: P4D}",
      ], sources: sources + [("lists", "default"), ("points", "default")],
      valid: [
        "{\(sample), fields: {effort: 4}, \(points)}",
        "{\(sample), fields: {effort: 4, note: left hand}, lists: {laps: [{number: 1, time: {value: 61.5, unit: s}}]}, "
          + "\(points)}",
      ],
      invalid: invalid("\(sample), \(points)") + [
        "{\(sample), fields: {effort: 4}, points: {time: [0], units: {power: W}, power: [-1]}, "
          + "code: value-not-allowed}",
        "{\(sample), fields: {effort: 4}, points: {time: [0], units: {power: W}, power: [0]}, code: rule-broken}",
      ])
  }

  private static let fields = [
    "fields:", "  effort: {kind: integer, allowed: {min: 0, max: 10}, required: true}",
    "  note: {kind: string, max_length: 256}",
  ]

  private static let lists = [
    "lists:", "  laps:", "    count: 0..100", "    unique: [number]", "    sorted: number", "    fields:",
    "      number: {kind: integer, allowed: {min: 1}, required: true}",
    "      time: {unit: s, allowed: {min: 0}, required: true}",
  ]

  private static let lapsFit =
    "  - {name: lapsFit, require: \"sum(laps.time) <= duration\", says: \"the laps take longer than the sample\"}"

  private static let sources = [(name: "duration", text: "default"), (name: "fields", text: "default")]

  private static func invalid(_ sample: String) -> [String] {
    [
      "{\(sample), fields: {note: left hand}, code: field-missing}",
      "{\(sample), fields: {effort: 11}, code: value-not-allowed}",
    ]
  }
}
