/// Reads instants from bytes: RFC 3339 in sample files, `2026-01-01 08:00:00 -0700` in exports.
///
/// Every part is range-checked: there is no 30 February, no 24:00, no offset beyond 18 hours. A second of 60 is
/// accepted at a real leap second only and becomes the next second. Digits past the microsecond are cut and reported.
@usableFromInline package enum TimestampParser {
  @usableFromInline package struct Reading: Sendable, Hashable {
    package var instant: Instant
    /// Whether an offset (or `Z`) was written; without one `instant` is the local time taken as UTC.
    package var hasOffset: Bool
    /// Whether digits past the microsecond were cut.
    package var isCut: Bool

    @usableFromInline package static func == (left: Reading, right: Reading) -> Bool {
      left.instant.isIdentical(to: right.instant) && left.hasOffset == right.hasOffset && left.isCut == right.isCut
    }
  }

  /// Reads a whole range; `nil` when it is not an instant of one of the accepted forms, or not within the bytes.
  @usableFromInline package static func parse(_ range: Range<Int>, in bytes: RawSpan, syntax: RawSyntax) -> Reading? {
    guard bytes.holds(range) else { return nil }
    var day = KnownDay()
    return parse(range, in: bytes, syntax: syntax, known: &day)
  }

  /// Reads a whole range as `parse(_:in:syntax:)` does, for who reads many: the range is within the bytes.
  @inline(__always) package static func parse(
    _ range: Range<Int>, in bytes: RawSpan, syntax: RawSyntax, known day: inout KnownDay
  ) -> Reading? {
    var cursor = Cursor(position: range.lowerBound, end: range.upperBound)
    return syntax == .appleHealth ? cursor.export(bytes, &day) : cursor.rfc3339(bytes, &day)
  }

  /// Reads `YYYY-MM-DD`.
  package static func parseDate(_ range: Range<Int>, in bytes: RawSpan) -> CivilDate? {
    var cursor = Cursor(position: range.lowerBound, end: range.upperBound)
    guard range.count == 10, let date = cursor.date(bytes) else { return nil }
    return date
  }

  /// Reads `±HH:MM`, at most 18:00, as minutes.
  package static func parseOffset(_ range: Range<Int>, in bytes: RawSpan) -> Int16? {
    var cursor = Cursor(position: range.lowerBound, end: range.upperBound)
    guard let minutes = cursor.offset(bytes, colon: true), cursor.position == range.upperBound else { return nil }
    return minutes
  }
}

/// The days on whose last UTC second a leap second was added, as days since 1970 of the day after (IERS Bulletin C,
/// up to December 2016; none announced since).
private let leapSecondDays: [Int] = [
  912, 1096, 1461, 1826, 2191, 2557, 2922, 3287, 3652, 4199, 4564, 4929, 5660, 6574, 7305, 7670, 8217, 8582, 8947,
  9496, 10043, 10592, 13149, 14245, 15522, 16617, 17167,
]

/// A day as it was written, with its number: reading the same ten bytes again is a comparison.
@usableFromInline package struct KnownDay: Sendable {
  /// `2026-01-`, the first byte lowest; zero for none.
  fileprivate var yearAndMonth: UInt64 = 0
  fileprivate var dayOfMonth: UInt16 = 0
  fileprivate var daysSince1970 = 0

  @usableFromInline package init() {}

  fileprivate init(yearAndMonth: UInt64, dayOfMonth: UInt16, daysSince1970: Int) {
    self.yearAndMonth = yearAndMonth
    self.dayOfMonth = dayOfMonth
    self.daysSince1970 = daysSince1970
  }
}

private struct Cursor {
  var position: Int
  let end: Int

  @inline(__always) func byte(_ bytes: RawSpan, _ offset: Int = 0) -> UInt8 {
    position &+ offset < end ? bytes.unsafeLoad(fromByteOffset: position &+ offset, as: UInt8.self) : 0
  }

