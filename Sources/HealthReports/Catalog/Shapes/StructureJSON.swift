import HealthModel
import HealthUnits

/// Fields, lists and points in the JSON object of a type.
struct StructureJSON {
  let shape: StructureShape

  /// Appends them as members of the type's object, those that it has.
  func append(to json: inout JSONBuilder) {
    if !shape.fields.isEmpty {
      json.key("fields")
      Self.append(shape.fields, to: &json)
    }
    if !shape.lists.isEmpty {
      json.key("lists")
      json.array { lists in
        for list in shape.lists { Self.append(list, to: &lists) }
      }
    }
    if let points = shape.points { Self.append(points, to: &json) }
    if let parent = shape.parent {
      json.key("parent")
      json.object { item in
        item.member("type", parent.type)
        item.member("required", parent.isRequired)
      }
    }
  }

  private static func append(_ fields: [FieldDefinition], to json: inout JSONBuilder) {
    json.array { list in
      for field in fields {
        list.object { item in
          item.member("name", field.name)
          append(field.value, to: &item)
          item.member("required", field.isRequired)
        }
      }
    }
  }

  private static func append(_ list: ListDefinition, to json: inout JSONBuilder) {
    json.object { item in
      item.member("name", list.name)
      item.member("min", list.minimum)
      item.member("max", list.maximum)
      if list.isWithinSample { item.member("within", "sample") }
      item.member("sorted", list.sorted)
      if !list.unique.isEmpty { item.member("unique", texts: list.unique) }
      switch list.element {
      case .group(let fields):
        item.key("fields")
        append(fields, to: &item)
      case .value(let field): append(field.value, to: &item)
      }
    }
  }

  private static func append(_ points: PointsDefinition, to json: inout JSONBuilder) {
    json.key("points")
    json.object { item in
      switch points.timing {
      case .times: item.member("time", true)
      case .rate(let rate):
        item.key("rate")
        item.object { append(.quantity(rate), to: &$0) }
      case .none: break
      }
      item.member("min", points.minimum)
      item.member("max", points.maximum)
      item.key("columns")
      item.array { columns in
        for column in points.columns {
          columns.object { item in
            item.member("name", column.name)
            append(column.value, to: &item)
            item.member("required", column.isRequired)
          }
        }
      }
    }
  }

  /// What a value is: its kind, and what the kind needs.
  private static func append(_ value: FieldValue, to json: inout JSONBuilder) {
    switch value {
    case .quantity(let quantity):
      json.member("kind", "quantity")
      json.member("unit", quantity.unit.unitString)
    case .number: json.member("kind", "number")
    case .integer: json.member("kind", "integer")
    case .boolean: json.member("kind", "boolean")
    case .enumeration(let list):
      json.member("kind", "enum")
      list.appendCases(to: &json)
    case .text(let length):
      json.member("kind", "string")
      json.member("max_length", length)
    case .time: json.member("kind", "time")
    case .date: json.member("kind", "date")
    case .uuid: json.member("kind", "uuid")
    case .quantityType: json.member("kind", "quantityType")
    case .quantityOf(let field):
      json.member("kind", "quantity")
      json.member("of", field)
    case .metadata: json.member("kind", "metadata")
    case .document(let format, let length):
      json.member("kind", "document")
      json.member("format", format.rawValue)
      json.member("max_length", length)
    }
    QuantityReport.append("allowed", value.limits.allowed, to: &json)
    QuantityReport.append("plausible", value.limits.plausible, to: &json)
  }
}
