/// A time of day without a date, in one of the forms that phones show: `18:14:48.94`, `00:20:37,80`, `6:14:48.94 PM`.
///
/// Exports of Apple Health write the beats of a heartbeat series so, in the form of the phone's region.
package enum ClockParser {
  /// Reads a time of day.
  ///
  /// The hour may have one digit or two, the fraction a point or a comma and up to six digits. `AM` and `PM` follow after
  /// a blank, U+00A0 or U+202F, in either case. Halves of the day in other scripts, such as `下午6:14:48.94`, are not
  /// understood: such a time is read as a clock face shows it. Arabic digits are read as digits.
  ///
  /// - Returns: microseconds since midnight, or since midnight or noon; `nil` when the text is not a time of day, or not
  ///   within the bytes.
  @usableFromInline package static func parse(_ range: Range<Int>, in bytes: RawSpan) -> Int64? {
    read(range, in: bytes) ?? foreign(range, in: bytes)
  }

  /// Reads a time with words or digits that are not ASCII: without the words.
  private static func foreign(_ range: Range<Int>, in bytes: RawSpan) -> Int64? {
    guard bytes.holds(range), range.count <= 64 else { return nil }
    var text: [UInt8] = []
    var isForeign = false
    var isAfterDigit = false
    let word = String(decoding: range.map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }, as: UTF8.self)
    for scalar in word.unicodeScalars {
      var digit = UInt32.max
      switch scalar.value {
      case 0x30...0x39: digit = scalar.value - 0x30
      case 0x660...0x669: digit = scalar.value - 0x660
      case 0x6F0...0x6F9: digit = scalar.value - 0x6F0
      case 0x3A: text.append(UInt8(ascii: ":"))
      // A point that ends a word is none of a number.
      case 0x2C, 0x2E, 0x66B: if isAfterDigit { text.append(UInt8(ascii: ".")) }
      case 0x20, 0xA0, 0x202F: break
      default:
        guard scalar.value >= 0x80 else { return nil }
        isForeign = true
      }
      isAfterDigit = digit <= 9
      if isAfterDigit { text.append(UInt8(ascii: "0") + UInt8(digit)) }
      if scalar.value >= 0x660, scalar.value <= 0x6F9 { isForeign = true }
    }
    return isForeign ? read(0..<text.count, in: text.span.bytes) : nil
  }

  private static func read(_ range: Range<Int>, in bytes: RawSpan) -> Int64? {
    guard bytes.holds(range), range.count >= 7, range.count <= 24 else { return nil }
    var position = range.lowerBound
    let end = range.upperBound
    func byte(_ place: Int) -> UInt8 { place < end ? bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) : 0 }
    func number(most: Int, limit: Int64) -> (value: Int64, digits: Int)? {
      var (value, digits): (Int64, Int) = (0, 0)
      while digits < most, byte(position) &- 0x30 <= 9, position < end {
        value = value * 10 + Int64(byte(position) - 0x30)
        digits += 1
        position += 1
      }
      return digits > 0 && value <= limit ? (value, digits) : nil
    }
    func take(_ characters: StaticString) -> Bool {
      let isThere = characters.withUTF8Buffer { $0.contains(byte(position)) }
      if isThere, position < end { position += 1 }
      return isThere
    }
    guard let hour = number(most: 2, limit: 23), take(":"), let minute = number(most: 2, limit: 59), minute.digits == 2,
      take(":"), let second = number(most: 2, limit: 60), second.digits == 2
    else { return nil }
    var fraction: Int64 = 0
    if take(".,") {
      guard let digits = number(most: 6, limit: 999_999) else { return nil }
      fraction = (digits.digits..<6).reduce(digits.value) { value, _ in value * 10 }
    }
    var hours = hour.value
    if position < end {
      guard let isAfternoon = isAfternoon(position..<end, bytes), (1...12).contains(hours) else { return nil }
      hours = hours % 12 + (isAfternoon ? 12 : 0)
    }
    return ((hours * 60 + minute.value) * 60 + second.value) * 1_000_000 + fraction
  }

  /// Whether the rest of a time says `PM`; `nil` when it says neither that nor `AM`.
  private static func isAfternoon(_ range: Range<Int>, _ bytes: RawSpan) -> Bool? {
    var letters: [UInt8] = []
    for offset in range {
      let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      // Blanks of one and of several bytes, and the points of `a.m.`
      if [0x20, 0x2E, 0xC2, 0xA0, 0xE2, 0x80, 0xAF].contains(byte) { continue }
      letters.append(byte | 0x20)
    }
    switch letters {
    case [UInt8(ascii: "a"), UInt8(ascii: "m")]: return false
    case [UInt8(ascii: "p"), UInt8(ascii: "m")]: return true
    default: return nil
    }
  }
}

/// Places times of day, one after the other, on the time line of a sample.
///
/// Such times are those of the clock on the day, while the sample's own times have the offset that the phone had at its
/// export. Offsets are multiples of a quarter of an hour, so the first time is the one nearest to the start that differs
/// from it by less than half of that; each further time follows within half a day, so that a face of twelve hours is enough.
@usableFromInline package struct ClockLine: Sendable {
  private let start: Int64
  private var last: (clock: Int64, distance: Int64)?
  private static let quarter: Int64 = 900_000_000
  private static let halfDay: Int64 = 43_200_000_000

  /// Creates the line of a sample that starts at an instant, in microseconds since 1970 UTC.
  @usableFromInline package init(start: Int64) { self.start = start }

  /// The seconds after the sample's start of the next time of day, in microseconds since midnight.
  package mutating func seconds(of clock: Int64) -> Double {
    var distance: Int64
    if let last {
      let step = (clock &- last.clock) % Self.halfDay
      distance = last.distance &+ (step < 0 ? step &+ Self.halfDay : step)
    } else {
      distance = (clock &- start % Self.quarter) % Self.quarter
      if distance < 0 { distance &+= Self.quarter }
      if distance > Self.quarter / 2 { distance &-= Self.quarter }
    }
    last = (clock, distance)
    // Divided once, so that the number is the one nearest to what was written.
    return Double(distance) / 1_000_000
  }
}
