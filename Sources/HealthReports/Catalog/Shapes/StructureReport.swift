import HealthModel
import HealthUnits

/// Fields, lists and points in reports about a catalog.
struct StructureReport: ShapeReport {
  let shape: StructureShape

  var title: String { shape.points == nil ? "Composites" : "Series" }

  var cells: [(column: String, text: String)] {
    let names = [("fields", shape.fields.map(\.name)), ("lists", shape.lists.map(\.name))]
    let points = shape.points.map { [("points", $0.columns.map(\.name))] } ?? []
    return (names + points).map { ($0, PageText.codes($1)) }
  }

  func lines(_ text: TypeText) -> [String] {
    let words = StructureText(code: text.code)
    var lines = shape.fields.map { words.line(of: $0) }
    for list in shape.lists {
      lines.append(words.line(of: list))
      if case .group(let fields) = list.element { lines += fields.map { words.line(of: $0, in: list.name) } }
    }
    if let points = shape.points {
      lines.append(words.line(of: points))
      lines += points.columns.map { words.line(of: $0, as: "column") }
    }
    if let parent = shape.parent {
      lines.append("parent: \(words.code(parent.type))" + (parent.isRequired ? ", required" : ""))
    }
    if let export = shape.export, !export.element.isEmpty {
      lines.append("in exports: the element \(words.code(export.element))")
    }
    return lines
  }

  var summary: String { PageText.codes(shape.fields.prefix(4).map(\.name)) + (shape.fields.count > 4 ? ", …" : "") }

  func facts(in pages: CatalogPages) -> [String] {
    var facts: [String] = []
    if let parent = shape.parent {
      let always = parent.isRequired ? ", always" : ""
      facts.append(PageText.fact("Belongs to", "a sample of \(pages.type(parent.type))\(always)"))
    }
    if let export = shape.export, !export.element.isEmpty {
      facts.append(PageText.fact("In exports", "the element \(PageText.code(export.element))"))
    }
    return facts
  }

  func sections(in pages: CatalogPages) -> String {
    let words = StructureText { "`\($0)`" }
    func table(_ fields: [FieldDefinition], _ columns: [String] = ["Field", "Value"]) -> String {
      let rows = fields.map {
        [PageText.code($0.name), PageText.sentence(words.phrase(of: $0.value)), $0.isRequired ? "yes" : "no"]
      }
      return PageText.table(columns + ["Required"], rows)
    }
    var text = shape.fields.isEmpty ? "" : PageText.section("fields", "Fields", [table(shape.fields)])
    if !shape.lists.isEmpty {
      var blocks: [String] = []
      for list in shape.lists {
        blocks.append("### \(PageText.code(list.name))\n")
        blocks.append(PageText.sentence("Elements: \(words.phrase(of: list)).") + "\n")
        if case .group(let fields) = list.element { blocks.append(table(fields)) }
      }
      text += PageText.section("lists", "Lists", blocks)
    }
    if let points = shape.points {
      text += PageText.section(
        "points", "Points",
        [
          PageText.sentence("Points: \(words.phrase(of: points)).") + "\n",
          table(points.columns, ["Column", "Numbers"]),
        ])
    }
    return text
  }

  func addFields(to node: inout JSONValue, in schema: TypeSchema) {
    StructureSchema(shape: shape, schemas: schema).add(to: &node)
  }
}

/// What a part of a structured sample is, in words; `code` sets a name.
struct StructureText {
  let code: (String) -> String

  /// A field, one of a list's groups, or a column.
  func line(of field: FieldDefinition, in list: String? = nil, as noun: String = "field") -> String {
    let name = code(list.map { "\($0).\(field.name)" } ?? field.name)
    return "\(noun) \(name): \(phrase(of: field.value))" + (field.isRequired ? ", required" : "")
  }

  func line(of list: ListDefinition) -> String { "list \(code(list.name)): \(phrase(of: list))" }

  func phrase(of list: ListDefinition) -> String {
    var parts = ["\(list.minimum) to \(list.maximum)"]
    if list.minimum == list.maximum { parts = ["\(list.maximum)"] }
    if case .value(let field) = list.element { parts.append(phrase(of: field.value)) }
    if list.isWithinSample { parts.append("within the sample, a warning otherwise") }
    switch list.element {
    case .group:
      if let sorted = list.sorted { parts.append("ordered by \(code(sorted))") }
      if !list.unique.isEmpty { parts.append("no two with the same " + names(list.unique)) }
    case .value:
      if list.sorted != nil { parts.append("ordered") }
      if !list.unique.isEmpty { parts.append("each once") }
    }
    return parts.joined(separator: ", ")
  }

