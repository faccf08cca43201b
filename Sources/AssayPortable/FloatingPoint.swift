public import CLibrary

extension Double {
  /// The number that a text ended by a zero writes, correctly rounded.
  @inlinable package static func parsed(_ text: UnsafePointer<CChar>) -> Double { strtod(text, nil) }

  /// The logarithm to the base of ten.
  @inlinable package var decimalLogarithm: Double { log10(self) }

  @inlinable package var powerOfTen: Double { pow(10, self) }

  /// The logarithm to the base of two.
  @inlinable package var binaryLogarithm: Double { log2(self) }

  /// The sine of this angle in radians.
  @inlinable package var sine: Double { sin(self) }

  /// The cosine of this angle in radians.
  @inlinable package var cosine: Double { cos(self) }

  /// The angle in radians whose sine is this number, from -1 to 1.
  @inlinable package var arcSine: Double { asin(self) }
}
