import HealthModel
import HealthUnits

/// A quantity of a template: its unit, limits and samples.
struct QuantityTemplate {
  private let text: String
  private let unit: UnitOfMeasure
  private let aggregation: AggregationStyle
  private let allowed: ValueBounds
  private let plausible: ValueBounds
  private let value: Double

  init(unit: String?, aggregation: String?, allowed: ValueBounds, plausible: ValueBounds, units: UnitTable) throws {
    guard let text = unit, !text.isEmpty else { throw Failure.usage("a quantity type needs `unit`") }
    let parsed = try CatalogTemplate.unit(text, in: units)
    let word = aggregation ?? AggregationStyle.discreteArithmetic.rawValue
    guard let style = AggregationStyle(rawValue: word) else {
      let hint = CatalogText.suggestion(for: word, among: AggregationStyle.allCases.map(\.rawValue))
      let words = AggregationStyle.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure.usage("\(CatalogText.shown(word)) is not an aggregation: \(words)", hint: hint)
    }
    let problem =
      BoundsOrder.contradiction(in: allowed) ?? BoundsOrder.contradiction(in: plausible)
      ?? BoundsOrder.escape(of: plausible, from: allowed)?.problem
    if let problem { throw Failure.usage("the limits make no sense: \(problem)") }
    guard let value = ExampleValue.inside(allowed, plausible) else {
      throw Failure.usage("the limits make no sense: no value was found within them")
    }
    self.text = text
    self.unit = parsed
    self.aggregation = style
    self.allowed = allowed
    self.plausible = plausible
    self.value = value
  }

  func body(source: String) -> TemplateBody {
    let unit = TemplateText.scalar(text)
    let number = TemplateText.number(value)
    var body = TemplateBody(
      keys: ["aggregation: \(aggregation.rawValue)", "unit: \(unit)"],
      valid: [
        "{value: \(number), unit: \(unit), start: \(TemplateText.start)}",
        "{value: \(number), unit: \(unit), start: \(TemplateText.start), end: \(TemplateText.end)}",
      ],
      invalid: [
        "{value: \(number), unit: \(foreignUnit), start: \(TemplateText.start), code: unit-incompatible}",
        "{value: \(number), start: \(TemplateText.start), code: unit-missing}",
      ])
    let limits = [("allowed", allowed), ("plausible", plausible)].filter { !$0.1.isUnbounded }
    if !limits.isEmpty { body.keys.append("value:") }
    for (name, bounds) in limits {
      body.keys.append("  \(name): \(TemplateText.bounds(bounds))")
      body.sources.append((name, source))
    }
    if let outside = ExampleValue.outside(allowed) {
      let sample = "value: \(TemplateText.number(outside)), unit: \(unit), start: \(TemplateText.start)"
      body.invalid.append("{\(sample), code: value-not-allowed}")
    }
    body.keys.append("duration: {max: P4D}")
    body.sources.append(("duration", "default"))
    return body
  }

  private var foreignUnit: String {
    guard let mass = try? UnitOfMeasure("kg"), unit.isConvertible(to: mass) else { return "kg" }
    return "m"
  }
}
