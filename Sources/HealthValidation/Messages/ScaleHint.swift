import HealthModel
import HealthUnits

/// A likely explanation of a number that is out of bounds: the right number in another unit, or with another decimal
/// point.
enum ScaleHint {
  /// A unit that a type's numbers may have been meant in.
  struct Candidate: Sendable {
    let unit: String
    let conversion: UnitConversion
  }

  /// Units that people mix up, by what they measure; the first that fits is named.
  private static let usual: [(text: String, unit: UnitOfMeasure)] = [
    "kg", "g", "mg", "mcg", "lb", "oz", "st", "m", "cm", "mm", "km", "ft", "in", "mi", "degC", "degF", "K", "kcal",
    "kJ", "J", "mmHg", "kPa", "Pa", "cmAq", "L", "mL", "fl_oz_us", "cup_us", "hr", "min", "s", "ms", "count/min",
    "count/s", "mg/dL", "mmol<180.1558800000541>/L", "mL/kg*min", "m/s", "km/hr", "mi/hr", "W",
  ].compactMap { text in (try? UnitOfMeasure(text)).map { (text, $0) } }

  /// The usual units that a type takes, with their conversions; made once for a type.
  static func candidates(for shape: QuantityShape) -> [Candidate] {
    usual.compactMap { text, unit in
      guard unit.dimension == shape.unit.dimension, allows(unit, shape),
        let conversion = try? unit.conversion(to: shape.unit)
      else { return nil }
      return Candidate(unit: text, conversion: conversion)
    }
  }

  /// The hint for a number that is outside the type's bounds; `nil` when nothing fits or nothing may be shown.
  static func hint(for context: MessageContext, _ plan: TypePlan) -> MessageText? {
    guard !context.redacts else { return nil }
    let found = context.finding.detail.number
    if plan.isPercent, found > 1, found <= 100 {
      return "% is a fraction here: \(context.number(found)) % is written \(found / 100)"
    }
    guard let written = written(context), written > 0, written.isFinite else { return nil }
    let bounds = plan.plausible.isUnbounded ? plan.allowed : plan.plausible
    // A number just over the edge is a number in the right unit.
    guard let most = bounds.maximum ?? bounds.below, let least = bounds.minimum ?? bounds.above, most > 0,
      found > most * 1.8 || found < least / 1.8
    else { return nil }
    // Nor is a number at the edge worth a guess: it would fit by accident.
    let highest = max(0, least) + (most - max(0, least)) * 0.8
    func fits(_ value: Double) -> Bool { bounds.contains(value) && value >= most / 100 && value <= highest }
    // Who names a unit that is not the type's own means it: the decimal point is the likelier slip.
    if let unit = context.writtenUnit, let own = plan.unit,
      let conversion = context.tables.conversion(from: context.unit, to: own),
      let number = [written / 10, written * 10, written / 100, written * 100].first(where: { fits(conversion($0)) })
    {
      return "\(number) \(unit) would fit: is the decimal point right?"
    }
    for candidate in context.tables.scales(of: context.finding.type) {
      let value = candidate.conversion(written)
      guard !isSame(value, found), fits(value) else { continue }
      let sizes = candidate.unit == "kcal" ? " (kcal and Cal are the same size, cal is a thousandth)" : ""
      return "\(written) would fit as \(candidate.unit): is the unit right?\(sizes)"
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
    DecimalParser.parse(0..<context.text.count, in: context.text.span.bytes)?.value
  }
}
