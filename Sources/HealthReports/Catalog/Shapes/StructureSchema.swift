import HealthModel
import HealthUnits

/// The schema of a structured sample.
///
/// Bounds hold for numbers in the canonical unit, since a schema does not convert. What a schema cannot count, such as
/// columns of different length, it lets pass.
struct StructureSchema {
  let shape: StructureShape
  let enums: EnumSchemas

  /// Adds the fields, lists and points of the sample.
  func add(to node: inout SchemaNode) {
    var properties: SchemaNode = ["value": false, "unit": false, "members": false]
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

  private func group(_ fields: [FieldDefinition]) -> SchemaNode {
    var properties: SchemaNode = [:]
    for field in fields {
      let value = schema(of: field.value)
      // Nothing is as good as no field.
      properties.add(field.name, field.isRequired ? value : ["anyOf": [value, ["type": "null"]]])
    }
    var node: SchemaNode = ["type": "object", "properties": properties]
    let required = fields.filter(\.isRequired).map(\.name)
    if !required.isEmpty { node.add("required", .texts(required)) }
    return node
  }

  private var lists: SchemaNode {
    var properties: SchemaNode = [:]
    for list in shape.lists {
      var node: SchemaNode = ["type": "array", "maxItems": .number(Double(list.maximum))]
      if list.minimum > 0 { node.add("minItems", .number(Double(list.minimum))) }
      switch list.element {
      case .group(let fields): node.add("items", group(fields))
      case .value(let field):
        node.add("items", schema(of: field.value))
        if !list.unique.isEmpty { node.add("uniqueItems", true) }
      }
      properties.add(list.name, node)
    }
    var node: SchemaNode = ["type": "object", "properties": properties]
    let required = shape.lists.filter { $0.minimum > 0 }.map(\.name)
    if !required.isEmpty { node.add("required", .texts(required)) }
    return node
  }

  // MARK: Points

  private func points(_ points: PointsDefinition) -> SchemaNode {
    var properties: SchemaNode = [:]
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
    var node: SchemaNode = ["type": "object", "properties": properties]
    if !required.isEmpty { node.add("required", .texts(required)) }
    let rules = points.columns.flatMap { self.rules(of: $0) }
    if !rules.isEmpty { node.add("allOf", .list(rules)) }
    return node
  }

  /// A column of quantities has a unit, and numbers in the canonical one have bounds.
  private func rules(of column: ColumnDefinition) -> [SchemaNode] {
    guard case .quantity(let quantity) = column.value else { return [] }
    let array: SchemaNode = ["type": "array"]
    let name = SchemaNode.texts([column.name])
    var rules: [SchemaNode] = [
      [
        "if": ["properties": .object([(key: column.name, value: array)]), "required": name],
        "then": ["properties": ["units": ["required": name]], "required": ["units"]],
      ]
    ]
    guard quantity.allowed.hasRange else { return rules }
    let canonical = SchemaNode.oneOf(UnitSpellings.texts(of: [quantity.unit], and: []))
    let unit: SchemaNode = ["properties": .object([(key: column.name, value: canonical)])]
    let bounds: SchemaNode = ["items": Self.number(["number", "null"], quantity.allowed)]
    rules.append([
      "if": ["properties": ["units": unit]], "then": ["properties": .object([(key: column.name, value: bounds)])],
    ])
    return rules
  }

  private func column(_ cell: SchemaNode, of points: PointsDefinition) -> SchemaNode {
    var node: SchemaNode = ["type": "array", "maxItems": .number(Double(points.maximum)), "items": cell]
    if points.minimum > 0 { node.add("minItems", .number(Double(points.minimum))) }
    return node
  }

  /// A number of a column; a missing one is `null`.
  private func cell(of column: ColumnDefinition) -> SchemaNode {
    switch column.value {
    case .boolean: return ["type": ["boolean", "null"]]
    case .integer(let bounds): return Self.number(column.isRequired ? "integer" : ["integer", "null"], bounds)
    case .number(let bounds): return Self.number(column.isRequired ? "number" : ["number", "null"], bounds)
    default: return ["type": column.isRequired ? "number" : ["number", "null"]]
    }
  }

  // MARK: Values

  private static let unit: SchemaNode = ["type": "string", "maxLength": 128]

  private func schema(of value: FieldValue) -> SchemaNode {
    switch value {
    case .quantity(let quantity): return self.quantity(quantity)
    case .number(let bounds): return Self.number("number", bounds)
    case .integer(let bounds): return Self.number("integer", bounds)
    case .boolean: return ["type": "boolean"]
    case .enumeration(let list): return enums.values(of: list)
    case .text(let length): return ["type": "string", "maxLength": .number(Double(length))]
    case .time: return .reference("_instant")
    case .date: return ["type": "string", "pattern": .text(TimePatterns.whole(TimePatterns.date))]
    case .uuid: return .reference("_uuid")
    case .quantityType: return .reference("_quantityType")
    case .quantityOf:
      return [
        "type": "object", "required": ["value", "unit"],
        "properties": ["value": ["type": "number"], "unit": Self.unit],
      ]
    case .metadata: return .reference("_metadata")
    case .document(_, let length):
      let text: SchemaNode = ["type": "string", "maxLength": .number(Double(length))]
      let object: SchemaNode = [
        "type": "object", "required": ["text"], "properties": ["text": text, "sha256": .reference("_text")],
      ]
      return ["anyOf": [text, object]]
    }
  }

  private func quantity(_ quantity: FieldQuantity) -> SchemaNode {
    var node: SchemaNode = [
      "type": "object", "required": ["value", "unit"],
      "properties": ["value": ["type": "number"], "unit": Self.unit],
    ]
    guard quantity.allowed.hasRange else { return node }
    let canonical = UnitSpellings.texts(of: [quantity.unit], and: [])
    node.add("if", ["properties": ["unit": .oneOf(canonical)]])
    node.add("then", ["properties": ["value": Self.number("number", quantity.allowed)]])
    return node
  }

  private static func number(_ type: SchemaNode, _ bounds: ValueBounds) -> SchemaNode {
    var node: SchemaNode = ["type": type]
    if bounds.isInteger { node.add("multipleOf", 1) }
    for (keyword, limit) in [
      ("minimum", bounds.minimum), ("maximum", bounds.maximum), ("exclusiveMinimum", bounds.above),
      ("exclusiveMaximum", bounds.below),
    ] {
      if let limit { node.add(keyword, .number(limit)) }
    }
    return node
  }
}

extension ValueBounds {
  /// Whether a schema can say something of them; of a step it cannot.
  fileprivate var hasRange: Bool {
    minimum != nil || maximum != nil || above != nil || below != nil || isInteger
  }
}
