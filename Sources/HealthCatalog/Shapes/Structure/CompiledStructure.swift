import HealthModel

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
