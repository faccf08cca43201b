import HealthModel

/// Reads one time by a date pattern.
struct DateReader {
  private(set) var position: Int
  private let end: Int
  private var year = 0
  private var month = 0
  private var day = 0
  private var hour = 0
  private var minute = 0
  private var second = 0
  private var fraction = 0..<0
  /// Whether the hour is one of a half day, and of the second one.
  private var isHalfDay = false
  private var isAfternoon = false
  private var offset: Offset?
  /// Whether the offset is that of the place, and the time is in UTC.
  private var isOfPlace = false

  private enum Offset {
    case utc
    case minutes(Int16)
  }

  init(position: Int, end: Int) {
    self.position = position
    self.end = end
  }

  var hasDay: Bool { CivilDate(year: year, month: month, day: day).isValid }

  /// Reads what a part of the pattern stands for; `false` when something else is there.
  mutating func read(_ part: DatePart, _ bytes: RawSpan) -> Bool {
    switch part {
    case .literal(let byte): return take(byte, bytes)
    case .halfDay: return readHalfDay(bytes)
    case .offset: return readOffset(bytes)
    case .placeOffset:
      isOfPlace = true
      return readOffset(bytes)
    case .monthName: return readMonth(bytes)
    case .fraction:
      let start = position
      skipDigits(bytes, most: 6)
      fraction = start..<position
      return !fraction.isEmpty
    case .number(let unit, let least, let most):
      guard let number = digits(bytes, least: least, most: most) else { return false }
      switch unit {
      case .year: year = number
      case .yearOfCentury: year = number < 69 ? 2000 + number : 1900 + number
      case .month: month = number
      case .day: day = number
      case .hour: hour = number
      case .hourOfHalfDay:
        hour = number
        isHalfDay = true
      case .minute: minute = number
      case .second: second = number
      }
      return true
    }
  }

  /// Appends what was read, when the text ends here and there is such a time.
  func append(_ bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    let date = CivilDate(year: year, month: month, day: day)
    guard position == end, date.isValid, minute < 60, second <= 60 else { return false }
    guard isHalfDay ? (1...12).contains(hour) : hour < 24 else { return false }
    let hourOfDay = isHalfDay ? hour % 12 + (isAfternoon ? 12 : 0) : hour
    var (day, minuteOfDay) = (date, hourOfDay * 60 + minute)
    if isOfPlace, case .minutes(let ahead) = offset {
      // At most 18 hours, so that it is the day before or after.
      minuteOfDay += Int(ahead)
      let days = minuteOfDay < 0 ? -1 : minuteOfDay / 1440
      if days != 0 { day = CivilDate(daysSince1970: date.daysSince1970 + days) }
      minuteOfDay -= days * 1440
      guard day.isValid else { return false }
    }
    TimestampWriter.appendDate(day, to: &output)
    Self.append(minuteOfDay / 60, behind: UInt8(ascii: "T"), to: &output)
    Self.append(minuteOfDay % 60, behind: UInt8(ascii: ":"), to: &output)
    Self.append(second, behind: UInt8(ascii: ":"), to: &output)
    if !fraction.isEmpty {
      output.append(UInt8(ascii: "."))
      for place in fraction { output.append(bytes.byte(at: place)) }
    }
    switch offset {
    case .utc: output.append(UInt8(ascii: "Z"))
    case .minutes(let minutes): TimestampWriter.appendOffset(minutes, to: &output)
    case nil: break
    }
    return true
  }

  /// Appends the instant of a count of seconds or milliseconds since 1970 UTC, which may have decimals.
  mutating func appendCount(decimals: Int, _ bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    let isNegative = take(UInt8(ascii: "-"), bytes)
    // The year 9999 ends in a count of 12 digits, or 15 with three more for milliseconds.
    guard let whole = digits(bytes, least: 1, most: 18 - decimals) else { return false }
    var microseconds = Int64(whole)
    for _ in 0..<decimals { microseconds *= 10 }
    if take(UInt8(ascii: "."), bytes) {
      let start = position
      guard let part = digits(bytes, least: 1, most: decimals) else { return false }
      var rest = Int64(part)
      for _ in 0..<(decimals - (position - start)) { rest *= 10 }
      microseconds += rest
    }
    if isNegative { microseconds = -microseconds }
    guard position == end, microseconds >= Instant.earliest, microseconds <= Instant.latest else { return false }
    TimestampWriter.append(microseconds, to: &output)
    return true
  }