  @inline(__always) mutating func digits(_ bytes: RawSpan, _ count: Int) -> Int? {
    guard position &+ count <= end else { return nil }
    var value = 0
    for index in 0..<count {
      let digit = bytes.unsafeLoad(fromByteOffset: position &+ index, as: UInt8.self) &- 0x30
      if digit > 9 { return nil }
      value = value &* 10 &+ Int(digit)
    }
    position &+= count
    return value
  }

  @inline(__always) mutating func skip(_ bytes: RawSpan, _ expected: UInt8) -> Bool {
    guard byte(bytes) == expected, position < end else { return false }
    position &+= 1
    return true
  }

  @inline(__always) mutating func date(_ bytes: RawSpan) -> CivilDate? {
    guard let year = digits(bytes, 4), skip(bytes, UInt8(ascii: "-")), let month = digits(bytes, 2),
      skip(bytes, UInt8(ascii: "-")), let day = digits(bytes, 2)
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    return date.isValid ? date : nil
  }

  @inline(__always) mutating func offset(_ bytes: RawSpan, colon: Bool) -> Int16? {
    let sign: Int
    switch byte(bytes) {
    case UInt8(ascii: "+"): sign = 1
    case UInt8(ascii: "-"): sign = -1
    default: return nil
    }
    position &+= 1
    guard let hours = digits(bytes, 2) else { return nil }
    if colon, !skip(bytes, UInt8(ascii: ":")) { return nil }
    guard let minutes = digits(bytes, 2), hours <= 18, minutes < 60, hours * 60 + minutes <= 1080 else { return nil }
    return Int16(truncatingIfNeeded: sign &* (hours &* 60 &+ minutes))
  }

  /// Six digits: seconds since midnight and whether the second is 60.
  @inline(__always) mutating func time(_ bytes: RawSpan) -> (seconds: Int, isLeap: Bool)? {
    guard let hour = digits(bytes, 2), let minute = digits(bytes, 2), let second = digits(bytes, 2), hour < 24,
      minute < 60, second <= 60
    else { return nil }
    return (hour &* 3600 &+ minute &* 60 &+ second, second == 60)
  }

  /// `2026-01-01T08:00:00`, eight bytes at a time; the separator of date and time is for the caller to judge.
  ///
  /// Digits and the signs between them lose their own high bits by an exclusive or with `0000-00-`: what is left must be
  /// at most 9 for a digit and 0 for a sign.
  @inline(__always) mutating func dateAndTime(
    _ bytes: RawSpan, _ known: inout KnownDay
  ) -> (days: Int, separator: UInt8, time: (seconds: Int, isLeap: Bool))? {
    guard end &- position >= 19 else { return nil }
    let date = bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
    let time = bytes.unsafeLoadUnaligned(fromByteOffset: position &+ 8, as: UInt64.self).littleEndian
    // The last byte of the minutes, then `:00`.
    let tail = bytes.unsafeLoadUnaligned(fromByteOffset: position &+ 15, as: UInt32.self).littleEndian
    let separator = UInt8(truncatingIfNeeded: time >> 16)
    let hours = (time ^ 0x3030_3A30_3000_3030) & ~0x00FF_0000
    let seconds = tail ^ 0x3030_3A30
    let signs = hours & 0x0000_FF00_0000_0000 | UInt64(seconds & 0x0000_FF00)
    let digits = Self.overNine(hours) | Self.overNine(UInt64(seconds))
    guard signs == 0, digits == 0 else { return nil }
    let (hour, minute) = (Self.pair(hours, 3), Self.pair(hours, 6))
    let second = Self.pair(UInt64(seconds), 2)
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    let dayOfMonth = UInt16(truncatingIfNeeded: time)
    if date != known.yearAndMonth || dayOfMonth != known.dayOfMonth {
      let days = date ^ 0x2D30_302D_3030_3030
      guard days & 0xFF00_00FF_0000_0000 == 0, Self.overNine(days) == 0 else { return nil }
      let year = Self.pair(days, 0) &* 100 &+ Self.pair(days, 2)
      let civil = CivilDate(year: year, month: Self.pair(days, 5), day: Self.pair(hours, 0))
      guard civil.isValid else { return nil }
      known = KnownDay(yearAndMonth: date, dayOfMonth: dayOfMonth, daysSince1970: civil.daysSince1970)
    }
    position &+= 19
    return (known.daysSince1970, separator, (hour &* 3600 &+ minute &* 60 &+ second, second == 60))
  }

