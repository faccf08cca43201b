package import HealthModel
import HealthUnits

/// The frame of a new type: a definition file that loads, that lint has nothing to say about and whose examples hold,
/// for its author to go on from.
package struct CatalogTemplate: Sendable, Hashable {
  package let id: String
  private let lines: [String]
  /// The line to add to a file that is there already: a rule, under the file's `rules`; `nil` for other definitions.
  package private(set) var addition: String?

  package var fileName: String { id + ".yaml" }

  /// The definition.
  ///
  /// Its first line gives editors the path from the file, at the top of its layer, to the JSON Schema.
  package func yaml() -> String { lines.joined(separator: "\n") + "\n" }

  package init(
    id: String, kind: TypeKind, title: String, unit: String? = nil, aggregation: String? = nil,
    allowed: ValueBounds = ValueBounds(), plausible: ValueBounds = ValueBounds(), values: [String] = [],
    members: [String] = [], source: String? = nil, registry: Registry
  ) throws {
    try Self.check(id: id, in: registry)
    try Self.check(title: title)
    if let source { try TemplateText.check(source, as: "source") }
    let given = [
      ("unit", unit != nil), ("aggregation", aggregation != nil),
      ("limits", !allowed.isUnbounded || !plausible.isUnbounded), ("values", !values.isEmpty),
      ("members", !members.isEmpty),
    ]
    for (option, isGiven) in given where isGiven && !Self.options(of: kind).contains(option) {
      throw Failure.usage("a \(kind.rawValue) type has no `\(option)`")
    }
    let body =
      switch kind {
      case .quantity:
        try TemplateBody(
          quantityIn: unit, aggregation, allowed, plausible, source: source ?? "default", registry.units)
      case .category: try CasesTemplate(values, id: id, registry: registry).categoryBody()
      case .characteristic: try CharacteristicTemplate.body(values: values, id: id, registry: registry)
      case .correlation: try MembersTemplate(members, registry: registry).body()
      case .composite: StructureTemplate.composite
      case .series: StructureTemplate.series
      }
    let head = [
      "# yaml-language-server: $schema=schema/type.schema.json", "schema: 1", "type: \(id)", "kind: \(kind.rawValue)",
      "title: \(TemplateText.scalar(title))",
    ]
    self.id = id
    lines = head + body.lines(source: source)
  }

  /// Takes the lines of a definition that is not of a new type.
  init(id: String, lines: [String], addition: String? = nil) {
    self.id = id
    self.lines = lines
    self.addition = addition
  }

  static func check(title: String) throws {
    if let problem = TitleRule.problem(with: title) { throw Failure.part("title", title, problem) }
    try TemplateText.check(title, as: "title")
  }

  static func check(id: String, in registry: Registry) throws {
    try check(form: id)
    let folded = id.lowercased()
    if let other = registry.type(named: id) ?? registry.types.first(where: { $0.id.lowercased() == folded }) {
      throw Failure.usage(
        "the name \(CatalogText.shown(id)) belongs to the type \(CatalogText.shown(other.id)) at "
          + DefinitionIndex.shown(other.mark(of: "type")))
    }
    try check(caseOf: id)
  }

  private static func check(form id: String) throws {
    guard CatalogID.isValid(id) else {
      throw Failure.usage(
        "\(CatalogText.shownASCII(id)) is not an id: a letter, then letters, digits, `.`, `_` and `-`, at most 128")
    }
    // A type that is added to Assay later may collide with it.
    guard id.utf8.contains(UInt8(ascii: ".")) else {
      throw Failure.usage(
        "the id \(CatalogText.shown(id)) has no dot: put your organization in front, `org.example.\(id)`")
    }
  }

  private static func check(caseOf id: String) throws {
    let cased = IDCaseRule.camelCased(id)
    guard cased == id else { throw Failure.part("id", id, "is not in lower camel case: \(CatalogText.shown(cased))") }
  }
}

/// The content of a template below the title, by the kind of type.
struct TemplateBody {
  /// Whole lines: the shape and the limits.
  var keys: [String]
  var sources: [(name: String, text: String)] = []
  /// Samples in flow style.
  var valid: [String]
  var invalid: [String]