  /// Appends the instant of a whole number of nanoseconds since 1970 UTC, cut to microseconds.
  mutating func appendNanoseconds(_ bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    let isNegative = take(UInt8(ascii: "-"), bytes)
    var count: Int64 = 0
    let start = position
    while position < end, bytes.byte(at: position) &- 0x30 <= 9 {
      let (tens, isLong) = count.multipliedReportingOverflow(by: 10)
      let (sum, isLonger) = tens.addingReportingOverflow(Int64(bytes.byte(at: position) &- 0x30))
      guard !isLong, !isLonger else { return false }
      count = sum
      position += 1
    }
    guard position == end, position > start else { return false }
    let microseconds = isNegative ? -(count / 1000) - (count % 1000 == 0 ? 0 : 1) : count / 1000
    guard microseconds >= Instant.earliest, microseconds <= Instant.latest else { return false }
    TimestampWriter.append(microseconds, to: &output)
    return true
  }

  private mutating func take(_ expected: UInt8, _ bytes: RawSpan) -> Bool {
    guard position < end, bytes.byte(at: position) == expected else { return false }
    position += 1
    return true
  }

  private mutating func skipDigits(_ bytes: RawSpan, most: Int) {
    let limit = min(end, position + most)
    while position < limit, bytes.byte(at: position) &- 0x30 <= 9 { position += 1 }
  }

  /// A number with a minimum and a maximum count of digits, at most 15.
  private mutating func digits(_ bytes: RawSpan, least: Int, most: Int) -> Int? {
    let start = position
    skipDigits(bytes, most: most)
    guard position - start >= least else { return nil }
    var number = 0
    for place in start..<position { number = number * 10 + Int(bytes.byte(at: place) &- 0x30) }
    return number
  }

  private mutating func readHalfDay(_ bytes: RawSpan) -> Bool {
    guard position + 1 < end, bytes.byte(at: position + 1) | 0x20 == UInt8(ascii: "m") else { return false }
    switch bytes.byte(at: position) | 0x20 {
    case UInt8(ascii: "a"): isAfternoon = false
    case UInt8(ascii: "p"): isAfternoon = true
    default: return false
    }
    position += 2
    return true
  }

  private mutating func readMonth(_ bytes: RawSpan) -> Bool {
    guard position + 3 <= end else { return false }
    var letters: UInt32 = 0
    for place in position..<position + 3 { letters = letters << 8 | UInt32(bytes.byte(at: place) | 0x20) }
    guard let index = Self.months.firstIndex(of: letters) else { return false }
    month = index + 1
    position += 3
    return true
  }

  /// The first three letters of the months, in lower case, as the bytes of a number.
  private static let months: [UInt32] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  private mutating func readOffset(_ bytes: RawSpan) -> Bool {
    if take(UInt8(ascii: "Z"), bytes) {
      offset = .utc
      return true
    }
    let isWest = take(UInt8(ascii: "-"), bytes)
    guard isWest || take(UInt8(ascii: "+"), bytes), let hours = digits(bytes, least: 2, most: 2) else { return false }
    var minutes = 0
    let hasColon = take(UInt8(ascii: ":"), bytes)
    if let number = digits(bytes, least: 2, most: 2) { minutes = number } else if hasColon { return false }
    guard minutes < 60, hours * 60 + minutes <= 18 * 60 else { return false }
    offset = .minutes(Int16(isWest ? -(hours * 60 + minutes) : hours * 60 + minutes))
    return true
  }

  private static func append(_ number: Int, behind mark: UInt8, to output: inout [UInt8]) {
    output.append(mark)
    output.append(UInt8(truncatingIfNeeded: 0x30 + number / 10))
    output.append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
  }
}
