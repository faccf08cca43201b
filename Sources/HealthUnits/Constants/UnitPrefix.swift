/// A metric prefix of HealthKit's grammar: `HKMetricPrefix`.
public enum UnitPrefix: String, Sendable, Hashable, CaseIterable {
  /// 10⁻¹⁵.
  case femto = "f"
  /// 10⁻¹².
  case pico = "p"
  /// 10⁻⁹.
  case nano = "n"
  /// 10⁻⁶, which HealthKit writes `mc`.
  case micro = "mc"
  /// 10⁻³.
  case milli = "m"
  /// 10⁻².
  case centi = "c"
  /// 10⁻¹.
  case deci = "d"
  /// 10.
  case deca = "da"
  /// 10².
  case hecto = "h"
  /// 10³.
  case kilo = "k"
  /// 10⁶.
  case mega = "M"
  /// 10⁹.
  case giga = "G"
  /// 10¹².
  case tera = "T"
}
