/// Times of day without a date, as exports write the times of heartbeats: `6:14:48.94 PM`, `00:20:37,80`.
///
/// They are what the clock on the wall showed, in the form of the phone's language: 12 or 24 hours, point or comma, and
/// before AM or PM a blank of any width.
public enum ClockTime {
  /// Reads a whole range as microseconds after midnight; `nil` when it is no time of day.
  public static func parse(_ range: Range<Int>, in bytes: RawSpan) -> Int64? {
    guard bytes.holds(range) else { return nil }
    var position = range.lowerBound
    let end = range.upperBound
    guard let first = number(&position, end, bytes, digits: 1...2), colon(&position, end, bytes),
      let minute = number(&position, end, bytes, digits: 2...2), minute < 60, colon(&position, end, bytes),
      let second = number(&position, end, bytes, digits: 2...2), second < 60,
      let fraction = fraction(&position, end, bytes)
    else { return nil }
    var hour = first
    if position < end {
      guard let isAfternoon = half(position..<end, bytes), (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard hour < 24 else { return nil }
    return (hour * 3600 + minute * 60 + second) * 1_000_000 + fraction
  }

  private static func number(
    _ position: inout Int, _ end: Int, _ bytes: RawSpan, digits: ClosedRange<Int>
  ) -> Int64? {
    let start = position
    var value: Int64 = 0
    while position < end, position - start < digits.upperBound, let digit = digit(at: position, bytes) {
      value = value * 10 + digit
      position += 1
    }
    return position - start < digits.lowerBound ? nil : value
  }

  private static func digit(at position: Int, _ bytes: RawSpan) -> Int64? {
    let byte = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) &- UInt8(ascii: "0")
    return byte <= 9 ? Int64(byte) : nil
  }

  private static func colon(_ position: inout Int, _ end: Int, _ bytes: RawSpan) -> Bool {
    // Some languages write a point there.
    guard position < end else { return false }
    let byte = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
    position += 1
    return byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
  }

  /// The fraction of a second in microseconds; digits past them are cut.
  private static func fraction(_ position: inout Int, _ end: Int, _ bytes: RawSpan) -> Int64? {
    guard position < end else { return 0 }
    let mark = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
    guard mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") else { return 0 }
    position += 1
    let start = position
    var value: Int64 = 0
    var unit: Int64 = 100_000
    while position < end, let digit = digit(at: position, bytes) {
      value += digit * unit
      unit /= 10
      position += 1
    }
    return position > start ? value : nil
  }

  /// Whether blanks and AM or PM are there, and which; `nil` for other text.
  private static func half(_ range: Range<Int>, _ bytes: RawSpan) -> Bool? {
    var letters: [UInt8] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
      // U+00A0 and U+202F are C2 A0 and E2 80 AF.
      if letters.isEmpty, [0x20, 0xC2, 0xA0, 0xE2, 0x80, 0xAF].contains(byte) {
        position += 1
        continue
      }
      if byte != UInt8(ascii: ".") { letters.append(byte | 0x20) }
      position += 1
    }
    if letters == Array("am".utf8) { return false }
    return letters == Array("pm".utf8) ? true : nil
  }
}

/// Puts times of day on the time line of a sample.
///
/// The clock on the wall has an offset of its own: an export writes all dates with the phone's offset on the day of the
/// export, while times of day are those of the place where the heart beat. Offsets are multiples of a quarter of an
/// hour, and a series begins within seconds of its sample's start, so the first time is taken where it comes next to the
/// start: a record of `01:20:29 +0200` with a first beat at `00:20:37,80` begins 8.8 seconds before it. Each other time
/// is the next one like it after the time before, over midnight or noon.
public struct ClockTimeLine: Sendable {
  /// The sample's start in microseconds since 1970.
  private let start: Int64
  private var last: (clock: Int64, place: Int64)?

  private static let day: Int64 = 86_400_000_000
  /// The least by which offsets differ.
  private static let quarter: Int64 = 900_000_000
  /// How much before the start the first time may be.
  private static let slack: Int64 = 60_000_000

  /// Creates the time line of a sample that starts at an instant.
  public init(start: Int64) { self.start = start }

  /// The place of the next time of day, in microseconds after the start; negative before it.
  public mutating func place(of clock: Int64) -> Int64 {
    var place: Int64
    if let last {
      var step = Self.modulo(clock - last.clock, Self.day)
      // A time that goes back is one that goes back, not one of the next day.
      if step > Self.day / 2 { step -= Self.day }
      place = last.place + step
    } else {
      place = Self.modulo(clock - Self.modulo(start, Self.day), Self.quarter)
      if place >= Self.quarter - Self.slack { place -= Self.quarter }
    }
    last = (clock, place)
    return place
  }

  private static func modulo(_ value: Int64, _ divisor: Int64) -> Int64 {
    let rest = value % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