  /// Everything after the title; `source` is that of the type.
  func lines(source: String?) -> [String] {
    let all = (source.map { [(name: "type", text: $0)] } ?? []) + sources
    var lines = keys
    if !all.isEmpty { lines.append("sources:") }
    lines += all.map { "  \($0.name): \(TemplateText.scalar($0.text))" }
    lines += ["examples:", "  valid:"] + valid.map { "    - \($0)" }
    lines += ["  invalid:"] + invalid.map { "    - \($0)" }
    return lines
  }
}

/// What a part of a definition may be.
extension CatalogTemplate {
  static func check(enumID id: String, in registry: Registry) throws {
    try check(form: id)
    try check(caseOf: id)
    guard !registry.enums.keys.contains(where: { $0.lowercased() == id.lowercased() }) else {
      throw Failure.part("id", id, "belongs to an enum that is there already")
    }
  }

  static func check(key: String, in registry: Registry) throws {
    guard CatalogID.isValidMetadataKey(key) else {
      throw Failure.part("key", key, "is not one: a letter or `_`, then letters, digits, `.`, `_` and `-`, at most 128")
    }
    guard registry.metadataKeyIndex(named: key) == nil else { throw Failure.part("key", key, "is there already") }
  }

  static func check(unit symbol: String, meaning: String? = nil, in registry: Registry) throws {
    do {
      let definition = meaning.map { CustomUnit.Definition.equals($0) } ?? .isolated
      _ = try registry.units.adding([CustomUnit(symbol: symbol, definition: definition)])
    } catch {
      if case .definition(let fault) = error.reason { throw notAUnit(meaning ?? "", fault) }
      let malformed = "is not 1 to 64 letters, digits and `_` that begin with no digit"
      throw Failure.part("symbol", symbol, error.reason == .symbolTaken ? "is a unit already" : malformed)
    }
  }

  static func unit(_ text: String, in units: UnitTable) throws -> UnitOfMeasure {
    do {
      return try UnitOfMeasure(text, table: units)
    } catch {
      throw notAUnit(text, error)
    }
  }

  private static func notAUnit(_ text: String, _ error: UnitError) -> Failure {
    .usage("\(CatalogText.shown(text)) is not a unit: \(error.reason) at byte \(error.offset)", hint: error.hint)
  }

  static func type(named name: String, in registry: Registry) throws -> TypeDefinition {
    guard let type = registry.type(named: name) else {
      let hint = registry.suggestion(for: name, among: registry.types.map(\.id))
      throw Failure.usage("no type is called \(CatalogText.shown(name))", hint: hint)
    }
    return type
  }

  static func check(rule name: String, of type: TypeDefinition) throws {
    guard CatalogID.isValid(name) else {
      throw Failure.part("rule", name, "is not a name: a letter, then letters, digits, `.`, `_` and `-`")
    }
    guard !type.rules.contains(where: { $0.name == name }) else {
      throw Failure.part("rule", name, "is a rule of \(CatalogText.shown(type.id)) already")
    }
  }

  static func check(requirement text: String, of type: TypeDefinition, in registry: Registry) throws {
    let unusable = "the condition \(CatalogText.shown(text)) cannot be used: "
    do throws(SyntaxError) {
      if let problem = try TypeRuleCheck.problem(with: text, of: type, registry) { throw SyntaxError(problem) }
    } catch {
      throw Failure.usage(unusable + error.message, hint: error.instead)
    }
  }
}

/// Definitions that are not of a new type: enums, metadata keys, units, and rules on a type that is there.
extension CatalogTemplate {
  /// Writes an enum: cases that types and metadata keys share.
  ///
  /// - Returns: the definition; lint says of it that nothing uses it until a definition does.
  package static func enumeration(
    id: String, title: String, values: [String], source: String? = nil, registry: Registry
  ) throws -> CatalogTemplate {
    try check(enumID: id, in: registry)
    guard !values.isEmpty else { throw Failure.usage("an enum needs `values`") }
    let cases = try CasesTemplate.cases(values)
    let head = try self.head("enum", "enum: \(id)", title: title)
    return CatalogTemplate(
      id: id, lines: head + ["cases:"] + CasesTemplate.lines(of: cases) + (try sources("cases", source)))
  }

