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
