package import HealthModel

/// How a table writes times: a pattern such as `dd.MM.yyyy HH:mm`, `unix`, `unix-ms` or `unix-ns` for a count since
/// 1970 UTC, or `excel` for the days of Excel since the end of 1899, in local time and to the second.
///
/// | letters | are |
/// |---|---|
/// | `yyyy` | the year, four digits |
/// | `yy` | the last two digits of a year from 1969 to 2068 |
/// | `MMM` | the month, by the first three letters of its English name |
/// | `MM`, `dd`, `HH`, `hh`, `mm`, `ss` | month, day, hour, hour of the half day, minute, second: two digits |
/// | `M`, `d`, `H`, `h`, `m`, `s` | the same in one or two digits |
/// | `S`, however many | the fraction of the second, one to six digits |
/// | `a` | AM or PM |
/// | `Z` or `X`, however many | the offset: `Z`, `+02:00`, `+0200` or `+02` |
/// | `O` | the offset at the place, of a time that is in UTC itself |
///
/// Text in single quotes and every character that is not a letter match themselves. Parts of the time of day that a
/// pattern lacks are zero.
@usableFromInline package struct DateFormat: Sendable, Hashable {
  private enum Form: Sendable, Hashable {
    case seconds, milliseconds, nanoseconds, serialDays
    case pattern([DatePart])
  }

  package let pattern: String
  private let form: Form

  package init(_ pattern: String) throws(SyntaxError) {
    self.pattern = pattern
    switch pattern {
    case "unix": form = .seconds
    case "unix-ms": form = .milliseconds
    case "unix-ns": form = .nanoseconds
    case "excel": form = .serialDays
    default: form = .pattern(try DatePattern(pattern).parts)
    }
  }

  /// Appends a time in the form of RFC 3339, with an offset only where the pattern has one.
  ///
  /// - Returns: `false`, with nothing appended, if the text does not match the pattern or the day or time does not
  ///   exist.
  package func append(_ range: Range<Int>, in bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    var reader = DateReader(position: range.lowerBound, end: range.upperBound)
    switch form {
    case .seconds: return reader.appendCount(decimals: 6, bytes, to: &output)
    case .milliseconds: return reader.appendCount(decimals: 3, bytes, to: &output)
    case .nanoseconds: return reader.appendNanoseconds(bytes, to: &output)
    case .serialDays: return reader.appendSerialDays(bytes, to: &output)
    case .pattern(let parts):
      for part in parts where !reader.read(part, bytes) { return false }
      return reader.append(bytes, to: &output)
    }
  }

  /// Where a text that cannot be read by the pattern is wrong: the part that is of another form, or the first part of
  /// a day or a time of day that does not exist.
  func fault(in range: Range<Int>, of bytes: RawSpan) -> Int {
    guard case .pattern(let parts) = form else { return range.lowerBound }
    var reader = DateReader(position: range.lowerBound, end: range.upperBound)
    var timeOfDay = range.lowerBound
    var isBeforeTime = true
    for part in parts {
      let place = reader.position
      if isBeforeTime, part.isTimeOfDay {
        timeOfDay = place
        isBeforeTime = false
      }
      guard reader.read(part, bytes) else { return place }
    }
    if reader.position < range.upperBound { return reader.position }
    return reader.hasDay ? timeOfDay : range.lowerBound
  }
}

enum DatePart: Sendable, Hashable {
  case number(DateUnit, least: Int, most: Int)
  case fraction, halfDay, offset
  /// The offset at the place; the other parts are in UTC.
  case placeOffset
  case monthName
  /// A byte that matches itself.
  case literal(UInt8)

  fileprivate var isTimeOfDay: Bool {
    switch self {
    case .number(.year, _, _), .number(.month, _, _), .number(.day, _, _), .literal,
      .number(.yearOfCentury, _, _), .monthName:
      false
    case .number, .fraction, .halfDay, .offset, .placeOffset: true
    }
  }
}

enum DateUnit: Sendable, Hashable { case year, yearOfCentury, month, day, hour, hourOfHalfDay, minute, second }

/// Parses a date pattern and checks that it determines a time.
struct DatePattern {
  private(set) var parts: [DatePart] = []

  private static let maximumLength = 100
  private static let known = "yyyy or yy, MM or MMM, dd, HH, hh with a, mm, ss, SSS and XXX"

