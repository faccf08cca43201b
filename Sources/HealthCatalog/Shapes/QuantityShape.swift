import HealthModel
import HealthUnits

extension TemplateBody {
  init(
    quantityIn text: String?, _ aggregation: String?, _ allowed: ValueBounds, _ plausible: ValueBounds, source: String,
    _ units: UnitTable
  ) throws {
    guard let text, !text.isEmpty else { throw Failure.usage("a quantity type needs `unit`") }
    let parsed = try CatalogTemplate.unit(text, in: units)
    let word = aggregation ?? AggregationStyle.discreteArithmetic.rawValue
    guard AggregationStyle(rawValue: word) != nil else {
      let words = AggregationStyle.allCases.map(\.rawValue)
      throw Failure.usage(
        "\(CatalogText.shown(word)) is not an aggregation: \(words.joined(separator: ", "))",
        hint: CatalogText.suggestion(for: word, among: words))
    }
    let problem =
      BoundsOrder.contradiction(in: allowed) ?? BoundsOrder.contradiction(in: plausible)
      ?? BoundsOrder.escape(of: plausible, from: allowed)?.problem
    if let problem { throw Failure.usage("the limits make no sense: \(problem)") }
    guard let value = ExampleValue.inside(allowed, plausible) else {
      throw Failure.usage("the limits make no sense: no value was found within them")
    }
    let isMass = try parsed.isConvertible(to: UnitOfMeasure("kg"))
    let (unit, start) = (TemplateText.scalar(text), TemplateText.start)
    let sample = "value: \(TemplateText.number(value)), unit: \(unit), start: \(start)"
    self.init(
      keys: ["aggregation: \(word)", "unit: \(unit)"], valid: ["{\(sample)}", "{\(sample), end: \(TemplateText.end)}"],
      invalid: [
        "{value: \(TemplateText.number(value)), unit: \(isMass ? "m" : "kg"), start: \(start), code: unit-incompatible}",
        "{value: \(TemplateText.number(value)), start: \(start), code: unit-missing}",
      ])
    let limits = [("allowed", allowed), ("plausible", plausible)].filter { !$0.1.isUnbounded }
    if !limits.isEmpty { keys.append("value:") }
    for (name, bounds) in limits {
      keys.append("  \(name): \(TemplateText.bounds(bounds))")
      sources.append((name, source))
    }
    if let outside = ExampleValue.outside(allowed) {
      let sample = "value: \(TemplateText.number(outside)), unit: \(unit), start: \(start)"
      invalid.append("{\(sample), code: value-not-allowed}")
    }
    keys.append("duration: {max: P4D}")
    sources.append(("duration", "default"))
  }
}
