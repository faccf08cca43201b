/// How large a unit may be.
///
/// Real ones are far smaller; the limits bound the work that foreign text can ask for.
enum UnitLimits {
  /// Bytes of a unit, as given and in its canonical form.
  static let bytes = 128
  /// Factors written in one unit.
  static let factors = 32
  /// The largest power of a factor, written or merged, either sign.
  static let exponent = 20
  /// The largest power of ten in UCUM's `10*n`, either sign.
  static let powerOfTen = 36
  /// The largest whole number in a UCUM code.
  static let number: Int64 = 1_000_000_000_000_000
  /// How deep parentheses nest in UCUM.
  ///
  /// HealthKit's do not nest.
  static let depth = 8
  /// The largest power of a base dimension.
  static let dimension: Int32 = 1000
}