  init(_ pattern: String) throws(SyntaxError) {
    let bytes = Array(pattern.utf8)
    guard !bytes.isEmpty else { throw SyntaxError("it is empty") }
    guard bytes.count <= Self.maximumLength else { throw SyntaxError("it is longer than \(Self.maximumLength) bytes") }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "'") {
        index = try quoted(bytes, from: index)
      } else if (byte | 0x20) &- 0x61 < 26 {
        var count = 1
        while index + count < bytes.count, bytes[index + count] == byte { count += 1 }
        parts.append(try Self.part(byte, count))
        index += count
      } else {
        parts.append(.literal(byte))
        index += 1
      }
    }
    try check()
  }

  /// Adds text in single quotes, in which two stand for one; returns where it ends.
  private mutating func quoted(_ bytes: [UInt8], from start: Int) throws(SyntaxError) -> Int {
    var index = start + 1
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "'") {
        parts.append(.literal(bytes[index]))
        index += 1
      } else if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "'") {
        parts.append(.literal(bytes[index]))
        index += 2
      } else {
        // Two quotes outside of quoted text match one quote.
        if index == start + 1 { parts.append(.literal(bytes[index])) }
        return index + 1
      }
    }
    throw SyntaxError("a single quote is not closed")
  }

  private static func part(_ letter: UInt8, _ count: Int) throws(SyntaxError) -> DatePart {
    let isPair = count == 1 || count == 2
    switch letter {
    case UInt8(ascii: "y") where count == 4: return .number(.year, least: 4, most: 4)
    case UInt8(ascii: "y") where count == 2: return .number(.yearOfCentury, least: 2, most: 2)
    case UInt8(ascii: "y"): throw SyntaxError("the year is written yyyy in four digits, or yy in two")
    case UInt8(ascii: "M") where isPair: return .number(.month, least: count, most: 2)
    case UInt8(ascii: "M") where count == 3: return .monthName
    case UInt8(ascii: "M"): throw SyntaxError("the month is written MM or M, or MMM for the likes of Jan")
    case UInt8(ascii: "d") where isPair: return .number(.day, least: count, most: 2)
    case UInt8(ascii: "H") where isPair: return .number(.hour, least: count, most: 2)
    case UInt8(ascii: "h") where isPair: return .number(.hourOfHalfDay, least: count, most: 2)
    case UInt8(ascii: "m") where isPair: return .number(.minute, least: count, most: 2)
    case UInt8(ascii: "s") where isPair: return .number(.second, least: count, most: 2)
    case UInt8(ascii: "S"): return .fraction
    case UInt8(ascii: "a"): return .halfDay
    case UInt8(ascii: "Z"), UInt8(ascii: "X"): return .offset
    case UInt8(ascii: "O"): return .placeOffset
    default:
      let word = String(decoding: Array(repeating: letter, count: count), as: UTF8.self)
      throw SyntaxError("\(word) is not part of a pattern: use \(known), and put text in single quotes")
    }
  }

  /// Each part is present once, with the parts it depends on, and the end of each number is unambiguous.
  private func check() throws(SyntaxError) {
    var units: [DateUnit] = []
    var others: [DatePart] = []
    for (index, part) in parts.enumerated() {
      switch part {
      case .literal: break
      case .number(let unit, _, _):
        if units.contains(unit) { throw SyntaxError("a part is there twice") }
        units.append(unit)
      case .monthName:
        if units.contains(.month) { throw SyntaxError("a part is there twice") }
        units.append(.month)
      case .fraction, .halfDay, .offset, .placeOffset:
        if others.contains(part) { throw SyntaxError("a part is there twice") }
        others.append(part)
      }
      if part.isOpen, index + 1 < parts.count, parts[index + 1].beginsWithDigit {
        throw SyntaxError("the end of a number before another one is ambiguous: write two letters")
      }
    }
    if others.contains(.offset), others.contains(.placeOffset) { throw SyntaxError("Z and O are both there") }
    if units.contains(.year), units.contains(.yearOfCentury) { throw SyntaxError("yyyy and yy are both there") }
    let hasYear = units.contains(.year) || units.contains(.yearOfCentury)
    guard hasYear, units.contains(.month), units.contains(.day) else {
      throw SyntaxError("a time needs a year, a month and a day: yyyy, MM and dd")
    }
    if units.contains(.hourOfHalfDay) != others.contains(.halfDay) {
      throw SyntaxError("h and a belong together; for 24 hours write HH")
    }
    let hasHour = units.contains(.hour) || units.contains(.hourOfHalfDay)
    if units.contains(.hour), units.contains(.hourOfHalfDay) { throw SyntaxError("H and h are both there") }
    if units.contains(.minute), !hasHour { throw SyntaxError("minutes need hours: HH") }
    if units.contains(.second), !units.contains(.minute) { throw SyntaxError("seconds need minutes: mm") }
    if others.contains(.fraction), !units.contains(.second) { throw SyntaxError("a fraction needs seconds: ss") }
  }
}

extension DatePart {
  /// Whether the part can be of several lengths, and ends in a digit.
  fileprivate var isOpen: Bool {
    switch self {
    case .number(_, let least, let most): least < most
    case .fraction, .offset, .placeOffset: true
    case .halfDay, .literal, .monthName: false
    }
  }

  fileprivate var beginsWithDigit: Bool {
    switch self {
    case .number, .fraction: true
    case .literal(let byte): byte &- 0x30 <= 9
    case .halfDay, .offset, .placeOffset, .monthName: false
    }
  }
}

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

  /// Appends the local time of a serial date: days whose fraction, after a point or a comma, is the time of day.
  mutating func appendSerialDays(_ bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    // For Excel 1900 has a 29 February; before that its days are others.
    guard let days = digits(bytes, least: 1, most: 7), days > 60 else { return false }
    if take(UInt8(ascii: "."), bytes) || take(UInt8(ascii: ","), bytes) {
      let start = position
      guard let part = digits(bytes, least: 1, most: 15) else { return false }
      var scale = 1.0
      for _ in start..<position { scale *= 10 }
      skipDigits(bytes, most: end - position)
      second = Int((Double(part) / scale * 86_400).rounded())
    }
    let date = CivilDate(daysSince1970: days - 25_569 + second / 86_400)
    (year, month, day) = (date.year, date.month, date.day)
    (hour, minute, second) = (second / 3600 % 24, second / 60 % 60, second % 60)
    return append(bytes, to: &output)
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
