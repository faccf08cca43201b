package import HealthModel

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

  /// Writes a definition.
  package init(
    id: String, kind: TypeKind, title: String, unit: String? = nil, aggregation: String? = nil,
    allowed: ValueBounds = ValueBounds(), plausible: ValueBounds = ValueBounds(), values: [String] = [],
    members: [String] = [], source: String? = nil, registry: Registry
  ) throws(CatalogTemplateError) {
    try Self.check(id: id, in: registry)
    try Self.check(title: title)
    if let source { try TemplateText.check(source, as: "source") }
    let given = [
      ("unit", unit != nil), ("aggregation", aggregation != nil),
      ("limits", !allowed.isUnbounded || !plausible.isUnbounded), ("values", !values.isEmpty),
      ("members", !members.isEmpty),
    ]
    for (option, isGiven) in given where isGiven && !Self.options(of: kind).contains(option) {
      throw .optionOfOtherKind(option, kind: kind.rawValue)
    }
    let parts = TemplateParts(
      id: id, unit: unit, aggregation: aggregation, allowed: allowed, plausible: plausible, values: values,
      members: members, source: source, registry: registry)
    let body = try Self.body(of: kind, parts)
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

  /// Refuses what cannot be the title of a new type.
  static func check(title: String) throws(CatalogTemplateError) {
    if let problem = TitleRule.problem(with: title) {
      throw .text(option: "title", title, problem: problem)
    }
    try TemplateText.check(title, as: "title")
  }

  /// Refuses what cannot be the id of a new type.
  static func check(id: String, in registry: Registry) throws(CatalogTemplateError) {
    guard CatalogID.isValid(id) else { throw .idMalformed(id) }
    guard id.utf8.contains(UInt8(ascii: ".")) else { throw .idWithoutDot(id) }
    let folded = id.lowercased()
    if let other = registry.type(named: id) ?? registry.types.first(where: { $0.id.lowercased() == folded }) {
      throw .idTaken(id, by: other.id, at: DefinitionIndex.shown(other.mark(of: "type")))
    }
    let cased = IDCaseRule.camelCased(id)
    guard cased == id else {
      throw .text(option: "id", id, problem: "is not in lower camel case: \(CatalogText.shown(cased))")
    }
  }
}

/// The requested content below the title; each kind of type uses its own part.
struct TemplateParts {
  let id: String
  let unit: String?
  let aggregation: String?
  let allowed: ValueBounds
  let plausible: ValueBounds
  let values: [String]
  let members: [String]
  let source: String?
  let registry: Registry
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
