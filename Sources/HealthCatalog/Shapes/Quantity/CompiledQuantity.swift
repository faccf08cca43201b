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
