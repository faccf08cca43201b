import HealthModel

/// Fields and lists in reports about a catalog.
struct CompositeReport: ShapeReport {
  let shape: CompositeShape

  var title: String { "Composites" }
  var columns: [String] { ["fields", "lists"] }
  var cells: [String] { [PageText.codes(shape.fields.map(\.name)), PageText.codes(shape.lists.map(\.name))] }

  var chapterLines: [String] {
    shape.fields.map { "field \(PageText.code($0.name))" }
      + shape.lists.map { "list \(PageText.code($0.name)): at most \($0.limit)" }
  }

  var cardLines: [String] {
    shape.fields.map { "field: \($0.name)" } + shape.lists.map { "list: \($0.name), at most \($0.limit)" }
  }

  func appendLimits(to json: inout JSONBuilder) {}

  func appendParts(to json: inout JSONBuilder) {
    json.key("fields")
    Self.append(shape.fields, to: &json)
    json.key("lists")
    json.array { lists in
      for list in shape.lists {
        lists.object { item in
          item.member("name", list.name)
          item.member("limit", list.limit)
          item.key("fields")
          Self.append(list.fields, to: &item)
        }
      }
    }
  }

  private static func append(_ fields: [CompositeShape.Field], to json: inout JSONBuilder) {
    json.array { list in
      for field in fields {
        list.object { item in
          item.member("name", field.name)
          item.member("required", field.isRequired)
          for (name, limit) in [("min", field.allowed.minimum), ("max", field.allowed.maximum)] {
            guard let limit else { continue }
            item.key(name)
            item.value(limit)
          }
        }
      }
    }
  }

  func addFields(to node: inout SchemaNode, in schema: TypeSchema) {
    node.add("required", ["fields"])
    var lists = SchemaNode.object([])
    for list in shape.lists {
      lists.add(
        list.name, ["type": "array", "maxItems": .number(Double(list.limit)), "items": Self.group(list.fields)])
    }
    node.add(
      "properties",
      [
        "value": false, "unit": false, "members": false, "fields": Self.group(shape.fields),
        "lists": ["type": "object", "properties": lists],
      ])
  }

  private static func group(_ fields: [CompositeShape.Field]) -> SchemaNode {
    var properties = SchemaNode.object([])
    for field in fields { properties.add(field.name, ["type": "number"]) }
    return [
      "type": "object", "required": .list(fields.filter(\.isRequired).map { .text($0.name) }),
      "properties": properties,
    ]
  }
}
