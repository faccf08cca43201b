/// Writes numbers in the normalized form: the shortest text that reads back as the same value.
package enum DecimalWriter {
  /// Appends a finite number.
  ///
  /// Whole numbers below 10^15 have no fraction; -0 is written as 0.
  @usableFromInline package static func append(_ value: Double, to output: inout [UInt8]) {
    if value.magnitude < 1_000_000_000_000_000 {
      let whole = Int64(value)
      if Double(whole) == value {
        append(whole, to: &output)
        return
      }
    }
    var text = value.description
    text.withUTF8 { utf8 in
      for (index, byte) in utf8.enumerated() {
        // Swift writes 1e+20; JSON takes it, and so do we.
        if index > 1, byte == UInt8(ascii: "0"), index == utf8.count - 1, utf8[index - 1] == UInt8(ascii: ".") {
          output.removeLast()
          return
        }
        output.append(byte)
      }
    }
  }

  @usableFromInline package static func append(_ value: Int64, to output: inout [UInt8]) {
    if value == 0 {
      output.append(0x30)
      return
    }
    if value < 0 { output.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    // From the last digit to the first, in place: reversing a part of an array copies it.
    var digits = Fixed20<UInt8>(repeating: 0)
    var first = 20
    // Division by a constant is a multiplication; by a variable it takes some thirty cycles.
    while rest > 0 {
      let tenth = rest / 10
      first &-= 1
      digits[first] = UInt8(truncatingIfNeeded: 0x30 &+ rest &- tenth &* 10)
      rest = tenth
    }
    withUnsafeBytes(of: digits) { output.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[first...])) }
  }

  package static func string(_ value: Double) -> String {
    guard value.isFinite else { return value.description }
    var output: [UInt8] = []
    append(value, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends a number as people read it, which may be infinite or NaN.
  static func appendText(_ value: Double, to output: inout [UInt8]) {
    if value.isFinite { append(value, to: &output) } else { output.append(contentsOf: value.description.utf8) }
  }
}

/// Whole numbers for people: digits in groups of three, the same in every text, page and picture.
///
/// Programs get plain digits.
@usableFromInline package enum GroupedDigits {
  package static let separator: Character = ","

  /// The number with a separator between its groups: `12,345`.
  package static func string(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(separator) }
      text.append(digit)
    }
    return text
  }
}

/// Rounds to the 6 significant digits that exports print, so that one value has one identity whatever the export wrote.
package enum SignificantDigits {
  /// The double nearest to `value` rounded to six significant decimal digits, half away from zero; -0 becomes 0.
  package static func six(_ value: Double) -> Double {
    guard value != 0, value.isFinite else { return 0 }
    let size = value.magnitude
    var exponent = 0
    var scaled = size
    // Bring the value into 100,000 ..< 1,000,000 by powers of ten, which are exact up to 10^22.
    while scaled >= 1_000_000, exponent < 400 {
      exponent += 1
      scaled = divide(size, byTenTo: exponent)
    }
    while scaled < 100_000, exponent > -400 {
      exponent -= 1
      scaled = divide(size, byTenTo: exponent)
    }
    let digits = scaled.rounded(.toNearestOrAwayFromZero)
    let rounded = divide(digits, byTenTo: -exponent)
    return value < 0 ? -rounded : rounded
  }

  private static func divide(_ value: Double, byTenTo exponent: Int) -> Double {
    var result = value
    var left = exponent.magnitude
    while left > 0 {
      let step = min(left, 22)
      var power = 1.0
      for _ in 0..<step { power *= 10 }
      result = exponent > 0 ? result / power : result * power
      left -= step
    }
    return result
  }
}
