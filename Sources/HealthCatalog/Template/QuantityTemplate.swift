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

  init(
    unit: String?, aggregation: String?, allowed: ValueBounds, plausible: ValueBounds, units: UnitTable
  ) throws(CatalogTemplateError) {
    guard let text = unit, !text.isEmpty else { throw .optionMissing("unit", kind: "quantity") }
    let parsed: UnitOfMeasure
    do throws(UnitParseError) {
      parsed = try UnitOfMeasure(text, table: units)
    } catch {
      throw .unit(text, problem: "\(error.reason) at byte \(error.offset)", hint: error.hint)
    }
    let word = aggregation ?? AggregationStyle.discreteArithmetic.rawValue
    guard let style = AggregationStyle(rawValue: word) else {
      let hint = CatalogText.suggestion(for: word, among: AggregationStyle.allCases.map(\.rawValue))
      throw .aggregation(word, hint: hint)
    }
    let problem =
      BoundsOrder.contradiction(in: allowed) ?? BoundsOrder.contradiction(in: plausible)
      ?? BoundsOrder.escape(of: plausible, from: allowed)
    if let problem { throw .limits(problem) }
    guard let value = ExampleValue.inside(allowed, plausible) else { throw .limits("no value was found within them") }
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

  /// A unit that measures something else.
  private var foreignUnit: String {
    guard let mass = try? UnitOfMeasure("kg"), unit.isConvertible(to: mass) else { return "kg" }
    return "m"
  }
}

/// Numbers for examples.
enum ExampleValue {
  /// A number within both limits, from the middle where there is one; `nil` when none was found.
  static func inside(_ allowed: ValueBounds, _ plausible: ValueBounds) -> Double? {
    let low = largest(BoundsOrder.lower(allowed)?.value, BoundsOrder.lower(plausible)?.value)
    let high = smallest(BoundsOrder.upper(allowed)?.value, BoundsOrder.upper(plausible)?.value)
    var candidates: [Double] = []
    if let low, let high { candidates.append(low + (high - low) / 2) }
    candidates += [1, 10]
    if let low { candidates += [low, low + 1] }
    if let high { candidates += [high, high - 1] }
    let steps = [allowed, plausible].compactMap { bounds in bounds.step.map { (bounds.minimum ?? 0, $0) } }
    for candidate in candidates {
      var tries = [candidate, candidate.rounded()]
      for (first, step) in steps {
        let place = first + ((candidate - first) / step).rounded() * step
        tries += [place, place + step, place - step]
      }
      for value in tries where holds(value, allowed) && holds(value, plausible) { return value }
    }
    return nil
  }

  /// A whole number that is too large or too small; `nil` when none is.
  static func outside(_ bounds: ValueBounds) -> Double? {
    if let high = BoundsOrder.upper(bounds)?.value, high < 1e15 { return high.rounded(.up) + 1 }
    if let low = BoundsOrder.lower(bounds)?.value, low > -1e15 { return low.rounded(.down) - 1 }
    return nil
  }

  private static func largest(_ one: Double?, _ other: Double?) -> Double? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
  }

  private static func smallest(_ one: Double?, _ other: Double?) -> Double? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  private static func holds(_ value: Double, _ bounds: ValueBounds) -> Bool {
    guard value.isFinite, bounds.contains(value), !bounds.isInteger || value == value.rounded() else { return false }
    guard let step = bounds.step, step > 0 else { return true }
    let steps = (value - (bounds.minimum ?? 0)) / step
    return (steps - steps.rounded()).magnitude <= 1e-9 * max(1, steps.magnitude)
  }
}
