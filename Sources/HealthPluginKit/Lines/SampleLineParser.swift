import AssayPlatform
import HealthModel
import HealthStorage

/// Why a line is not a sample line.
struct SampleLineFault: Error {
  var reason: String
}

/// Reads sample lines one after the other.
struct SampleLineParser {
  /// Where the next line begins.
  private(set) var position = 0
  /// Texts that were decoded; their places are those after the last line.
  private(set) var decoded: [UInt8] = []
  /// Where the last line ends.
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

  /// Reads the next line; `nil` if its end is not there yet.
  ///
  /// - Parameter text: the lines so far.
  /// - Returns: the line.
  /// - Throws: `SampleLineFault` if the line is not a sample.
  mutating func line(_ text: [UInt8]) throws(SampleLineFault) -> SampleLine? {
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
    guard isObject else { throw SampleLineFault(reason: "it is not a JSON object") }
    guard !members.isTwice else { throw SampleLineFault(reason: "a member is repeated") }
    return try line(members, text)
  }

  private mutating func line(_ members: Members, _ text: [UInt8]) throws(SampleLineFault) -> SampleLine {
    guard let idPlace = text.string(members[.id]), let id = SampleID(at: idPlace, in: text.span.bytes) else {
      throw SampleLineFault(reason: "`id` is not a UUID")
    }
    guard let digestPlace = text.string(members[.digest]), let digest = text.hexadecimal(digestPlace) else {
      throw SampleLineFault(reason: "`digest` is not 16 hexadecimal digits")
    }
    guard !members[.sample].isEmpty, text[members[.sample].lowerBound] == UInt8(ascii: "{") else {
      throw SampleLineFault(reason: "`sample` is not an object")
    }
    guard let type = name(members[.type], text) else { throw SampleLineFault(reason: "`type` is not a text") }
    let start = try Self.integer(members[.start], text, "start")
    let end = try Self.integer(members[.end], text, "end")
    guard (start == nil) == (end == nil) else { throw SampleLineFault(reason: "it has only one of `start` and `end`") }
    let correlation = try Self.integer(members[.correlation], text, "correlation")
    var role: Range<Int>?
    if !members[.role].isEmpty {
      role = name(members[.role], text)
      guard role != nil else { throw SampleLineFault(reason: "`role` is not a text") }
    }
    guard (correlation == nil) == (role == nil) else {
      throw SampleLineFault(reason: "it has only one of `correlation` and `role`")
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
  ) throws(SampleLineFault) -> Int64? {
    guard !value.isEmpty else { return nil }
    guard let number = text.integer(value) else { throw SampleLineFault(reason: "`\(name)` is not a whole number") }
    return number
  }

  private static func lineFeed(from start: Int, to end: Int, in text: [UInt8]) -> Int? {
    guard start < end else { return nil }
    let place = text.span.bytes.firstNewline(from: start, to: end)
    return place < end ? place : nil
  }
}

extension [UInt8] {
  /// The place between the quotes of a value that is a text.
  fileprivate func string(_ value: Range<Int>) -> Range<Int>? {
    guard value.count >= 2, self[value.lowerBound] == UInt8(ascii: "\"") else { return nil }
    return value.lowerBound + 1..<value.upperBound - 1
  }

  /// A number of exactly 16 hexadecimal digits.
  fileprivate func hexadecimal(_ range: Range<Int>) -> UInt64? {
    range.count == 16 ? Hexadecimal.number(range, in: self) : nil
  }

  /// A whole number of 64 bits.
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
