import HealthModel

/// A case over a stretch of time in reports about a catalog.
struct CategoryReport: ShapeReport {
  let list: EnumDefinition

  var title: String { "Categories" }
  var columns: [String] { ["cases"] }
  var cells: [String] { [list.cell] }
  var chapterLines: [String] { list.chapterLines }
  var cardLines: [String] { [list.cardLine] }

  var summary: String { list.pageSummary }
  func facts(in pages: CatalogPages) -> [String] { list.pageFacts(in: pages) }
  func sections(in pages: CatalogPages) -> String { list.pageSection }

  func appendLimits(to json: inout JSONBuilder) {}

  func appendParts(to json: inout JSONBuilder) { list.appendCases(to: &json) }

  func addFields(to node: inout SchemaNode, in schema: TypeSchema) {
    let cases = schema.enums.values(of: list)
    if !list.isValueOptional { node.add("required", ["value"]) }
    let value: SchemaNode = list.isValueOptional ? ["anyOf": [cases, ["type": "null"]]] : cases
    node.add("properties", ["value": value, "unit": false, "members": false])
  }
}

extension EnumDefinition {
  /// The names of the cases, as a cell of the reference page.
  var cell: String { PageText.codes(cases.map(\.name)) }

  /// The cases in the section of a type.
  var chapterLines: [String] {
    cases.map { item in
      var line = "case \(PageText.code(item.name))"
      if let raw = item.raw { line += " = \(raw)" }
      let others = item.aliases + item.exports
      if !others.isEmpty { line += ", also \(PageText.codes(others))" }
      if !item.requires.isEmpty { line += ", needs metadata \(PageText.codes(item.requires))" }
      return line
    }
  }

  /// The cases in the card of a type.
  var cardLine: String {
    let names = cases.map { item in item.raw.map { "\(item.name) \($0)" } ?? item.name }
    return "values: \(names.joined(separator: ", "))"
  }

  /// The first cases; a cell has room for a few.
  var pageSummary: String {
    PageText.codes(cases.prefix(4).map(\.name)) + (cases.count > 4 ? ", … (\(cases.count) cases)" : "")
  }

  func pageFacts(in pages: CatalogPages) -> [String] {
    guard pages.registry.enums[id] == self else { return [] }
    return [PageText.fact("Cases", "those of the enum \(PageText.code(id))")]
  }

  /// The cases with their raw values and other names.
  var pageSection: String {
    let others = cases.contains { !$0.aliases.isEmpty || !$0.exports.isEmpty }
    let needs = cases.contains { !$0.requires.isEmpty }
    let rows = cases.map { item in
      [PageText.code(item.name), item.raw.map { PageText.code("\($0)") } ?? ""]
        + (others ? [PageText.codes(item.aliases + item.exports)] : [])
        + (needs ? [PageText.codes(item.requires)] : [])
    }
    let columns = ["Case", "Raw value"] + (others ? ["Also"] : []) + (needs ? ["Needs metadata"] : [])
    return PageText.section("cases", "Cases", [PageText.table(columns, rows)])
  }

  /// Appends the id and the cases with their raw values.
  func appendCases(to json: inout JSONBuilder) {
    json.member("enum", id)
    json.key("values")
    json.object { inner in
      for item in cases {
        inner.key(item.name)
        if let raw = item.raw { inner.value(raw) } else { inner.value(json: "null".utf8) }
      }
    }
  }
}
