public import CLibrary

extension Double {
  /// The number that a text ended by a zero writes, correctly rounded.
  @inlinable package static func parsed(_ text: UnsafePointer<CChar>) -> Double { strtod(text, nil) }

  /// The logarithm to the base of ten.
  @inlinable package var decimalLogarithm: Double { log10(self) }

  /// Ten to the power of this number.
  @inlinable package var powerOfTen: Double { pow(10, self) }
}