  func line(of points: PointsDefinition) -> String { "points: \(phrase(of: points))" }

  /// How many points there are, and where in time they are.
  func phrase(of points: PointsDefinition) -> String {
    var parts = [points.minimum == 0 ? "at most \(points.maximum)" : "\(points.minimum) to \(points.maximum)"]
    switch points.timing {
    case .rate(let rate): parts.append("at a rate, \(phrase(of: .quantity(rate)))")
    case .times: parts.append("each with its time, seconds after the start")
    case .none: parts.append("without times")
    }
    return parts.joined(separator: ", ")
  }

  private func names(_ names: [String]) -> String { names.map(code).joined(separator: " and ") }

  /// What a value is: `in kg, allowed at least 0`.
  func phrase(of value: FieldValue) -> String {
    switch value {
    case .quantity(let quantity): "in \(code(quantity.unit.unitString))" + limits(of: value)
    case .number: "a number" + limits(of: value)
    case .integer: "a whole number" + limits(of: value)
    case .boolean: "true or false"
    case .enumeration(let list): "one of \(list.cases.map { code($0.name) }.joined(separator: ", "))"
    case .text(let length): "text of at most \(length) bytes"
    case .time: "a time"
    case .date: "a date"
    case .uuid: "a UUID"
    case .quantityType: "the id of a quantity type"
    case .quantityOf(let field): "a quantity of the type in \(code(field))"
    case .metadata: "metadata"
    case .document(let format, let length): "a document, \(format.rawValue), of at most \(length) bytes"
    }
  }

  private func limits(of value: FieldValue) -> String {
    let limits = value.limits
    return [("allowed", limits.allowed), ("plausible", limits.plausible)].compactMap { name, bounds in
      BoundsText.sentence(bounds).map { ", \(name) \($0)" }
    }.joined()
  }
}

/// The schema of a structured sample.
///
/// Bounds hold for numbers in the canonical unit, since a schema does not convert. What a schema cannot count, such as
/// columns of different length, it lets pass.
struct StructureSchema {
  let shape: StructureShape
  let schemas: TypeSchema

  func add(to node: inout JSONValue) {
    var properties: JSONValue = ["value": false, "unit": false, "members": false]
    var required: [String] = []
    if !shape.fields.isEmpty {
      properties.add("fields", group(shape.fields))
      if shape.fields.contains(where: \.isRequired) { required.append("fields") }
    }
    if !shape.lists.isEmpty {
      properties.add("lists", lists)
      if shape.lists.contains(where: { $0.minimum > 0 }) { required.append("lists") }
    }
    if let points = shape.points {
      properties.add("points", self.points(points))
      if points.minimum > 0 { required.append("points") }
    } else {
      properties.add("points", false)
    }
    if let parent = shape.parent {
      properties.add("parent", .reference("_uuid"))
      if parent.isRequired { required.append("parent") }
    } else {
      properties.add("parent", false)
    }
    if !required.isEmpty { node.add("required", .texts(required)) }
    node.add("properties", properties)
  }

  private func group(_ fields: [FieldDefinition]) -> JSONValue {
    var properties: JSONValue = [:]
    for field in fields {
      let value = schema(of: field.value)
      // Nothing is as good as no field.
      properties.add(field.name, field.isRequired ? value : ["anyOf": [value, ["type": "null"]]])
    }
    return .object(properties, required: fields.filter(\.isRequired).map(\.name))
  }

  private var lists: JSONValue {
    var properties: JSONValue = [:]
    for list in shape.lists {
      var node: JSONValue = ["type": "array", "maxItems": .double(Double(list.maximum))]
      if list.minimum > 0 { node.add("minItems", .double(Double(list.minimum))) }
      switch list.element {
      case .group(let fields): node.add("items", group(fields))
      case .value(let field):
        node.add("items", schema(of: field.value))
        if !list.unique.isEmpty { node.add("uniqueItems", true) }
      }
      properties.add(list.name, node)
    }
    return .object(properties, required: shape.lists.filter { $0.minimum > 0 }.map(\.name))
  }

  // MARK: Points

  private func points(_ points: PointsDefinition) -> JSONValue {
    var properties: JSONValue = [:]
    var required: [String] = []
    switch points.timing {
    case .rate(let rate):
      properties.add("rate", quantity(rate))
      required.append("rate")
    case .times:
      properties.add("time", column(["type": "number"], of: points))
      required.append("time")
    case .none: break
    }
    properties.add("units", ["type": "object", "additionalProperties": Self.unit])
    for item in points.columns {
      properties.add(item.name, column(cell(of: item), of: points))
      if item.isRequired { required.append(item.name) }
    }
    var node = JSONValue.object(properties, required: required)
    let rules = points.columns.flatMap { self.rules(of: $0) }
    if !rules.isEmpty { node.add("allOf", .array(rules)) }
    return node
  }

