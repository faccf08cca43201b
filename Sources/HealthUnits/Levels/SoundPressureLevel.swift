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
  package static let referencePressure = 2e-5

  /// The root-mean-square pressure, in pascals, of a level in decibels.
  public static func pascals(fromLevel level: Double) -> Double {
    DecimalLogarithm.exp10(level / 20) * referencePressure
  }

  /// The level, in decibels, of a root-mean-square pressure in pascals: -∞ for 0, NaN for what is negative.
  public static func level(fromPascals pressure: Double) -> Double {
    20 * DecimalLogarithm.log10(pressure / referencePressure)
  }
}

/// Decimal logarithm and power, written out since this module links no C library.
///
/// Both are good to about 1e-15 relative over the range of sound levels.
enum DecimalLogarithm {
  private static let naturalLogarithmOf2 = 0.693147180559945309417
  private static let naturalLogarithmOf10 = 2.302585092994045684018
  private static let log10Of2 = 0.301029995663981195214
  private static let log2Of10 = 3.321928094887362347870

  /// The decimal logarithm: -∞ of 0, NaN of what is negative.
  static func log10(_ value: Double) -> Double {
    if value.isNaN || value < 0 { return .nan }
    if value == 0 { return -.infinity }
    if value.isInfinite { return .infinity }
    // value = significand × 2^exponent with the significand near 1, then ln(s) = 2 artanh((s - 1) / (s + 1)).
    var significand = value.significand
    var exponent = Double(value.exponent)
    if significand > 1.4142135623730951 {
      significand /= 2
      exponent += 1
    }
    let z = (significand - 1) / (significand + 1)
    let square = z * z
    var series = 0.0
    for odd in stride(from: 25.0, through: 1.0, by: -2.0) { series = series * square + 1 / odd }
    return exponent * log10Of2 + 2 * z * series / naturalLogarithmOf10
  }

  static func exp10(_ power: Double) -> Double {
    if power.isNaN { return .nan }
    let binary = power * log2Of10
    if binary > 1025 { return .infinity }
    if binary < -1080 { return 0 }
    // 2^binary = 2^whole × e^rest, where the rest is at most 0.35 and its series short.
    let whole = binary.rounded()
    let rest = (binary - whole) * naturalLogarithmOf2
    var series = 1.0
    for divisor in stride(from: 16.0, through: 1.0, by: -1.0) { series = 1 + series * rest / divisor }
    return Double(sign: .plus, exponent: Int(whole), significand: series)
  }
}
