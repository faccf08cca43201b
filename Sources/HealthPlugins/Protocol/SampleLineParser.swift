import AssayPlatform
import HealthModel
import HealthStorage

/// Reads sample lines one after the other.
struct SampleLineParser {
  private(set) var position = 0
  /// Texts that were decoded; their places are those after the last line.
  private(set) var decoded: [UInt8] = []
  private let end: Int
  /// How far the bytes were searched for a line feed.
  private var searched = 0

  /// Fewer bytes than any line has.
  static let shortestLine = 64

  init(end: Int) { self.end = end }

  /// The members of a line that mean something.
  private enum Member: Int {
    case id, digest, type, start, end, correlation, role, sample, derived

    /// The member's name as JSON writes it.
    var name: StaticString {
      switch self {
      case .id: "id"
      case .digest: "digest"
      case .type: "type"
      case .start: "start"
      case .end: "end"
      case .correlation: "correlation"
      case .role: "role"
      case .sample: "sample"
      case .derived: "derived"
      }
    }
  }

  /// The places of a line's members; empty if there are none.
  private struct Members {
    private var places = Fixed8<Range<Int>>(repeating: 0..<0)
    private(set) var isDerived = false
    private(set) var isTwice = false

    subscript(_ member: Member) -> Range<Int> { places[member.rawValue] }

    /// Adds a member under its key; `null` means the same as an absent member.
    mutating func take(_ key: Range<Int>, _ value: Range<Int>, in text: [UInt8]) {
      if value.count == 4, text[value.lowerBound] == UInt8(ascii: "n") { return }
      guard let member = Self.member(at: key, in: text) else { return }
      if member == .derived {
        if isDerived { isTwice = true }
        isDerived = text[value.lowerBound] == UInt8(ascii: "t")
        return
      }
      if !places[member.rawValue].isEmpty { isTwice = true }
      places[member.rawValue] = value
    }

    private static func member(at key: Range<Int>, in text: [UInt8]) -> Member? {
      guard let first = text[key].first else { return nil }
      // `start` and `sample`, `digest` and `derived` begin alike.
      let member: Member
      switch first {
      case UInt8(ascii: "i"): member = .id
      case UInt8(ascii: "d"): member = key.count == 6 ? .digest : .derived
      case UInt8(ascii: "t"): member = .type
      case UInt8(ascii: "s"): member = key.count == 5 ? .start : .sample
      case UInt8(ascii: "e"): member = .end
      case UInt8(ascii: "c"): member = .correlation
      case UInt8(ascii: "r"): member = .role
      default: return nil
      }
      return text.span.bytes.equals(key, member.name) ? member : nil
    }
  }

  mutating func line(_ text: [UInt8]) throws(PluginError) -> SampleLine? {
    let start = position
    guard let stop = Self.lineFeed(from: max(start, searched), to: text.count, in: text) else {
      searched = text.count
      return nil
    }
    position = stop + 1
    if let line = CanonicalLine.read(start..<stop, in: text.span.bytes) { return line }
    var members = Members()
    let isObject = CanonicalObject.forEachMember(of: start..<stop, in: text) { key, value in
      members.take(key, value, in: text)
      return true
    }
    guard isObject else { throw PluginError(.data, "it is not a JSON object") }
    guard !members.isTwice else { throw PluginError(.data, "a member is repeated") }
    return try line(members, text)
  }

  private mutating func line(_ members: Members, _ text: [UInt8]) throws(PluginError) -> SampleLine {
    guard let idPlace = text.string(members[.id]), let id = SampleID(at: idPlace, in: text.span.bytes) else {
      throw PluginError(.data, "`id` is not a UUID")
    }
    guard let digestPlace = text.string(members[.digest]), let digest = text.hexadecimal(digestPlace) else {
      throw PluginError(.data, "`digest` is not 16 hexadecimal digits")
    }
    guard !members[.sample].isEmpty, text[members[.sample].lowerBound] == UInt8(ascii: "{") else {
      throw PluginError(.data, "`sample` is not an object")
    }
    guard let type = name(members[.type], text) else { throw PluginError(.data, "`type` is not a text") }
    let start = try Self.integer(members[.start], text, "start")
    let end = try Self.integer(members[.end], text, "end")
    guard (start == nil) == (end == nil) else { throw PluginError(.data, "it has only one of `start` and `end`") }
    let correlation = try Self.integer(members[.correlation], text, "correlation")
    var role: Range<Int>?
    if !members[.role].isEmpty {
      role = name(members[.role], text)
      guard role != nil else { throw PluginError(.data, "`role` is not a text") }
    }
    guard (correlation == nil) == (role == nil) else {
      throw PluginError(.data, "it has only one of `correlation` and `role`")
    }
    return SampleLine(
      id: id, digest: digest, type: type, start: start, end: end, correlation: correlation.map { Int(clamping: $0) },
      role: role, isDerived: members.isDerived, sample: members[.sample])
  }

  /// The place of a name without its quotes; one with escapes is decoded after the text.
  private mutating func name(_ value: Range<Int>, _ text: [UInt8]) -> Range<Int>? {
    guard let place = text.string(value), !place.isEmpty else { return nil }
    guard text[place].contains(UInt8(ascii: "\\")) else { return place }
    let start = end + decoded.count
    decoded.append(contentsOf: JSONText.decoded(place, in: text.span.bytes))
    return start..<end + decoded.count
  }

  private static func integer(
    _ value: Range<Int>, _ text: [UInt8], _ name: StaticString
  ) throws(PluginError) -> Int64? {
    guard !value.isEmpty else { return nil }
    guard let number = text.integer(value) else { throw PluginError(.data, "`\(name)` is not a whole number") }
    return number
  }

  private static func lineFeed(from start: Int, to end: Int, in text: [UInt8]) -> Int? {
    guard start < end else { return nil }
    let place = text.span.bytes.firstNewline(from: start, to: end)
    return place < end ? place : nil
  }
}

extension [UInt8] {
  fileprivate func string(_ value: Range<Int>) -> Range<Int>? {
    guard value.count >= 2, self[value.lowerBound] == UInt8(ascii: "\"") else { return nil }
    return value.lowerBound + 1..<value.upperBound - 1
  }

  fileprivate func hexadecimal(_ range: Range<Int>) -> UInt64? {
    range.count == 16 ? Hexadecimal.number(range, in: self) : nil
  }

  fileprivate func integer(_ range: Range<Int>) -> Int64? {
    let isNegative = self[range.lowerBound] == UInt8(ascii: "-")
    let digits = self[isNegative ? range.lowerBound + 1..<range.upperBound : range]
    guard !digits.isEmpty else { return nil }
    var value: Int64 = 0
    for byte in digits {
      let digit = Int64(byte) - 0x30
      guard digit >= 0, digit <= 9 else { return nil }
      let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooFar) =
        isNegative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
      guard !isTooLarge, !isTooFar else { return nil }
      value = sum
    }
    return value
  }
}

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
