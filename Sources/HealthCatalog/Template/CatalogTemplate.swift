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
    let body =
      switch kind {
      case .quantity:
        try TemplateBody(
          quantityIn: unit, aggregation, allowed, plausible, source: source ?? "default", registry.units)
      case .category: try CasesTemplate(values, id: id, registry: registry).categoryBody()
      case .characteristic: try CasesTemplate.characteristic(values, id: id, registry: registry)
      case .correlation: try MembersTemplate.body(members, registry: registry)
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

extension CatalogTemplate {
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

}

/// Definitions that are not of a new type: enums, metadata keys, units, and rules on a type that is there.
extension CatalogTemplate {
  /// Writes an enum: cases that types and metadata keys share.
  package static func enumeration(
    id: String, title: String, values: [String], source: String? = nil, registry: Registry
  ) throws -> CatalogTemplate {
    try check(form: id)
    try check(caseOf: id)
    guard !registry.enums.keys.contains(where: { $0.lowercased() == id.lowercased() }) else {
      throw Failure.part("id", id, "belongs to an enum that is there already")
    }
    guard !values.isEmpty else { throw Failure.usage("an enum needs `values`") }
    let cases = try CasesTemplate.cases(values)
    let head = try self.head("enum", "enum: \(id)", title: title)
    return CatalogTemplate(
      id: id, lines: head + ["cases:"] + CasesTemplate.lines(of: cases) + (try sources("cases", source)))
  }

  /// Writes a metadata key.
  package static func metadata(
    key: String, title: String, value: String, source: String? = nil, registry: Registry
  ) throws -> CatalogTemplate {
    guard CatalogID.isValidMetadataKey(key) else {
      throw Failure.part("key", key, "is not one: a letter or `_`, then letters, digits, `.`, `_` and `-`, at most 128")
    }
    guard registry.metadataKeyIndex(named: key) == nil else { throw Failure.part("key", key, "is there already") }
    let shape = try self.value(value, in: registry)
    let head = try self.head("metadata", "metadata: \(key)", title: title)
    return CatalogTemplate(id: key, lines: head + ["value: \(shape)"] + (try sources("value", source)))
  }

  /// Writes a unit.
  package static func unit(
    symbol: String, title: String, meaning: String? = nil, registry: Registry
  ) throws -> CatalogTemplate {
    do {
      let definition = meaning.map { CustomUnit.Definition.equals($0) } ?? .isolated
      _ = try registry.units.adding([CustomUnit(symbol: symbol, definition: definition)])
    } catch {
      if case .definition(let fault) = error.reason { throw notAUnit(meaning ?? "", fault) }
      let malformed = "is not 1 to 64 letters, digits and `_` that begin with no digit"
      throw Failure.part("symbol", symbol, error.reason == .symbolTaken ? "is a unit already" : malformed)
    }
    let head = try self.head("unit", "unit: \(symbol)", title: title)
    let line = meaning.map { "equals: \(TemplateText.scalar($0))" } ?? "isolated: true"
    return CatalogTemplate(id: symbol, lines: head + [line])
  }

  /// Writes a rule on a type of an earlier layer, with the rules that the type has already.
  package static func rule(
    _ rule: TypeRule, of type: String, reason: String, registry: Registry
  ) throws -> CatalogTemplate {
    guard let known = registry.type(named: type) else {
      let hint = registry.suggestion(for: type, among: registry.types.map(\.id))
      throw Failure.usage("no type is called \(CatalogText.shown(type))", hint: hint)
    }
    guard CatalogID.isValid(rule.name) else {
      throw Failure.part("rule", rule.name, "is not a name: a letter, then letters, digits, `.`, `_` and `-`")
    }
    guard !known.rules.contains(where: { $0.name == rule.name }) else {
      throw Failure.part("rule", rule.name, "is a rule of \(CatalogText.shown(known.id)) already")
    }
    do throws(SyntaxError) {
      if let problem = try TypeRuleCheck.problem(with: rule.requirement, of: known, registry) {
        throw SyntaxError(problem)
      }
    } catch {
      let unusable = "the condition \(CatalogText.shown(rule.requirement)) cannot be used: "
      throw Failure.usage(unusable + error.message, hint: error.instead)
    }
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

  /// The value of a metadata key in flow style.
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