  /// Not zero when one of eight bytes is over 9.
  @inline(__always) static func overNine(_ word: UInt64) -> UInt64 {
    ((word &+ 0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080
  }

  /// The number of two digits at a byte of a word.
  @inline(__always) static func pair(_ word: UInt64, _ place: UInt64) -> Int {
    let digits = word >> (place &* 8)
    return Int(truncatingIfNeeded: (digits & 0xF) &* 10 &+ (digits >> 8 & 0xF))
  }

  @inline(__always) mutating func rfc3339(_ bytes: RawSpan, _ known: inout KnownDay) -> TimestampParser.Reading? {
    guard let (days, separator, time) = dateAndTime(bytes, &known) else { return nil }
    switch separator {
    case UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " "): break
    default: return nil
    }
    var micros = 0
    var isCut = false
    if byte(bytes) == UInt8(ascii: "."), position < end {
      position &+= 1
      var count = 0
      while position < end {
        let digit = byte(bytes) &- 0x30
        if digit > 9 { break }
        if count < 6 { micros = micros &* 10 &+ Int(digit) } else if digit != 0 { isCut = true }
        count &+= 1
        position &+= 1
      }
      if count == 0 { return nil }
      var filled = count
      while filled < 6 {
        micros = micros &* 10
        filled &+= 1
      }
    }
    var minutes: Int16 = 0
    var hasOffset = true
    if position == end {
      hasOffset = false
    } else if byte(bytes) == UInt8(ascii: "Z") || byte(bytes) == UInt8(ascii: "z") {
      position &+= 1
    } else if let read = offset(bytes, colon: true) {
      minutes = read
    } else {
      return nil
    }
    guard position == end else { return nil }
    return finish(days, time, micros: micros, offset: minutes, hasOffset: hasOffset, isCut: isCut)
  }

  /// `2026-01-01 08:00:00 -0700`, and the oldest exports' `20140114084347-0800`; RFC 3339 as well.
  mutating func export(_ bytes: RawSpan, _ known: inout KnownDay) -> TimestampParser.Reading? {
    let begin = position
    if end &- position == 25, let (days, separator, time) = dateAndTime(bytes, &known), separator == 0x20,
      skip(bytes, 0x20), let minutes = offset(bytes, colon: false), position == end
    {
      return finish(days, time, micros: 0, offset: minutes, hasOffset: true, isCut: false)
    }
    position = begin
    if end &- position == 19, let year = digits(bytes, 4), let month = digits(bytes, 2), let day = digits(bytes, 2),
      let time = time(bytes), let minutes = offset(bytes, colon: false), position == end
    {
      let date = CivilDate(year: year, month: month, day: day)
      return date.isValid
        ? finish(date.daysSince1970, time, micros: 0, offset: minutes, hasOffset: true, isCut: false) : nil
    }
    position = begin
    return rfc3339(bytes, &known)
  }

  @inline(__always) func finish(
    _ days: Int, _ time: (seconds: Int, isLeap: Bool), micros: Int, offset: Int16, hasOffset: Bool, isCut: Bool
  ) -> TimestampParser.Reading? {
    let seconds = days &* 86_400 &+ time.seconds &- Int(offset) &* 60
    if time.isLeap {
      guard seconds % 86_400 == 0, leapSecondDays.contains(seconds / 86_400) else { return nil }
    }
    let instant = Int64(seconds) &* 1_000_000 &+ Int64(micros)
    guard instant >= Instant.earliest, instant <= Instant.latest else { return nil }
    return TimestampParser.Reading(
      instant: Instant(microseconds: instant, offset: offset), hasOffset: hasOffset, isCut: isCut)
  }
}