  /// A column of quantities has a unit, and numbers in the canonical one have bounds.
  private func rules(of column: FieldDefinition) -> [JSONValue] {
    guard case .quantity(let quantity) = column.value else { return [] }
    let array: JSONValue = ["type": "array"]
    let name = JSONValue.texts([column.name])
    var rules: [JSONValue] = [
      [
        "if": ["properties": .object([JSONValue.Member(column.name, array)]), "required": name],
        "then": ["properties": ["units": ["required": name]], "required": ["units"]],
      ]
    ]
    guard quantity.allowed.hasRange else { return rules }
    let canonical = JSONValue.oneOf(UnitSpellings.texts(of: [quantity.unit], and: []))
    let unit: JSONValue = ["properties": .object([JSONValue.Member(column.name, canonical)])]
    let bounds: JSONValue = ["items": Self.number(["number", "null"], quantity.allowed)]
    rules.append([
      "if": ["properties": ["units": unit]], "then": ["properties": .object([JSONValue.Member(column.name, bounds)])],
    ])
    return rules
  }

  private func column(_ cell: JSONValue, of points: PointsDefinition) -> JSONValue {
    var node: JSONValue = ["type": "array", "maxItems": .double(Double(points.maximum)), "items": cell]
    if points.minimum > 0 { node.add("minItems", .double(Double(points.minimum))) }
    return node
  }

  /// A number of a column; a missing one is `null`.
  private func cell(of column: FieldDefinition) -> JSONValue {
    switch column.value {
    case .boolean: return ["type": ["boolean", "null"]]
    case .integer(let bounds): return Self.number(column.isRequired ? "integer" : ["integer", "null"], bounds)
    case .number(let bounds): return Self.number(column.isRequired ? "number" : ["number", "null"], bounds)
    default: return ["type": column.isRequired ? "number" : ["number", "null"]]
    }
  }

  // MARK: Values

  private static let unit: JSONValue = ["type": "string", "maxLength": 128]

  private func schema(of value: FieldValue) -> JSONValue {
    switch value {
    case .quantity(let quantity): return self.quantity(quantity)
    case .number(let bounds): return Self.number("number", bounds)
    case .integer(let bounds): return Self.number("integer", bounds)
    case .boolean: return ["type": "boolean"]
    case .enumeration(let list): return schemas.values(of: list)
    case .text(let length): return ["type": "string", "maxLength": .double(Double(length))]
    case .time: return .reference("_instant")
    case .date: return ["type": "string", "pattern": .string(TimePatterns.whole(TimePatterns.date))]
    case .uuid: return .reference("_uuid")
    case .quantityType: return .reference("_quantityType")
    case .quantityOf:
      return [
        "type": "object", "required": ["value", "unit"],
        "properties": ["value": ["type": "number"], "unit": Self.unit],
      ]
    case .metadata: return .reference("_metadata")
    case .document(_, let length):
      let text: JSONValue = ["type": "string", "maxLength": .double(Double(length))]
      let object: JSONValue = [
        "type": "object", "required": ["text"], "properties": ["text": text, "sha256": .reference("_text")],
      ]
      return ["anyOf": [text, object]]
    }
  }

  private func quantity(_ quantity: FieldQuantity) -> JSONValue {
    var node: JSONValue = [
      "type": "object", "required": ["value", "unit"], "properties": ["value": ["type": "number"], "unit": Self.unit],
    ]
    guard quantity.allowed.hasRange else { return node }
    let canonical = UnitSpellings.texts(of: [quantity.unit], and: [])
    node.add("if", ["properties": ["unit": .oneOf(canonical)]])
    node.add("then", ["properties": ["value": Self.number("number", quantity.allowed)]])
    return node
  }

  private static func number(_ type: JSONValue, _ bounds: ValueBounds) -> JSONValue {
    var node: JSONValue = ["type": type]
    if bounds.isInteger { node.add("multipleOf", 1) }
    node.add(contentsOf: .object(bounds.keywords))
    return node
  }
}

extension ValueBounds {
  /// The limits as a schema says them.
  var keywords: [JSONValue.Member] {
    [("minimum", minimum), ("maximum", maximum), ("exclusiveMinimum", above), ("exclusiveMaximum", below)]
      .compactMap { keyword, limit in limit.map { JSONValue.Member(keyword, .double($0)) } }
  }

  /// Whether a schema can say something of them; of a step it cannot.
  fileprivate var hasRange: Bool { isInteger || !keywords.isEmpty }
}
