import AssayPortable

/// Reads decimal numbers by JSON's grammar, correctly rounded: the one number grammar of every format.
@usableFromInline package enum DecimalParser {
  @usableFromInline package struct Reading: Sendable, Hashable {
    /// The nearest value; halfway cases go to the even one.
    package var value: Double
    /// Whether the text is an integer that the value cannot hold exactly, or a number other than zero that became zero.
    package var isInexact: Bool
    package var isIntegerLiteral: Bool

    /// The value as an integer, when it is whole, exact and within 2^53; `Int(exactly:)` is generic and ten times
    /// slower.
    package var integer: Int? {
      guard !isInexact, value.magnitude <= 9_007_199_254_740_992 else { return nil }
      let whole = Int(value)
      return Double(whole) == value ? whole : nil
    }
  }

  /// The longest number that is read, in bytes.
  package static let maximumLength = 64

  private static let powers: Fixed23<Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// Reads a whole range; `nil` when it is not a number, too long, not finite, or not within the bytes.
  @usableFromInline package static func parse(_ range: Range<Int>, in bytes: RawSpan) -> Reading? {
    guard !range.isEmpty, range.count <= maximumLength, bytes.holds(range) else { return nil }
    var position = range.lowerBound
    let end = range.upperBound
    @inline(__always) func byte() -> UInt8 {
      position < end ? bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) : 0
    }
    let isNegative = byte() == UInt8(ascii: "-")
    if isNegative { position &+= 1 }
    var mantissa: UInt64 = 0
    var significant = 0
    var exponent = 0
    let firstDigit = position
    while byte() &- 0x30 <= 9, position < end {
      if significant < 18 {
        mantissa = mantissa &* 10 &+ UInt64(byte() &- 0x30)
        if mantissa != 0 { significant &+= 1 }
      } else {
        exponent &+= 1
        significant &+= 1
      }
      position &+= 1
    }
    let integerDigits = position &- firstDigit
    if integerDigits == 0 { return nil }
    if integerDigits > 1, bytes.unsafeLoad(fromByteOffset: firstDigit, as: UInt8.self) == 0x30 { return nil }
    var isInteger = true
    if byte() == UInt8(ascii: "."), position < end {
      isInteger = false
      position &+= 1
      let firstFraction = position
      while byte() &- 0x30 <= 9, position < end {
        if significant < 18 {
          mantissa = mantissa &* 10 &+ UInt64(byte() &- 0x30)
          if mantissa != 0 { significant &+= 1 }
          exponent &-= 1
        } else {
          significant &+= 1
        }
        position &+= 1
      }
      if position == firstFraction { return nil }
    }
    if byte() | 0x20 == UInt8(ascii: "e"), position < end {
      isInteger = false
      position &+= 1
      var isExponentNegative = false
      if byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "+") {
        isExponentNegative = byte() == UInt8(ascii: "-")
        position &+= 1
      }
      let firstExponent = position
      var written = 0
      while byte() &- 0x30 <= 9, position < end {
        if written < 100_000 { written = written &* 10 &+ Int(byte() &- 0x30) }
        position &+= 1
      }
      if position == firstExponent { return nil }
      exponent &+= isExponentNegative ? -written : written
    }
    guard position == end else { return nil }
    var value: Double
    if mantissa == 0 {
      value = 0
    } else if significant <= 18, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
      value = Double(mantissa)
      value = exponent < 0 ? value / powers[-exponent] : value * powers[exponent]
    } else {
      guard let slow = slowly(range, in: bytes) else { return nil }
      value = slow.magnitude
    }
    let isTooFine = mantissa != 0 && value == 0
    let isTooLong = isInteger && (exponent > 0 || mantissa > 1 << 53)
    if isNegative, value != 0 { value = -value }
    return Reading(value: value, isInexact: isTooFine || isTooLong, isIntegerLiteral: isInteger)
  }

  /// The C library's correctly rounded conversion, for the few numbers with many digits; the grammar is already
  /// checked.
  private static func slowly(_ range: Range<Int>, in bytes: RawSpan) -> Double? {
    let value = withUnsafeTemporaryAllocation(of: CChar.self, capacity: maximumLength + 1) { buffer in
      for (index, offset) in range.enumerated() {
        buffer[index] = CChar(bitPattern: bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
      }
      buffer[range.count] = 0
      return buffer.baseAddress.map { Double.parsed($0) } ?? .nan
    }
    return value.isFinite ? value : nil
  }
}

/// Why a text is not read as a number.
@usableFromInline package enum NumberFault: Sendable, Hashable {
  case noNumber
  /// It is a number of more characters than `DecimalParser.maximumLength`.
  case tooLong
  case tooLarge

  package init?(_ text: [UInt8]) {
    let bytes = text.span.bytes
    if DecimalParser.parse(0..<text.count, in: bytes) != nil { return nil }
    let end = text.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.count
    var exponent = text[end...].dropFirst()
    if exponent.first == UInt8(ascii: "-") || exponent.first == UInt8(ascii: "+") { exponent.removeFirst() }
    let isExponent = end == text.count || !exponent.isEmpty && exponent.allSatisfy(Self.isDigit)
    guard isExponent, Self.isDecimal(text[..<end]) else {
      self = .noNumber
      return
    }
    self = text.count > DecimalParser.maximumLength ? .tooLong : .tooLarge
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }

  /// Whether a text is digits, perhaps with a minus sign before and a point between them.
  private static func isDecimal(_ text: ArraySlice<UInt8>) -> Bool {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, whole.count == 1 || whole.first != UInt8(ascii: "0") else {
      return false
    }
    return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
  }
}
