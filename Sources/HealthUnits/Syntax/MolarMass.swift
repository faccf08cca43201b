/// The grams per mole in HealthKit's `mol<180.1558800000541>`.
///
/// The decimal is kept exactly, to the 16 significant digits that HealthKit prints. Apple's own constant for glucose,
/// 180.15588000005408, is printed as 180.1558800000541 and 180.15588 elsewhere, so two masses are equal when their
/// first 12 significant digits are: a relative difference of about 1e-12.
struct MolarMass: Sendable {
  /// 16 significant digits, from 1e15 to below 1e16.
  private let mantissa: Int64
  private let exponent: Int

  private static let significantDigits = 16

  /// Reads `digits [. digits]`; `nil` for anything else, and for masses outside 1e-6 to 1e13 g/mol.
  init?(_ text: some Collection<UInt8>) {
    var mantissa: Int64 = 0
    var exponent = 0
    var keptDigits = 0
    var firstDropped: UInt8?
    var isFraction = false
    var hasDigit = false
    for byte in text {
      if byte == ASCII.period, hasDigit, !isFraction {
        isFraction = true
        hasDigit = false
        continue
      }
      guard ASCII.isDigit(byte) else { return nil }
      hasDigit = true
      let digit = byte - ASCII.zero
      if keptDigits == 0, digit == 0 {
        if isFraction { exponent -= 1 }
      } else if keptDigits < Self.significantDigits {
        mantissa = mantissa * 10 + Int64(digit)
        keptDigits += 1
        if isFraction { exponent -= 1 }
      } else {
        firstDropped = firstDropped ?? digit
        if !isFraction { exponent += 1 }
      }
    }
    guard hasDigit, keptDigits > 0 else { return nil }
    if let firstDropped, firstDropped >= 5 { mantissa += 1 }
    while mantissa < 1_000_000_000_000_000 {
      mantissa *= 10
      exponent -= 1
    }
    if mantissa == 10_000_000_000_000_000 {
      mantissa = 1_000_000_000_000_000
      exponent += 1
    }
    guard exponent >= -21, exponent <= -3 else { return nil }
    self.mantissa = mantissa
    self.exponent = exponent
  }

  var kilograms: Rational {
    var denominator: Int128 = 1000
    for _ in 0..<max(0, -exponent) { denominator *= 10 }
    return Rational(Int128(mantissa), over: denominator) ?? .one
  }

  /// The plain decimal, without an exponent and without zeros at the end of a fraction.
  var text: String {
    let digits = Array(String(mantissa).utf8)
    let whole = Self.significantDigits + exponent
    var result: [UInt8] = []
    if whole <= 0 {
      result.append(ASCII.zero)
      result.append(ASCII.period)
      result.append(contentsOf: repeatElement(ASCII.zero, count: -whole))
      result.append(contentsOf: digits)
    } else {
      result.append(contentsOf: digits.prefix(whole))
      result.append(ASCII.period)
      result.append(contentsOf: digits.dropFirst(whole))
    }
    while result.last == ASCII.zero { result.removeLast() }
    if result.last == ASCII.period { result.removeLast() }
    return String(decoding: result, as: UTF8.self)
  }
}

extension MolarMass: Hashable {
  /// The first 12 significant digits, rounded, and the power of ten that goes with them.
  private var rounded: (digits: Int64, exponent: Int) {
    let digits = (mantissa + 5_000) / 10_000
    return digits == 1_000_000_000_000 ? (100_000_000_000, exponent + 1) : (digits, exponent)
  }

  static func == (left: MolarMass, right: MolarMass) -> Bool { left.rounded == right.rounded }

  func hash(into hasher: inout Hasher) {
    let (digits, exponent) = rounded
    hasher.combine(digits)
    hasher.combine(exponent)
  }
}
