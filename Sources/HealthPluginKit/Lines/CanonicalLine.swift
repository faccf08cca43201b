import AssayPlatform
import HealthJSON
import HealthModel

/// Reads a sample line as the host writes it: its members in one order, without blanks or escapes in names.
///
/// Nearly all lines are such; each part is compared where it must be, so that no key is looked for. The sample is checked
/// to be JSON as in any other line.
enum CanonicalLine {
  private static let digestPlace = 55
  private static let typePlace = 81

  /// The line; `nil` if it is written otherwise, or is wrong, which the reader of any line finds out.
  static func read(_ range: Range<Int>, in bytes: RawSpan) -> SampleLine? {
    let start = range.lowerBound
    guard range.count > typePlace, bytes.equals(start..<start + 7, "{\"id\":\""),
      bytes.equals(start + 43..<start + digestPlace, "\",\"digest\":\""),
      bytes.equals(start + 71..<start + typePlace, "\",\"type\":\""),
      let id = SampleID(at: start + 7..<start + 43, in: bytes),
      let digest = hexadecimal(start + digestPlace..<start + 71, in: bytes)
    else { return nil }
    var cursor = Cursor(position: start + typePlace, end: range.upperBound)
    guard let type = cursor.name(bytes) else { return nil }
    var line = SampleLine(id: id, digest: digest, type: type, start: nil, end: nil, sample: 0..<0)
    if cursor.take(",\"start\":", bytes) {
      guard let first = cursor.number(bytes), cursor.take(",\"end\":", bytes), let last = cursor.number(bytes) else {
        return nil
      }
      line.start = first
      line.end = last
    }
    if cursor.take(",\"correlation\":", bytes) {
      guard let head = cursor.number(bytes), cursor.take(",\"role\":\"", bytes), let role = cursor.name(bytes) else {
        return nil
      }
      line.correlation = Int(clamping: head)
      line.role = role
    }
    line.isDerived = cursor.take(",\"derived\":true", bytes)
    guard cursor.take(",\"sample\":", bytes), cursor.isAt(UInt8(ascii: "{"), bytes) else { return nil }
    let sample = cursor.position
    var json = JSONCursor(position: sample, end: range.upperBound, longestString: Int.max, isLenient: true)
    guard (try? json.value(bytes, depth: 0)) != nil, json.position + 1 == range.upperBound,
      bytes.unsafeLoad(fromByteOffset: json.position, as: UInt8.self) == UInt8(ascii: "}")
    else { return nil }
    line.sample = sample..<json.position
    return line
  }

  private static func hexadecimal(_ range: Range<Int>, in bytes: RawSpan) -> UInt64? {
    var value: UInt64 = 0
    for place in range {
      let byte = bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt64(byte &- 0x30)
      case 0x61...0x66: value = value << 4 | UInt64(byte &- 0x57)
      default: return nil
      }
    }
    return value
  }

  /// A place in the line.
  private struct Cursor {
    var position: Int
    let end: Int

    @inline(__always) func isAt(_ byte: UInt8, _ bytes: RawSpan) -> Bool {
      position < end && bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) == byte
    }

    @inline(__always) mutating func take(_ text: StaticString, _ bytes: RawSpan) -> Bool {
      let next = position + text.utf8CodeUnitCount
      guard next <= end, bytes.equals(position..<next, text) else { return false }
      position = next
      return true
    }

    /// Reads up to the quote, which is taken.
    @inline(__always) mutating func name(_ bytes: RawSpan) -> Range<Int>? {
      let start = position
      while position < end {
        let byte = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
        position += 1
        if byte == UInt8(ascii: "\"") { return position - 1 > start ? start..<position - 1 : nil }
        if byte < 0x20 || byte == UInt8(ascii: "\\") || byte >= 0x80 { return nil }
      }
      return nil
    }

    /// Reads a number of at most 18 digits, as all microseconds up to the year 33,658.
    @inline(__always) mutating func number(_ bytes: RawSpan) -> Int64? {
      let isNegative = isAt(UInt8(ascii: "-"), bytes)
      if isNegative { position += 1 }
      let start = position
      var value: Int64 = 0
      while position < end, position - start < 18 {
        let digit = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) &- 0x30
        guard digit <= 9 else { break }
        value = value &* 10 &+ Int64(digit)
        position += 1
      }
      guard position > start else { return nil }
      // JSON has no number that begins with a zero but zero.
      if position - start > 1, bytes.unsafeLoad(fromByteOffset: start, as: UInt8.self) == 0x30 { return nil }
      return isNegative ? -value : value
    }
  }
}
