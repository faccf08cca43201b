import HealthModel

/// The text on a shape in cards, pages and schemas of a catalog.
///
/// A new shape is a case of the switch below, and a type beside this file.
protocol ShapeReport {
  /// The heading above such types in the reference page.
  var title: String { get }
  /// The columns of their table there, after id and title.
  var cells: [(column: String, text: String)] { get }
  /// The lines of a type's section in the reference page, or of its card, without bullets and indentation.
  func lines(_ text: TypeText) -> [String]

  /// What a value is, in a cell of the index of a reference.
  var summary: String { get }
  /// What a value is, at the top of a type's page.
  func facts(in pages: CatalogPages) -> [String]
  /// What a value is made of, on a type's page.
  func sections(in pages: CatalogPages) -> String

  /// Adds the fields of a sample to its JSON Schema.
  func addFields(to node: inout JSONValue, in schema: TypeSchema)
}

extension ShapeReport {
  func facts(in pages: CatalogPages) -> [String] { [] }
}

extension TypeShape {
  var report: any ShapeReport {
    switch self {
    case .quantity(let shape): QuantityReport(shape: shape)
    case .category(let list): CaseReport(list: list, isCharacteristic: false)
    case .characteristic(.values(let list)): CaseReport(list: list, isCharacteristic: true)
    case .characteristic(.text(let shape)): TextValueReport(shape: shape)
    case .correlation(let members): CorrelationReport(members: members)
    case .structure(let shape): StructureReport(shape: shape)
    }
  }
}

/// One of some cases, over a stretch of time or as a fact about the person, in reports about a catalog.
struct CaseReport: ShapeReport {
  let list: EnumDefinition
  let isCharacteristic: Bool

  var title: String { isCharacteristic ? "Characteristics" : "Categories" }
  var cells: [(column: String, text: String)] {
    [(isCharacteristic ? "value" : "cases", PageText.codes(list.cases.map(\.name)))]
  }

  func lines(_ text: TypeText) -> [String] {
    guard text.isPage else {
      return ["values: " + list.cases.map { "\($0.name)\($0.raw.map { " \($0)" } ?? "")" }.joined(separator: ", ")]
    }
    return list.cases.map { item in
      var line = "case \(PageText.code(item.name))"
      if let raw = item.raw { line += " = \(raw)" }
      let others = item.aliases + item.exports
      if !others.isEmpty { line += ", also \(PageText.codes(others))" }
      if !item.requires.isEmpty { line += ", needs metadata \(PageText.codes(item.requires))" }
      return line
    }
  }

  /// The first cases; a cell has room for a few.
  var summary: String {
    let count = list.cases.count
    return PageText.codes(list.cases.prefix(4).map(\.name)) + (count > 4 ? ", … (\(count) cases)" : "")
  }

  func facts(in pages: CatalogPages) -> [String] {
    guard pages.registry.enums[list.id] == list else { return [] }
    return [PageText.fact("Cases", "those of the enum \(PageText.code(list.id))")]
  }

  func sections(in pages: CatalogPages) -> String {
    let others = list.cases.contains { !$0.aliases.isEmpty || !$0.exports.isEmpty }
    let needs = list.cases.contains { !$0.requires.isEmpty }
    let rows = list.cases.map { item in
      [PageText.code(item.name), item.raw.map { PageText.code("\($0)") } ?? ""]
        + (others ? [PageText.codes(item.aliases + item.exports)] : []) + (needs ? [PageText.codes(item.requires)] : [])
    }
    let columns = ["Case", "Raw value"] + (others ? ["Also"] : []) + (needs ? ["Needs metadata"] : [])
    return PageText.section("cases", "Cases", [PageText.table(columns, rows)])
  }

  func addFields(to node: inout JSONValue, in schema: TypeSchema) {
    let cases = schema.values(of: list)
    guard !isCharacteristic else { return node.addCharacteristic(["anyOf": [cases, ["const": ""]]]) }
    if !list.isValueOptional { node.add("required", ["value"]) }
    let value: JSONValue = list.isValueOptional ? ["anyOf": [cases, ["type": "null"]]] : cases
    node.add("properties", ["value": value, "unit": false, "members": false])
  }
}

extension JSONValue {
  /// Adds the fields of a characteristic; the empty text is the value of one that is not set.
  fileprivate mutating func addCharacteristic(_ value: JSONValue) {
    add("required", ["value"])
    add("properties", ["value": value, "unit": false, "members": false, "start": false, "end": false])
  }
}

/// A fact about the person that is text in reports about a catalog.
struct TextValueReport: ShapeReport {
  let shape: TextShape

