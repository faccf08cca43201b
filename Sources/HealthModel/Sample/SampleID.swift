/// A sample's identity: the 16 bytes of a UUID (RFC 9562).
public struct SampleID: Sendable, Hashable, Comparable {
  /// Bytes 0 to 7, most significant first.
  public var high: UInt64
  /// Bytes 8 to 15, most significant first.
  public var low: UInt64

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
    var words: (UInt64, UInt64) = (0, 0)
    var digits = 0
    for index in 0..<36 {
      let byte = bytes.unsafeLoad(fromByteOffset: range.lowerBound &+ index, as: UInt8.self)
      if index == 8 || index == 13 || index == 18 || index == 23 {
        if byte != UInt8(ascii: "-") { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte &- 0x30
      case 0x41...0x46: digit = byte &- 0x37
      case 0x61...0x66: digit = byte &- 0x57
      default: return nil
      }
      if digits < 16 { words.0 = words.0 << 4 | UInt64(digit) } else { words.1 = words.1 << 4 | UInt64(digit) }
      digits &+= 1
    }
    if words.0 == 0, words.1 == 0 { return nil }
    self.init(high: words.0, low: words.1)
  }

  /// Reads the text form.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(at: 0..<bytes.count, in: bytes.span.bytes)
  }

  /// Appends the 36 bytes of the upper-case text form.
  public func append(to output: inout [UInt8]) {
    var shift = 60
    for (index, count) in [8, 4, 4].enumerated() {
      if index > 0 { output.append(UInt8(ascii: "-")) }
      for _ in 0..<count {
        output.append(Self.digit(high >> UInt64(shift)))
        shift -= 4
      }
    }
    shift = 60
    for count in [4, 12] {
      output.append(UInt8(ascii: "-"))
      for _ in 0..<count {
        output.append(Self.digit(low >> UInt64(shift)))
        shift -= 4
      }
    }
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
