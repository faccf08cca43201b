/// A sample's identity: the 16 bytes of a UUID (RFC 9562).
public struct SampleID: Sendable, Hashable, Comparable {
  /// Bytes 0 to 7, most significant first.
  public var high: UInt64
  /// Bytes 8 to 15, most significant first.
  public var low: UInt64

  /// Creates an id from its two halves.
  @inlinable public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The nil UUID, which no sample may have.
  public static let none = SampleID(high: 0, low: 0)

  /// The version digit: 8 for an id derived from content.
  public var version: UInt64 { high >> 12 & 0xF }

  /// Order by bytes.
  @inlinable public static func < (left: SampleID, right: SampleID) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  /// Reads 36 bytes of the form `8-4-4-4-12` in either case; `nil` for anything else and for the nil UUID.
  public init?(at range: Range<Int>, in bytes: RawSpan) {
    guard range.count == 36 else { return nil }
    let start = range.lowerBound
    guard let first = Self.hexadecimal(8, at: start, in: bytes),
      let second = Self.hexadecimal(4, at: start &+ 9, in: bytes),
      let third = Self.hexadecimal(4, at: start &+ 14, in: bytes),
      let fourth = Self.hexadecimal(4, at: start &+ 19, in: bytes),
      let fifth = Self.hexadecimal(12, at: start &+ 24, in: bytes),
      Self.isDash(start &+ 8, bytes), Self.isDash(start &+ 13, bytes), Self.isDash(start &+ 18, bytes),
      Self.isDash(start &+ 23, bytes)
    else { return nil }
    let words = (first << 32 | second << 16 | third, fourth << 48 | fifth)
    if words.0 == 0, words.1 == 0 { return nil }
    self.init(high: words.0, low: words.1)
  }

  @inline(__always) private static func isDash(_ offset: Int, _ bytes: RawSpan) -> Bool {
    bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self) == UInt8(ascii: "-")
  }

  /// So many hexadecimal digits in either case, most significant first.
  @inline(__always) private static func hexadecimal(_ count: Int, at start: Int, in bytes: RawSpan) -> UInt64? {
    var value: UInt64 = 0
    var isValid = true
    for index in 0..<count {
      let byte = bytes.unsafeLoad(fromByteOffset: start &+ index, as: UInt8.self)
      let digit = byte &- 0x30
      let letter = (byte | 0x20) &- 0x61
      isValid = isValid && (digit < 10 || letter < 6)
      value = value << 4 | UInt64(digit < 10 ? digit : letter &+ 10)
    }
    return isValid ? value : nil
  }

  /// Reads the text form.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(at: 0..<bytes.count, in: bytes.span.bytes)
  }

  /// Appends the 36 bytes of the upper-case text form.
  public func append(to output: inout [UInt8]) {
    var text = InlineArray<36, UInt8>(repeating: UInt8(ascii: "-"))
    var place = 0
    for index in 0..<32 {
      // Dashes stand behind 8, 12, 16 and 20 digits.
      if index == 8 || index == 12 || index == 16 || index == 20 { place += 1 }
      let word = index < 16 ? high : low
      text[place] = Self.digit(word >> UInt64(60 - 4 * (index & 15)))
      place += 1
    }
    text.span.withUnsafeBufferPointer { output.append(contentsOf: $0) }
  }

  private static func digit(_ value: UInt64) -> UInt8 {
    let nibble = UInt8(truncatingIfNeeded: value & 0xF)
    return nibble < 10 ? 0x30 + nibble : 0x37 + nibble
  }

  /// The 16 bytes, most significant first.
  public var bytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * $0)) }
      + (0..<8).map { UInt8(truncatingIfNeeded: low >> UInt64(56 - 8 * $0)) }
  }

  /// The id of 16 bytes; `nil` when there are not exactly 16.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      if index < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
    }
    self.init(high: high, low: low)
  }
}

extension SampleID: CustomStringConvertible {
  /// The upper-case text form.
  public var description: String {
    var output: [UInt8] = []
    append(to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}