  /// Writes a metadata key.
  ///
  /// - Returns: the definition; lint says of it that no type names it until one does.
  package static func metadata(
    key: String, title: String, value: String, source: String? = nil, registry: Registry
  ) throws -> CatalogTemplate {
    try check(key: key, in: registry)
    let shape = try self.value(value, in: registry)
    let head = try self.head("metadata", "metadata: \(key)", title: title)
    return CatalogTemplate(id: key, lines: head + ["value: \(shape)"] + (try sources("value", source)))
  }

  /// Writes a unit.
  ///
  /// - Returns: the definition; lint says of it that nothing takes it until a type does.
  package static func unit(
    symbol: String, title: String, meaning: String? = nil, registry: Registry
  ) throws -> CatalogTemplate {
    try check(unit: symbol, meaning: meaning, in: registry)
    let head = try self.head("unit", "unit: \(symbol)", title: title)
    let line = meaning.map { "equals: \(TemplateText.scalar($0))" } ?? "isolated: true"
    return CatalogTemplate(id: symbol, lines: head + [line])
  }

  /// Writes a rule on a type of an earlier layer, with the rules that the type has already.
  package static func rule(
    _ rule: TypeRule, of type: String, reason: String, registry: Registry
  ) throws -> CatalogTemplate {
    let known = try self.type(named: type, in: registry)
    try check(rule: rule.name, of: known)
    try check(requirement: rule.requirement, of: known, in: registry)
    try TemplateText.check(rule.message, as: "sentence")
    try TemplateText.check(reason, as: "reason")
    let rules = (known.rules + [rule]).map { rule in
      let severity = rule.severity == .error ? "" : "severity: \(rule.severity.name), "
      return "  - {name: \(TemplateText.scalar(rule.name)), require: \(TemplateText.quoted(rule.requirement)), "
        + "\(severity)says: \(TemplateText.quoted(rule.message))}"
    }
    return CatalogTemplate(
      id: known.id,
      lines: [
        "# yaml-language-server: $schema=schema/type.schema.json", "schema: 1", "overrides: \(known.id)",
        "reason: \(TemplateText.scalar(reason))", "rules:",
      ] + rules, addition: rules.last)
  }

  private static func head(_ schema: String, _ subject: String, title: String) throws -> [String] {
    try check(title: title)
    return [
      "# yaml-language-server: $schema=schema/\(schema).schema.json", "schema: 1", subject,
      "title: \(TemplateText.scalar(title))",
    ]
  }

  private static func sources(_ part: String, _ source: String?) throws -> [String] {
    guard let source else { return [] }
    try TemplateText.check(source, as: "source")
    return ["sources:", "  \(part): \(TemplateText.scalar(source))"]
  }

  static func value(_ text: String, in registry: Registry) throws -> String {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.count) {
    case ("string", 1): return "{kind: string, max_length: 256}"
    case ("number", 1), ("integer", 1), ("boolean", 1), ("date", 1): return "{kind: \(parts[0])}"
    case ("quantity", 2):
      _ = try unit(parts[1], in: registry.units)
      return "{kind: quantity, unit: \(TemplateText.scalar(parts[1]))}"
    case ("enum", 2):
      guard registry.enums[parts[1]] != nil else {
        let hint = CatalogText.suggestion(for: parts[1], among: registry.enums.keys.sorted())
        throw Failure.part("member", parts[1], "is not an enum", hint: hint)
      }
      return "{kind: enum, values: \(parts[1])}"
    default:
      throw Failure.usage(
        "the kind of a value takes string, number, integer, boolean, date, quantity=UNIT or enum=ID, got "
          + CatalogText.shown(text))
    }
  }
}

extension Failure {
  /// A part of a definition that cannot be written: the option, its text, and what is wrong with it.
  static func part(_ option: String, _ text: String, _ problem: String, hint: String? = nil) -> Failure {
    .usage("the \(option) \(CatalogText.shown(text)) \(problem)", hint: hint)
  }
}
