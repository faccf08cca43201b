import HealthModel
import HealthUnits

/// The units that a number out of bounds was likely meant in: as it is written it would be a usual number of its type
/// in them.
///
/// Hints name them, and `ValidationOptions.fixes` applies the only one.
struct LikelyUnits: Equatable {
  /// A unit that a type's numbers may have been meant in.
  struct Candidate: Sendable {
    /// The unit as people write it; a sample of the type may write it too, but for `cmHg` and `‰`.
    let unit: String
    let conversion: UnitConversion
  }

  /// The first, as index into the candidates; `nil` if there are none.
  private(set) var first: Int?
  /// The second; `nil` if there is at most one.
  private(set) var second: Int?

  /// The only likely unit; `nil` if there are none or several.
  var only: Int? { second == nil ? first : nil }

  init() {}

  init(of written: Double, found: Double, _ conversion: UnitConversion?, _ plan: TypePlan, _ candidates: [Candidate]) {
    guard written > 0, written.isFinite, let range = UsualRange(for: found, plan) else { return }
    // Who names a unit that is not the type's own and writes a number that is usual in the type's own took the wrong
    // name. Other units are less likely then than a slipped decimal point.
    if !Self.isSame(written, found) {
      if let own = candidates.firstIndex(where: \.conversion.isIdentity), range.fits(written) {
        first = own
        return
      }
      if let conversion, Self.slip(of: written, conversion, range) != nil { return }
    }
    take(candidates, written) { !Self.isSame($0, found) && range.fits($0) }
    guard first != nil else { return }
    // A low value makes the usual one ambiguous: 3400 kg would fit as oz, and in g it is the weight of a newborn.
    take(candidates, written) { !Self.isSame($0, found) && !range.fits($0) && range.isLow($0) }
  }

  /// Adds the units in which the number is such a value, until there are two.
  private mutating func take(_ candidates: [Candidate], _ written: Double, where isFit: (Double) -> Bool) {
    for index in candidates.indices where second == nil && isFit(candidates[index].conversion(written)) {
      if first == nil { first = index } else { second = index }
    }
  }

  /// The number with another decimal point that would be usual in its unit.
  static func slip(of written: Double, _ conversion: UnitConversion, _ range: UsualRange) -> Double? {
    if range.fits(conversion(written / 10)) { return written / 10 }
    if range.fits(conversion(written * 10)) { return written * 10 }
    if range.fits(conversion(written / 100)) { return written / 100 }
    return range.fits(conversion(written * 100)) ? written * 100 : nil
  }

  /// Whether two numbers are equal but for what conversions round.
  static func isSame(_ left: Double, _ right: Double) -> Bool {
    (left - right).magnitude <= max(left.magnitude, right.magnitude) * 1e-9
  }

  /// Units that people mix up, by what they measure.
  private static let usual: [UnitOfMeasure] = [
    "kg", "g", "mg", "mcg", "lb", "oz", "st", "m", "cm", "mm", "km", "ft", "in", "mi", "degC", "degF", "K", "kcal",
    "kJ", "J", "cal", "mmHg", "kPa", "Pa", "cmAq", "L", "mL", "fl_oz_us", "cup_us", "hr", "min", "s", "ms", "count/min",
    "count/s", "mg/dL", "mmol<180.1558800000541>/L", "g/L", "mL/kg*min", "m/s", "km/hr", "mi/hr", "W", "L/s", "mL/min",
    "mcS", "mS",
  ].compactMap { try? UnitOfMeasure($0) }

  /// The usual units that a type takes and its own one, with their conversions; made once for a type.
  static func candidates(for shape: QuantityShape) -> [Candidate] {
    let own = Candidate(unit: shape.unit.unitString, conversion: .identity)
    if shape.unit.unitString == "%" {
      let hundred = candidate(String(decoding: TypePlan.percentOfHundred, as: UTF8.self), ucum: "%", in: shape)
      // Shares below a twentieth, as of alcohol in the blood, are also written per mille.
      let isSmall = (shape.plausible.maximum ?? 1) < 0.05
      let thousand = isSmall ? candidate("‰", ucum: "[ppth]", in: shape) : nil
      return [own] + [hundred, thousand].compactMap { $0 }
    }
    let others = usual.compactMap { unit -> Candidate? in
      guard unit.dimension == shape.unit.dimension, allows(unit, shape),
        let conversion = try? unit.conversion(to: shape.unit), !conversion.isIdentity
      else { return nil }
      return candidate(unit, conversion, in: shape)
    }
    // HealthKit has no centimeters of mercury. People say 12 over 8 and mean 120 over 80 mmHg.
    let takesMercury = mercury.map { $0.dimension == shape.unit.dimension && allows($0, shape) } ?? false
    let centimeters = takesMercury ? candidate("cmHg", ucum: "cm[Hg]", in: shape) : nil
    return [own] + others + [centimeters].compactMap { $0 }
  }

  private static let mercury = try? UnitOfMeasure("mmHg")

  private static func candidate(_ name: String, ucum: String, in shape: QuantityShape) -> Candidate? {
    guard let unit = try? UnitOfMeasure(ucum, grammar: .ucum), let conversion = try? unit.conversion(to: shape.unit)
    else { return nil }
    return Candidate(unit: name, conversion: conversion)
  }

  private static func allows(_ unit: UnitOfMeasure, _ shape: QuantityShape) -> Bool {
    shape.units.only.map { $0.contains(unit) } ?? !shape.unit.dimension.isDimensionless
  }

  /// A unit; the type's own spelling of it if HealthKit writes it with a molar mass, of which there are several.
  private static func candidate(
    _ unit: UnitOfMeasure, _ conversion: UnitConversion, in shape: QuantityShape
  ) -> Candidate {
    guard unit.unitString.contains("<") else { return Candidate(unit: unit.unitString, conversion: conversion) }
    for spelling in shape.units.spellings {
      guard let own = try? spelling.unit.conversion(to: shape.unit), isSame(own(1), conversion(1)) else { continue }
      return Candidate(unit: spelling.text, conversion: own)
    }
    return Candidate(unit: unit.unitString, conversion: conversion)
  }
}

/// The numbers that a type usually has.
struct UsualRange {
  private let allowed: ValueBounds
  private let plausible: ValueBounds
  private let most: Double
  private let lowest: Double
  private let highest: Double
  private let isPercent: Bool

  /// The range that a number is far beyond; `nil` for one just over the edge, which is a number in the right unit.
  init?(for found: Double, _ plan: TypePlan) {
    allowed = plan.allowed
    plausible = plan.plausible
    isPercent = plan.isPercent
    let outer = (least: allowed.minimum ?? allowed.above, most: allowed.maximum ?? allowed.below)
    guard let most = plausible.maximum ?? plausible.below ?? outer.most,
      let least = plausible.minimum ?? plausible.above ?? outer.least, most > 0,
      found > most * 1.8 || found < least / 1.8
    else { return nil }
    self.most = most
    lowest = least > 0 ? min(least, most / 100) : most / 100
    // Nor is a number at the edge worth a guess: it would fit by accident. Shares have no edge but 1.
    highest = isPercent ? most : max(0, least) + (most - max(0, least)) * 0.8
  }

  /// Whether a number is well within the range.
  func fits(_ value: Double) -> Bool { isLow(value) && value >= most / 100 }

  /// Whether a number is within the range, or below it and possible: a newborn weighs less than a hundredth of the
  /// heaviest person.
  func isLow(_ value: Double) -> Bool {
    allowed.contains(value) && plausible.contains(value) && value >= lowest && value <= highest
  }
}
