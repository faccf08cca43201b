import HealthModel
import HealthUnits

/// Fields, lists and points in reports about a catalog.
struct StructureReport: ShapeReport {
  let shape: StructureShape

  var title: String { shape.points == nil ? "Composites" : "Series" }
  var columns: [String] { shape.points == nil ? ["fields", "lists"] : ["fields", "lists", "points"] }

  var cells: [String] {
    var cells = [PageText.codes(shape.fields.map(\.name)), PageText.codes(shape.lists.map(\.name))]
    if let points = shape.points { cells.append(PageText.codes(points.columns.map(\.name))) }
    return cells
  }

  var chapterLines: [String] { lines(StructureWords(code: PageText.code)) }
  var cardLines: [String] { lines(StructureWords { $0 }) }

  private func lines(_ words: StructureWords) -> [String] {
    var lines = shape.fields.map { words.line(of: $0) }
    for list in shape.lists {
      lines.append(words.line(of: list))
      if case .group(let fields) = list.element {
        lines += fields.map { words.line(of: $0, in: list.name) }
      }
    }
    if let points = shape.points {
      lines.append(words.line(of: points))
      lines += points.columns.map { words.line(of: $0) }
    }
    if let parent = shape.parent {
      lines.append("parent: \(words.code(parent.type))" + (parent.isRequired ? ", required" : ""))
    }
    if let export = shape.export, !export.element.isEmpty {
      lines.append("in exports: the element \(words.code(export.element))")
    }
    return lines
  }

  var summary: String {
    PageText.codes(shape.fields.prefix(4).map(\.name)) + (shape.fields.count > 4 ? ", …" : "")
  }

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
    let words = StructureWords { "`\($0)`" }
    func row(_ name: String, _ value: FieldValue, _ isRequired: Bool) -> [String] {
      [PageText.code(name), PageText.sentence(words.phrase(of: value)), isRequired ? "yes" : "no"]
    }
    func table(_ fields: [FieldDefinition]) -> String {
      PageText.table(["Field", "Value", "Required"], fields.map { row($0.name, $0.value, $0.isRequired) })
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
      let rows = points.columns.map { row($0.name, $0.value, $0.isRequired) }
      text += PageText.section(
        "points", "Points",
        [
          PageText.sentence("Points: \(words.phrase(of: points)).") + "\n",
          PageText.table(["Column", "Numbers", "Required"], rows),
        ])
    }
    return text
  }

  func appendLimits(to json: inout JSONBuilder) {}

  func appendParts(to json: inout JSONBuilder) { StructureJSON(shape: shape).append(to: &json) }

  func addFields(to node: inout SchemaNode, in schema: TypeSchema) {
    StructureSchema(shape: shape, enums: schema.enums).add(to: &node)
  }
}

/// What a part of a structured sample is, in words; `code` sets a name.
struct StructureWords {
  let code: (String) -> String

  /// A field, or one of a list's groups.
  func line(of field: FieldDefinition, in list: String? = nil) -> String {
    let name = code(list.map { "\($0).\(field.name)" } ?? field.name)
    return "field \(name): \(phrase(of: field.value))" + (field.isRequired ? ", required" : "")
  }

  func line(of list: ListDefinition) -> String { "list \(code(list.name)): \(phrase(of: list))" }

  /// How many elements a list has, and what holds of them.
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

  func line(of column: ColumnDefinition) -> String {
    "column \(code(column.name)): \(phrase(of: column.value))" + (column.isRequired ? ", required" : "")
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
