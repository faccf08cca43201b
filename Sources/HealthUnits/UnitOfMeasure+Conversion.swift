/// Which units convert, and how.
///
/// Within a grammar two units convert when their dimensions are equal. Between the grammars the same holds, with two
/// rules so that equal things stay equal: columns of mercury and water have HealthKit's size on both sides, so
/// `mmHg` to `mm[Hg]` changes nothing; and where dimensions differ only since HealthKit's `mol<M>` is a mass, it is
/// taken as an amount, so `mmol<180.1558800000541>/L` to `mmol/L` changes nothing and the molar mass is dropped.
/// Logarithmic levels have no factor (see `SoundPressureLevel`), and results of different assays have none either.
extension UnitOfMeasure {
  /// Whether a value in this unit can be expressed in the other.
  public func isConvertible(to other: UnitOfMeasure) -> Bool { self == other || scales(toward: other) != nil }

  /// Whether a value is the same number in both units: equal dimensions, factor 1 and no shift.
  ///
  /// `kcal` and `Cal` are.
  public func isEquivalent(to other: UnitOfMeasure) -> Bool {
    if self == other { return true }
    guard let (source, target) = scales(toward: other) else { return false }
    return UnitConversion(from: source, to: target).isIdentity
  }

  /// The conversion from this unit to another.
  ///
  /// Equal units convert by the identity.
  ///
  /// - Throws: `UnitConversionError` when the two measure different things.
  public func conversion(to other: UnitOfMeasure) throws(UnitConversionError) -> UnitConversion {
    if self == other { return .identity }
    guard let (source, target) = scales(toward: other) else {
      throw UnitConversionError(from: self, to: other)
    }
    return UnitConversion(from: source, to: target)
  }

  /// The conversion to the SI base unit of the dimension: kg, m, s, K, A, mol, cd, rad and their products.
  ///
  /// Values that mean the same come out the same whatever unit they were given in, within rounding, so this is what
  /// content identity compares. UCUM's columns of mercury and water have HealthKit's size here too.
  package var baseConversion: UnitConversion {
    let own = grammar == .ucum ? crosswalk : scale
    return UnitConversion(from: own, to: UnitScale(dimension: own.dimension, factor: .one))
  }

  /// The sizes of this unit and of the other that a conversion ties, or `nil` when none exists.
  private func scales(toward other: UnitOfMeasure) -> (UnitScale, UnitScale)? {
    guard assays == other.assays else { return nil }
    if grammar == other.grammar {
      return scale.dimension == other.scale.dimension ? (scale, other.scale) : nil
    }
    let source = grammar == .ucum ? crosswalk : scale
    let target = other.grammar == .ucum ? other.crosswalk : other.scale
    if source.dimension == target.dimension { return (source, target) }
    return crosswalk.dimension == other.crosswalk.dimension ? (crosswalk, other.crosswalk) : nil
  }
}
