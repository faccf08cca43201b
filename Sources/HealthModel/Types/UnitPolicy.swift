/// Which unit spellings are taken beside HealthKit's grammar and the type's own.
public enum UnitPolicy: String, Sendable, Hashable, CaseIterable {
  /// None: a spelling known from elsewhere is refused with a hint.
  case strict = "healthkit"
  /// UCUM codes, read by UCUM's grammar.
  case ucum
  /// UCUM codes and the spellings of common interfaces (`bpm`, `lbs`).
  case lenient
}
