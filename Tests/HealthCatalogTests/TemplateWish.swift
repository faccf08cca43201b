import HealthCatalog
import HealthModel
import Testing

/// A definition that is asked for, and lines that it has.
struct TemplateWish: CustomTestStringConvertible, Sendable {
  var kind: TypeKind = .quantity
  var title = "Grip strength"
  var unit: String?
  var aggregation: String?
  var allowed = ValueBounds()
  var plausible = ValueBounds()
  var values: [String] = []
  var members: [String] = []
  var source: String?
  var lines: [String] = []

  var testDescription: String {
    ([kind.rawValue, title, unit ?? ""] + values + members + lines).joined(separator: " ")
  }

  func template(
    id: String = "org.example.wish", in registry: Registry
  ) throws -> CatalogTemplate {
    try CatalogTemplate(
      id: id, kind: kind, title: title, unit: unit, aggregation: aggregation, allowed: allowed, plausible: plausible,
      values: values, members: members, source: source, registry: registry)
  }

  /// What a team has beside the new definition.
  static let others: [CatalogFile] = [
    ("points", "unit: points\ntitle: Points\nisolated: true\n"),
    ("org.example.mood", "schema: 1\nenum: org.example.mood\ntitle: Mood\ncases: {low: 0, high: 1}\n"),
    (
      "org.example.score",
      """
      schema: 1
      type: org.example.score
      kind: quantity
      title: Score
      aggregation: discreteArithmetic
      unit: points
      metadata: {required: [HKWasUserEntered]}
      examples:
        valid: [{value: 3, unit: points, start: "2026-01-01T08:00:00Z", metadata: {HKWasUserEntered: true}}]
      """
    ),
  ].map { CatalogFile(path: $0.0 + ".yaml", bytes: Array($0.1.utf8)) }

  static func registry() throws -> Registry {
    let result = try CatalogFixture.load(others)
    return try #require(result.registry, "\(CatalogFixture.errors(result))")
  }

  static let all: [TemplateWish] = [
    TemplateWish(unit: "kg", lines: ["unit: kg", "aggregation: discreteArithmetic", "duration: {max: P4D}"]),
    TemplateWish(unit: "count", aggregation: "cumulative", lines: ["aggregation: cumulative", "unit: count"]),
    TemplateWish(
      unit: "%", allowed: ValueBounds(minimum: 0, maximum: 1), lines: ["unit: \"%\"", "  allowed: {min: 0, max: 1}"]),
    TemplateWish(unit: "points", lines: ["unit: points"]),
    TemplateWish(unit: "mmol<180.15588>/L", plausible: ValueBounds(above: 0), lines: ["  plausible: {above: 0}"]),
    TemplateWish(
      unit: "m", allowed: ValueBounds(minimum: 0, maximum: 3), plausible: ValueBounds(minimum: 0.2, maximum: 2.5),
      source: "study protocol, page 3", lines: ["  type: \"study protocol, page 3\""]),
    TemplateWish(unit: "kg", allowed: ValueBounds(minimum: 0.5, maximum: 9.5, isInteger: true)),
    TemplateWish(unit: "kg", allowed: ValueBounds(minimum: 0.25, step: 0.5)),
    TemplateWish(unit: "kg", allowed: ValueBounds(below: -40), lines: ["  allowed: {below: -40}"]),
    TemplateWish(title: "Yes: #1 \"quoted\" – ä", unit: "kg"),
    TemplateWish(kind: .category, values: ["low", "high"], lines: ["values:", "  low: 0", "  high: 1"]),
    TemplateWish(
      kind: .category, values: ["none=5", "yes", "no=-1"], lines: ["  none: 5", "  \"yes\": 6", "  \"no\": -1"]),
    TemplateWish(kind: .category, values: ["done"], lines: ["  done: 0"]),
    TemplateWish(kind: .category, values: ["notApplicable"], lines: ["  notApplicable: 0"]),
    TemplateWish(kind: .category, values: ["org.example.mood"], lines: ["values: org.example.mood"]),
    TemplateWish(kind: .characteristic, values: ["notSet", "left", "right"], lines: ["    - {value: left}"]),
    TemplateWish(kind: .characteristic, values: ["date"], lines: ["value: {kind: date}"]),
    TemplateWish(kind: .characteristic, lines: ["value: {kind: string, max_length: 64}"]),
    TemplateWish(kind: .correlation, members: ["heartRate"], lines: ["members:", "  heartRate: 1"]),
    TemplateWish(
      kind: .correlation, members: ["pulse=0..1", "bloodPressureSystolic=2..5", "sleepAnalysis=0..*"],
      lines: ["  heartRate: 0..1", "  bloodPressureSystolic: 2..5", "  sleepAnalysis: 0..*"]),
    TemplateWish(kind: .correlation, members: ["sleepAnalysis=0..1"], lines: ["  sleepAnalysis: 0..1"]),
    TemplateWish(kind: .correlation, members: ["org.example.score"], lines: ["  org.example.score: 1"]),
    TemplateWish(
      kind: .composite, title: "March", lines: ["kind: composite", "fields:", "lists:", "    sorted: number", "rules:"]),
    TemplateWish(
      kind: .series, title: "March",
      lines: ["kind: series", "lists:", "rules:", "points:", "  time: true", "  limit: 10000"]),
    TemplateWish(kind: .series, title: "March", source: "study protocol", lines: ["  type: study protocol"]),
  ]
}
