import AssayPortable

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
  @inlinable public static var none: SampleID { SampleID(high: 0, low: 0) }

  /// The version digit: 8 for an id derived from content.
  public var version: UInt64 { high >> 12 & 0xF }

  /// Order by bytes.
  @inlinable public static func < (left: SampleID, right: SampleID) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  /// Reads 36 bytes of the form `8-4-4-4-12` in either case; `nil` for anything else and for the nil UUID.
  package init?(at range: Range<Int>, in bytes: RawSpan) {
    guard range.count == 36 else { return nil }
    let start = range.lowerBound
    let dash = UInt8(ascii: "-")
    guard let first = HexadecimalWord.value(of: bytes.word(from: start, count: 8)),
      let second = HexadecimalWord.value(of: bytes.halves(start &+ 9, start &+ 14)),
      let third = HexadecimalWord.value(of: bytes.halves(start &+ 19, start &+ 24)),
      let fourth = HexadecimalWord.value(of: bytes.word(from: start &+ 28, count: 8)),
      bytes.unsafeLoad(fromByteOffset: start &+ 8, as: UInt8.self) == dash,
      bytes.unsafeLoad(fromByteOffset: start &+ 13, as: UInt8.self) == dash,
      bytes.unsafeLoad(fromByteOffset: start &+ 18, as: UInt8.self) == dash,
      bytes.unsafeLoad(fromByteOffset: start &+ 23, as: UInt8.self) == dash
    else { return nil }
    let words = (first << 32 | second, third << 32 | fourth)
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
    var text = Fixed36<UInt8>(repeating: UInt8(ascii: "-"))
    withUnsafeMutableBytes(of: &text) { write(to: $0) }
    withUnsafeBytes(of: text) { output.append(contentsOf: $0) }
  }

  /// Writes the digits of the upper-case text form; the dashes between them are there.
  @inlinable package func write(to text: UnsafeMutableRawBufferPointer) {
    let second = Hexadecimal.word(UInt32(truncatingIfNeeded: high), upperCase: true)
    let third = Hexadecimal.word(UInt32(truncatingIfNeeded: low >> 32), upperCase: true)
    func store(_ word: UInt64, at place: Int) {
      text.storeBytes(of: word.bigEndian, toByteOffset: place, as: UInt64.self)
    }
    func store(half: UInt64, at place: Int) {
      text.storeBytes(of: UInt32(truncatingIfNeeded: half).bigEndian, toByteOffset: place, as: UInt32.self)
    }
    store(Hexadecimal.word(UInt32(truncatingIfNeeded: high >> 32), upperCase: true), at: 0)
    store(half: second >> 32, at: 9)
    store(half: second, at: 14)
    store(half: third >> 32, at: 19)
    store(half: third, at: 24)
    store(Hexadecimal.word(UInt32(truncatingIfNeeded: low), upperCase: true), at: 28)
  }

  /// The 16 bytes, most significant first.
  package var bytes: [UInt8] {
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

extension RawSpan {
  /// Two runs of four bytes as one word, the first one lowest.
  @inline(__always) fileprivate func halves(_ first: Int, _ second: Int) -> UInt64 {
    UInt64(unsafeLoadUnaligned(fromByteOffset: first, as: UInt32.self).littleEndian)
      | UInt64(unsafeLoadUnaligned(fromByteOffset: second, as: UInt32.self).littleEndian) << 32
  }
}

/// Eight hexadecimal digits at once.
private enum HexadecimalWord {
  /// The number that eight digits in either case write, the lowest byte first; `nil` when one is not a digit.
  @inline(__always) static func value(of word: UInt64) -> UInt64? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs = ones &* 0x80
    // Bytes are below 0x80, so that adding carries nothing from one to the next and the high bits are comparisons.
    guard word & highs == 0 else { return nil }
    let lowered = word | ones &* 0x20
    let isDigit = (word &+ ones &* 0x50) & ~(word &+ ones &* 0x46)
    let isLetter = (lowered &+ ones &* 0x1F) & ~(lowered &+ ones &* 0x19) & highs
    guard (isDigit | isLetter) & highs == highs else { return nil }
    var value = word & (ones &* 0x0F) &+ (isLetter >> 7) &* 9
    value = (value << 4 | value >> 8) & 0x00FF_00FF_00FF_00FF
    value = (value << 8 | value >> 16) & 0x0000_FFFF_0000_FFFF
    return (value << 16 | value >> 32) & 0xFFFF_FFFF
  }
}
