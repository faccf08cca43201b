import HealthModel
import HealthUnits

/// A likely explanation of a number that is out of bounds: the right number in another unit, or with another decimal
/// point.
enum ScaleHint {
  /// The hint for a number that is outside the type's bounds; `nil` when nothing fits or nothing may be shown.
  static func hint(for context: MessageContext, _ plan: TypePlan) -> MessageText? {
    guard !context.redacts else { return nil }
    let candidates = context.tables.likelyUnits(of: context.finding.type)
    if case .readAs(_, let index) = context.finding.detail {
      let unit = candidates.indices.contains(Int(index)) ? candidates[Int(index)].unit : ""
      let reading: MessageText = "read as \(shown(context)) \(unit)"
      return context.namesOptions ? "\(reading), as `--fix likely-unit` says" : "\(reading), the likely unit"
    }
    let found = context.finding.detail.number
    if let hundredth = fraction(of: found, hasUnit: !context.unit.isEmpty, plan, candidates) {
      let shown = context.number(hundredth)
      let fraction: MessageText = "% is a fraction here: \(context.number(found)) % is written \(shown)"
      return context.isCell ? "\(fraction), or has the unit `percent 0-100`" : fraction
    }
    guard let written = written(context) else { return nil }
    let conversion =
      context.unit.isEmpty ? .identity : conversion(of: context.unit, plan, candidates, context.tables)
    let likely = LikelyUnits(of: written, found: found, conversion, plan, candidates)
    guard let first = likely.first else {
      guard let unit = context.writtenUnit, let number = slip(of: written, found: found, conversion, plan) else {
        return nil
      }
      return "\(context.number(number)) \(unit) would fit: is the decimal point right?"
    }
    let unit = candidates[first].unit
    if let second = likely.second {
      let other = candidates[second].unit
      return "\(shown(context)) would fit as \(unit) and as \(other): which unit is it?"
    }
    let sizes = unit == "kcal" ? " (kcal and Cal are the same size, cal is a thousandth)" : ""
    return "\(shown(context)) would fit as \(unit): is the unit right?\(sizes)"
  }

  /// The fraction that was meant by a percentage, which is written without a unit or with the type's own.
  ///
  /// A share that is also written per mille, which then is among the candidates, may be meant so.
  static func fraction(
    of found: Double, hasUnit: Bool, _ plan: TypePlan, _ candidates: [LikelyUnits.Candidate]
  ) -> Double? {
    plan.isPercent && found > 1 && found <= 100 && !hasUnit && candidates.count <= 2 ? found / 100 : nil
  }

  /// The number with another decimal point that would fit in its unit.
  ///
  /// Only for a unit that is not the type's own: who names it means it.
  static func slip(of written: Double, found: Double, _ conversion: UnitConversion?, _ plan: TypePlan) -> Double? {
    guard let conversion, written > 0, written.isFinite, let range = UsualRange(for: found, plan) else { return nil }
    return LikelyUnits.slip(of: written, conversion, range)
  }

  /// The conversion of the unit that the number is written in; `nil` when messages do not know the unit.
  static func conversion(
    of unit: [UInt8], _ plan: TypePlan, _ candidates: [LikelyUnits.Candidate], _ tables: MessageTables
  ) -> UnitConversion? {
    if let known = candidates.first(where: { $0.unit.utf8.elementsEqual(unit) }) { return known.conversion }
    return plan.unit.flatMap { tables.conversion(from: unit, to: $0) }
  }

  private static func shown(_ context: MessageContext) -> MessageText {
    context.writtenUnit == nil ? context.number(context.finding.detail.number) : "\(context.shown)"
  }

  private static func written(_ context: MessageContext) -> Double? {
    DecimalParser.parse(0..<context.text.count, in: context.text.span.bytes)?.value
  }
}
