/// The language a unit is written in.
///
/// The two look alike and disagree: `%` is a fraction from 0 to 1 in HealthKit and 1/100 in UCUM, `st` is a stone in
/// the one and a stere in the other, `mL/kg.min` divides by the minute in the one and multiplies by it in the other.
/// A unit therefore remembers its grammar, and nothing ever guesses it.
public enum UnitGrammar: String, Sendable, Hashable, CaseIterable {
  /// HealthKit's unit strings, as `HKUnit(from:)` reads them: `count/min`, `mL/min·kg`, `mmol<180.1558800000541>/L`.
  case healthKit = "healthkit"
  /// The Unified Code for Units of Measure, version 2.2, case sensitive: `/min`, `mL/min/kg`, `mm[Hg]`.
  case ucum
}
