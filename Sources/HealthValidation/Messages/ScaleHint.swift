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
    if plan.isPercent, found > 1, found <= 100, context.unit.isEmpty {
      let fraction: MessageText = "% is a fraction here: \(context.number(found)) % is written \(found / 100)"
      return context.isCell ? "\(fraction), or has the unit `percent 0-100`" : fraction
    }
    guard let written = written(context), written > 0, written.isFinite, let range = UsualRange(for: found, plan) else {
      return nil
    }
    // Who names a unit that is not the type's own means it: the decimal point is the likelier slip.
    if let unit = context.writtenUnit, let own = plan.unit,
      let conversion = context.tables.conversion(from: context.unit, to: own),
      let number = [written / 10, written * 10, written / 100, written * 100].first(where: {
        range.fits(conversion($0))
      })
    {
      return "\(number) \(unit) would fit: is the decimal point right?"
    }
    let candidates = context.tables.scales(of: context.finding.type)
    guard let index = range.scale(of: written, candidates) else { return nil }
    let unit = candidates[index].unit
    let sizes = unit == "kcal" ? " (kcal and Cal are the same size, cal is a thousandth)" : ""
    return "\(context.number(written)) would fit as \(unit): is the unit right?\(sizes)"
  }

  /// Which of a type's usual units the hint names for a number that is written in the type's own unit; `nil` without a
  /// hint.
  static func scale(for number: Double, _ plan: TypePlan, _ candidates: [Candidate]) -> Int? {
    guard number > 0, number.isFinite else { return nil }
    return UsualRange(for: number, plan)?.scale(of: number, candidates)
  }

  /// The numbers that a type usually has.
  private struct UsualRange {
    private let bounds: ValueBounds
    private let most: Double
    private let highest: Double
    private let found: Double

    /// The range that a number is far beyond; `nil` for one just over the edge, which is a number in the right unit.
    init?(for found: Double, _ plan: TypePlan) {
      bounds = plan.plausible.isUnbounded ? plan.allowed : plan.plausible
      guard let most = bounds.maximum ?? bounds.below, let least = bounds.minimum ?? bounds.above, most > 0,
        found > most * 1.8 || found < least / 1.8
      else { return nil }
      self.found = found
      self.most = most
      // Nor is a number at the edge worth a guess: it would fit by accident.
      highest = max(0, least) + (most - max(0, least)) * 0.8
    }

    func fits(_ value: Double) -> Bool { bounds.contains(value) && value >= most / 100 && value <= highest }

    /// The first unit in which a number as it is written would fit.
    func scale(of written: Double, _ candidates: [Candidate]) -> Int? {
      candidates.firstIndex {
        let value = $0.conversion(written)
        return !ScaleHint.isSame(value, found) && fits(value)
      }
    }
  }

  fileprivate static func isSame(_ left: Double, _ right: Double) -> Bool {
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
