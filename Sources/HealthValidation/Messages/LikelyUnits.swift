import HealthModel
import HealthUnits

/// The units that a number out of bounds was likely meant in: as it is written it would be a usual number of its type
/// in them.
///
/// Hints name them, and `ValidationOptions.fixes` applies the only one.
struct LikelyUnits: Equatable {
  /// A unit that a type's numbers may have been meant in.
  struct Candidate: Sendable {
    /// The unit as a sample of the type may write it.
    let unit: String
    let conversion: UnitConversion
  }

  /// The first, as index into the candidates; `nil` if there are none.
  private(set) var first: Int?
  /// The second; `nil` if there is at most one.
  private(set) var second: Int?

  /// The only likely unit; `nil` if there are none or several.
  var only: Int? { second == nil ? first : nil }

  /// None.
  init() {}

  /// The likely units of a number.
  ///
  /// - Parameters:
  ///   - written: the number as it is written.
  ///   - found: the number in the type's unit, which is out of bounds.
  ///   - conversion: the conversion of the written unit to the type's unit, if it is known.
  ///   - plan: the rules of the type.
  ///   - candidates: the units that the type takes; see `candidates(for:)`.
  init(
    of written: Double, found: Double, _ conversion: UnitConversion?, _ plan: TypePlan, _ candidates: [Candidate]
  ) {
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
    for index in candidates.indices {
      let value = candidates[index].conversion(written)
      guard !Self.isSame(value, found), range.fits(value) else { continue }
      guard first == nil else {
        second = index
        return
      }
      first = index
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
}

// MARK: Candidates

extension LikelyUnits {
  /// Units that people mix up, by what they measure.
  private static let usual: [UnitOfMeasure] = [
    "kg", "g", "mg", "mcg", "lb", "oz", "st", "m", "cm", "mm", "km", "ft", "in", "mi", "degC", "degF", "K", "kcal",
    "kJ", "J", "cal", "mmHg", "kPa", "Pa", "cmAq", "L", "mL", "fl_oz_us", "cup_us", "hr", "min", "s", "ms", "count/min",
    "count/s", "mg/dL", "mmol<180.1558800000541>/L", "mL/kg*min", "m/s", "km/hr", "mi/hr", "W", "L/s", "mL/min", "mcS",
    "mS",
  ].compactMap { try? UnitOfMeasure($0) }

  /// The usual units that a type takes and its own one, with their conversions; made once for a type.
  static func candidates(for shape: QuantityShape) -> [Candidate] {
    let own = Candidate(unit: shape.unit.unitString, conversion: .identity)
    if shape.unit.unitString == "%" {
      let hundred = (try? UnitOfMeasure("%", grammar: .ucum)).flatMap { try? $0.conversion(to: shape.unit) }
      let name = String(decoding: TypePlan.percentOfHundred, as: UTF8.self)
      return [own] + (hundred.map { [Candidate(unit: name, conversion: $0)] } ?? [])
    }
    let others = usual.compactMap { unit -> Candidate? in
      guard unit.dimension == shape.unit.dimension, allows(unit, shape),
        let conversion = try? unit.conversion(to: shape.unit), !conversion.isIdentity
      else { return nil }
      return candidate(unit, conversion, in: shape)
    }
    return [own] + others
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

// MARK: Ranges

/// The numbers that a type usually has.
struct UsualRange {
  private let allowed: ValueBounds
  private let plausible: ValueBounds
  private let most: Double
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
    // Nor is a number at the edge worth a guess: it would fit by accident. Shares have no edge but 1.
    highest = isPercent ? most : max(0, least) + (most - max(0, least)) * 0.8
  }

  /// Whether a number is well within the range.
  func fits(_ value: Double) -> Bool {
    allowed.contains(value) && plausible.contains(value) && value >= most / 100 && value <= highest
  }
}
