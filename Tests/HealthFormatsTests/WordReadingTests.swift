import Foundation
import HealthModel
import SeededRandom
import Testing

/// Times and ids are read eight bytes at a time; here they are read a character at a time, and must say the same.
@Suite struct WordReadingTests {
  private static let times = [
    "2026-01-01T08:00:00Z", "2024-02-29T23:59:60+00:00", "2016-12-31T23:59:60Z", "1999-12-31t00:00:00.123456z",
    "0001-01-01T00:00:00-18:00", "9999-12-31T23:59:59.9999999+05:30", "2026-06-15 12:34:56",
  ]
  private static let exportTimes = ["2026-01-01 08:00:00 -0700", "2023-11-05 01:30:00 +1245", "20140114084347-0800"]
  private static let ids = [
    "4294F8BB-2786-4DF4-844A-9E3779B97F4B", "00000000-0000-0000-0000-000000000001",
    "ffffffff-ffff-8fff-bfff-ffffffffffff",
  ]

  @Test func timesSayWhatTheirCharactersSay() {
    var damage = TextDamage(seed: RandomExports.seed)
    // Of the time before: a day that is known must be the one that stands there.
    var day = KnownDay()
    for round in 0..<20_000 {
      let text = damage.change(Self.times[round % Self.times.count], times: round % 3)
      let reading = TimestampParser.parse(0..<text.count, in: text.span.bytes, syntax: .json)
      #expect(reading?.instant == PlainTime.instant(text), "\(String(decoding: text, as: UTF8.self))")
      let known = TimestampParser.parse(0..<text.count, in: text.span.bytes, syntax: .json, known: &day)
      #expect(known == reading, "\(String(decoding: text, as: UTF8.self))")
      // The day stands there a second time.
      #expect(TimestampParser.parse(0..<text.count, in: text.span.bytes, syntax: .json, known: &day) == reading)
    }
  }

  @Test func timesOfExportsSayWhatTheirCharactersSay() {
    var damage = TextDamage(seed: RandomExports.seed)
    var day = KnownDay()
    for round in 0..<20_000 {
      let text = damage.change(Self.exportTimes[round % Self.exportTimes.count], times: round % 3)
      let reading = TimestampParser.parse(0..<text.count, in: text.span.bytes, syntax: .appleHealth)
      let expected = PlainTime.exported(text) ?? PlainTime.instant(text)
      #expect(reading?.instant == expected, "\(String(decoding: text, as: UTF8.self))")
      let known = TimestampParser.parse(0..<text.count, in: text.span.bytes, syntax: .appleHealth, known: &day)
      #expect(known == reading, "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test func idsSayWhatTheirCharactersSay() {
    var damage = TextDamage(seed: RandomExports.seed)
    for round in 0..<20_000 {
      let text = damage.change(Self.ids[round % Self.ids.count], times: round % 3)
      let found = SampleID(at: 0..<text.count, in: text.span.bytes)
      // Foundation takes blanks for digits.
      let isID =
        text.count == 36
        && text.enumerated().allSatisfy { index, byte in
          [8, 13, 18, 23].contains(index) ? byte == 0x2D : Character(UnicodeScalar(byte)).isHexDigit
        }
      let isNil = text.allSatisfy { $0 == 0x30 || $0 == 0x2D }
      let expected = isID && !isNil ? String(decoding: text, as: UTF8.self).uppercased() : nil
      #expect(found?.description == expected, "\(String(decoding: text, as: UTF8.self))")
    }
  }
}

/// Changes a few bytes of a text, mostly into others that stand near them in ASCII.
private struct TextDamage {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func change(_ text: String, times: Int) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<times {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 2 where bytes.count > 1: bytes.remove(at: place)
      case 3: bytes.insert(bytes[place], at: place)
      default: bytes[place] = UInt8.random(in: 0x2A...0x3F, using: &generator)
      }
    }
    return bytes
  }
}