  var title: String { "Characteristics" }
  var cells: [(column: String, text: String)] { [("value", summary)] }
  func lines(_ text: TypeText) -> [String] { ["value: \(text.isPage ? pageText : summary)"] }

  var summary: String {
    switch shape {
    case .date: "a date"
    case .free(let limit): "text of at most \(limit) bytes"
    }
  }

  private var pageText: String { shape == .date ? "a date, `YYYY-MM-DD`" : summary }

  func facts(in pages: CatalogPages) -> [String] { [PageText.fact("Value", pageText)] }
  func sections(in pages: CatalogPages) -> String { "" }

  func addFields(to node: inout JSONValue, in schema: TypeSchema) {
    switch shape {
    case .date:
      node.addCharacteristic(["type": "string", "pattern": .string("^(\(TimePatterns.date))?$"), "maxLength": 10])
    case .free(let limit): node.addCharacteristic(["type": "string", "maxLength": .double(Double(limit))])
    }
  }
}

/// Samples that only make sense together in reports about a catalog.
struct CorrelationReport: ShapeReport {
  let members: [CorrelationMember]

  var title: String { "Correlations" }
  var cells: [(column: String, text: String)] { [("members", summary)] }

  func lines(_ text: TypeText) -> [String] {
    members.map { member in
      let type = member.role == member.type ? "" : " (\(text.code(member.type)))"
      if text.isPage { return "member \(text.code(member.role))\(type): \(Self.count(of: member))" }
      let most = member.maximum.map(String.init) ?? "*"
      let count = member.maximum == member.minimum ? "\(member.minimum)" : "\(member.minimum)..\(most)"
      return "member: \(member.role) \(count)\(type)"
    }
  }

  /// `1`, `0 to 1`, `at least 2`, `any number`.
  static func count(of member: CorrelationMember) -> String {
    guard let most = member.maximum else { return member.minimum == 0 ? "any number" : "at least \(member.minimum)" }
    return most == member.minimum ? "\(most)" : "\(member.minimum) to \(most)"
  }

  var summary: String { PageText.codes(members.map(\.role)) }

  func sections(in pages: CatalogPages) -> String {
    let rows = members.map { [PageText.code($0.role), pages.type($0.type), Self.count(of: $0)] }
    return PageText.section("members", "Members", [PageText.table(["Member", "Type", "How many"], rows)])
  }

  /// Which members a correlation takes, in which roles and how often.
  func addFields(to node: inout JSONValue, in schema: TypeSchema) {
    let registry = schema.registry
    var seen: Set<String> = []
    let types = members.compactMap { registry.type(named: $0.type) }.filter { seen.insert($0.id).inserted }
    node.add("required", ["members"])
    var list: JSONValue = [
      "type": "array", "minItems": 1, "maxItems": 10_000,
      "items": [
        "type": "object", "required": ["type"],
        "properties": ["type": .oneOf(types.flatMap(\.names))], "allOf": .array(types.map { rule(for: $0, registry) }),
      ],
    ]
    let counts = self.counts(registry)
    if !counts.isEmpty { list.add("allOf", .array(counts)) }
    node.add("properties", ["value": false, "unit": false, "members": list])
  }

  /// A member of a type is a sample of it, and its role, if it names one, takes the type.
  private func rule(for type: TypeDefinition, _ registry: Registry) -> JSONValue {
    var then = JSONValue.reference(type.id)
    then.add("properties", ["role": .oneOf(roles(of: type, registry).map(\.role))])
    return ["if": ["properties": ["type": .oneOf(type.names)], "required": ["type"]], "then": then]
  }

  private func roles(of type: TypeDefinition, _ registry: Registry) -> [CorrelationMember] {
    members.filter { registry.type(named: $0.type)?.id == type.id }
  }

  /// How often each role occurs.
  ///
  /// A member without a role has the one that is named like its type, else the first that takes the type. The
  /// validator counts 64 roles.
  private func counts(_ registry: Registry) -> [JSONValue] {
    var result: [JSONValue] = []
    for member in members.prefix(64) where member.minimum > 0 || member.maximum != nil {
      guard let type = registry.type(named: member.type) else { continue }
      let roles = roles(of: type, registry)
      let usual = roles.first { $0.role == $0.type } ?? roles.first
      let needed: [String] = usual?.role == member.role ? ["type"] : ["type", "role"]
      var node: JSONValue = [
        "contains": [
          "type": "object", "required": .texts(needed),
          "properties": ["type": .oneOf(type.names), "role": ["const": .string(member.role)]],
        ], "minContains": .double(Double(member.minimum)),
      ]
      if let most = member.maximum { node.add("maxContains", .double(Double(most))) }
      result.append(node)
    }
    return result
  }
}
