/// The tie between a sound pressure level in decibels and a sound pressure in pascals.
///
/// A level is a logarithm, so no factor converts it and the unit engine never does: `dBASPL` is a separate kind. This
/// pair of functions is the explicit way. It knows nothing of A-weighting, which changes how loud a sound is counted at
/// each frequency.
///
/// Source: `HKUnit.h`, "[Pressure] 10^(dBASPL/20) * 2.0E-05 Pa"; UCUM `B[SPL]`.
///
/// ```swift
/// print(SoundPressureLevel.pascals(fromLevel: 94))
/// ```
public enum SoundPressureLevel {
  /// The pressure of 0 dB, the threshold of hearing, in pascals.
  public static let referencePressure = 2e-5

  /// The root-mean-square pressure, in pascals, of a level in decibels.
  public static func pascals(fromLevel level: Double) -> Double {
    DecimalLogarithm.exp10(level / 20) * referencePressure
  }

  /// The level, in decibels, of a root-mean-square pressure in pascals: -∞ for 0, NaN for what is negative.
  public static func level(fromPascals pressure: Double) -> Double {
    20 * DecimalLogarithm.log10(pressure / referencePressure)
  }
}