/// Times read by a pattern, with the calendar of Foundation.
private enum PlainTime {
  static func instant(_ text: [UInt8]) -> Instant? {
    guard let text = String(validating: text, as: UTF8.self),
      let match = text.wholeMatch(
        of: #/([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(.*)/#
          .matchingSemantics(.unicodeScalar)),
      let rest = match.7.wholeMatch(
        of: #/(?:\.([0-9]+))?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))?/#.matchingSemantics(.unicodeScalar))
    else { return nil }
    let zone = rest.2.map { (sign: $0, hours: Int(rest.3 ?? "") ?? 0, minutes: Int(rest.4 ?? "") ?? 0) }
    return make(
      [match.1, match.2, match.3, match.4, match.5, match.6].map { Int($0) ?? 0 }, fraction: rest.1.map { String($0) },
      zone)
  }

  static func exported(_ text: [UInt8]) -> Instant? {
    guard let text = String(validating: text, as: UTF8.self) else { return nil }
    if let match = text.wholeMatch(
      of: #/([0-9]{4})-([0-9]{2})-([0-9]{2}) ([0-9]{2}):([0-9]{2}):([0-9]{2}) ([+-])([0-9]{2})([0-9]{2})/#
        .matchingSemantics(.unicodeScalar))
    {
      return make(
        [match.1, match.2, match.3, match.4, match.5, match.6].map { Int($0) ?? 0 }, fraction: nil,
        (match.7, Int(match.8) ?? 0, Int(match.9) ?? 0))
    }
    if let match = text.wholeMatch(
      of: #/([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([+-])([0-9]{2})([0-9]{2})/#
        .matchingSemantics(.unicodeScalar))
    {
      return make(
        [match.1, match.2, match.3, match.4, match.5, match.6].map { Int($0) ?? 0 }, fraction: nil,
        (match.7, Int(match.8) ?? 0, Int(match.9) ?? 0))
    }
    return nil
  }

  private static func make(
    _ parts: [Int], fraction: String?, _ zone: (sign: Substring, hours: Int, minutes: Int)?
  ) -> Instant? {
    let (year, month, day) = (parts[0], parts[1], parts[2])
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, parts[3] < 24, parts[4] < 60, parts[5] <= 60
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    var offset = 0
    if let zone {
      guard zone.hours <= 18, zone.minutes < 60, zone.hours * 60 + zone.minutes <= 1080 else { return nil }
      offset = (zone.hours * 60 + zone.minutes) * (zone.sign == "-" ? -1 : 1)
    }
    let years = year - 1
    let before = years * 365 + years / 4 - years / 100 + years / 400
    let days = before + lengths[..<(month - 1)].reduce(0, +) + day - 1 - 719_162
    let seconds = days * 86_400 + parts[3] * 3600 + parts[4] * 60 + parts[5] - offset * 60
    if parts[5] == 60 {
      // Of the texts above only these two can be changed into a leap second that was.
      let known = [1_483_228_800, 1_435_708_800, 1_341_100_800, 1_230_768_000, 1_136_073_600, 915_148_800]
      guard seconds % 86_400 == 0, known.contains(seconds) || isOldLeapSecond(seconds) else { return nil }
    }
    let digits = (fraction ?? "").prefix(6)
    let micros = Int(digits.padding(toLength: 6, withPad: "0", startingAt: 0)) ?? 0
    let instant = Int64(seconds) * 1_000_000 + Int64(micros)
    guard instant >= Instant.earliest, instant <= Instant.latest else { return nil }
    return Instant(microseconds: instant, offset: Int16(offset))
  }

  /// The leap seconds before 1999, by their days.
  private static func isOldLeapSecond(_ seconds: Int) -> Bool {
    let days = [
      912, 1096, 1461, 1826, 2191, 2557, 2922, 3287, 3652, 4199, 4564, 4929, 5660, 6574, 7305, 7670, 8217, 8582, 8947,
      9496, 10043,
    ]
    return days.contains(seconds / 86_400)
  }
}
