import HealthModel
import HealthUnits

/// What a number that is out of bounds looks like: the right number in another unit.
enum ScaleHint {
  /// Units that people mix up, by what they measure; the first that fits is named.
  private static let usual = [
    "kg", "g", "mg", "mcg", "lb", "oz", "st", "m", "cm", "mm", "km", "ft", "in", "mi", "degC", "degF", "K", "kcal",
    "kJ", "J", "mmHg", "kPa", "Pa", "cmAq", "L", "mL", "fl_oz_us", "cup_us", "hr", "min", "s", "ms", "count/min",
    "count/s", "mg/dL", "mmol<180.1558800000541>/L", "mL/kg*min", "m/s", "km/hr", "mi/hr", "W",
  ]

  /// The hint for a number that lies outside the type's bounds; `nil` when nothing fits or nothing may be shown.
  static func hint(for context: MessageContext, _ shape: QuantityShape) -> String? {
    guard !context.redacts else { return nil }
    let canonical = shape.unit.unitString
    let found = context.finding.found
    if canonical == "%", found > 1, found <= 100 {
      return "% is a fraction here: \(context.number(found)) % is written \(DecimalWriter.string(found / 100))"
    }
    guard let written = written(context), written > 0, written.isFinite else { return nil }
    let bounds = shape.plausible.isUnbounded ? shape.allowed : shape.plausible
    // A number just over the edge is a number in the right unit.
    guard let most = bounds.maximum ?? bounds.below, let least = bounds.minimum ?? bounds.above, most > 0,
      found > most * 1.8 || found < least / 1.8
    else { return nil }
    // Nor is a number at the edge worth a guess: it would fit by accident.
    let highest = max(0, least) + (most - max(0, least)) * 0.8
    for text in usual {
      guard let unit = try? UnitOfMeasure(text), unit.dimension == shape.unit.dimension,
        let conversion = try? unit.conversion(to: shape.unit), !isSame(conversion(written), found)
      else { continue }
      let value = conversion(written)
      guard bounds.contains(value), value >= most / 100, value <= highest, allows(unit, shape) else { continue }
      var hint = "\(DecimalWriter.string(written)) would fit as \(text): is the unit right?"
      if text == "kcal" { hint += " (kcal and Cal are the same size, cal is a thousandth)" }
      return hint
    }
    return nil
  }

  private static func isSame(_ left: Double, _ right: Double) -> Bool {
    (left - right).magnitude <= max(left.magnitude, right.magnitude) * 1e-9
  }

  private static func allows(_ unit: UnitOfMeasure, _ shape: QuantityShape) -> Bool {
    shape.units.only.map { $0.contains(unit) } ?? !shape.unit.dimension.isDimensionless
  }

  /// The number as it is written.
  private static func written(_ context: MessageContext) -> Double? {
    let bytes = Array(context.text.utf8)
    return DecimalParser.parse(0..<bytes.count, in: bytes.span.bytes)?.value
  }
}
