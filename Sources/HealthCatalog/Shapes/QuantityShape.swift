import HealthModel
import HealthUnits

/// Quantities in a compiled catalog and in the content hash.

extension CompiledWriter {
  mutating func quantity(_ shape: QuantityShape) {
    unit(shape.unit)
    text(shape.aggregation.rawValue)
    optional(shape.units.only) { writer, units in writer.list(units) { $0.unit($1) } }
    list(shape.units.spellings) { writer, spelling in
      writer.text(spelling.text)
      writer.unit(spelling.unit)
    }
    bounds(shape.allowed)
    bounds(shape.plausible)
    optional(shape.maximumRate) { $0.number($1) }
  }

  mutating func bounds(_ bounds: ValueBounds) {
    for limit in [bounds.minimum, bounds.maximum, bounds.above, bounds.below, bounds.step] {
      optional(limit) { $0.number($1) }
    }
    flag(bounds.isInteger)
  }
}

extension CompiledReader {
  mutating func quantity() -> QuantityShape {
    let unit = unit()
    let aggregation = AggregationStyle(rawValue: text())
    if aggregation == nil { fail() }
    let only = optional { reader in reader.list { $0.unit() } }
    let spellings = list { UnitSpelling(text: $0.text(), unit: $0.unit()) }
    var shape = QuantityShape(
      unit: unit, aggregation: aggregation ?? .cumulative, units: AllowedUnits(only: only, spellings: spellings),
      allowed: bounds(), plausible: bounds())
    shape.maximumRate = optional { $0.number() }
    return shape
  }

  mutating func bounds() -> ValueBounds {
    let limits = (0..<5).map { _ in optional { $0.number() } }
    return ValueBounds(
      minimum: limits[0], maximum: limits[1], above: limits[2], below: limits[3], isInteger: flag(), step: limits[4])
  }
}

extension CanonicalForm {
  mutating func append(_ shape: QuantityShape) {
    field("unit", shape.unit.unitString)
    field("aggregation", shape.aggregation.rawValue)
    list("only", shape.units.only?.map(\.unitString) ?? [])
    for spelling in shape.units.spellings { list("spelling", [spelling.text, spelling.unit.unitString]) }
    append(shape.allowed, "allowed")
    append(shape.plausible, "plausible")
    if let rate = shape.maximumRate { number("rate", rate) }
  }

  mutating func append(_ bounds: ValueBounds, _ name: String) {
    number(name + ".min", bounds.minimum)
    number(name + ".max", bounds.maximum)
    number(name + ".above", bounds.above)
    number(name + ".below", bounds.below)
    field(name + ".integer", "\(bounds.isInteger)")
    number(name + ".step", bounds.step)
  }
}

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
