import HealthModel

/// A fact about the person in reports about a catalog.
struct CharacteristicReport: ShapeReport {
  let shape: CharacteristicShape

  var title: String { "Characteristics" }
  var columns: [String] { ["value"] }

  var cells: [String] {
    switch shape {
    case .values(let list): [list.cell]
    case .text(let form): [form.phrase]
    }
  }

  var chapterLines: [String] {
    switch shape {
    case .values(let list): list.chapterLines
    case .text(.date): ["value: a date, `YYYY-MM-DD`"]
    case .text(let form): ["value: \(form.phrase)"]
    }
  }

  var cardLines: [String] {
    switch shape {
    case .values(let list): [list.cardLine]
    case .text(let form): ["value: \(form.phrase)"]
    }
  }

  var summary: String {
    switch shape {
    case .values(let list): list.pageSummary
    case .text(let form): form.phrase
    }
  }

  func facts(in pages: CatalogPages) -> [String] {
    switch shape {
    case .values(let list): list.pageFacts(in: pages)
    case .text(.date): [PageText.fact("Value", "a date, `YYYY-MM-DD`")]
    case .text(let form): [PageText.fact("Value", form.phrase)]
    }
  }

  func sections(in pages: CatalogPages) -> String {
    switch shape {
    case .values(let list): list.pageSection
    case .text: ""
    }
  }

  func appendLimits(to json: inout JSONBuilder) {}

  func appendParts(to json: inout JSONBuilder) {
    if case .values(let list) = shape { list.appendCases(to: &json) }
  }

  /// The empty text is the value of a characteristic that is not set.
  func addFields(to node: inout SchemaNode, in schema: TypeSchema) {
    let value: SchemaNode
    switch shape {
    case .values(let list): value = ["anyOf": [schema.enums.values(of: list), ["const": ""]]]
    case .text(.date): value = ["type": "string", "pattern": .text("^(\(TimePatterns.date))?$"), "maxLength": 10]
    case .text(.free(let limit)): value = ["type": "string", "maxLength": .number(Double(limit))]
    }
    node.add("required", ["value"])
    node.add("properties", ["value": value, "unit": false, "members": false, "start": false, "end": false])
  }
}

extension TextShape {
  var phrase: String {
    switch self {
    case .date: "a date"
    case .free(let limit): "text of at most \(limit) bytes"
    }
  }
}
