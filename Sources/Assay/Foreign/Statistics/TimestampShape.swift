import HealthModel

/// How a text writes a day, a time of day, or both: in digits, whatever the order of day and month.
struct TimestampShape: Sendable, Hashable {
  enum Order: UInt8, Sendable { case none, yearFirst, yearLast, compact }
  /// How the offset from UTC is written.
  enum Offset: UInt8, Sendable { case none, zulu, colon, plain }

  var order = Order.none
  var separator: UInt8 = 0
  var isNarrow = false
  /// The byte between day and time; 0 if one of them is not there.
  var joint: UInt8 = 0
  var hasTime = false
  var isNarrowHour = false
  var hasSeconds = false
  var hasFraction = false
  var hasHalfDay = false
  /// Whether a blank is before AM or PM.
  var hasBlank = false
  var offset = Offset.none
  var hasBlankOffset = false

  /// Whether RFC 3339 reads it without a pattern.
  var isStandard: Bool {
    order == .yearFirst && separator == UInt8(ascii: "-") && !isNarrow && hasTime && !isNarrowHour && hasSeconds
      && !hasHalfDay && offset != .plain && !hasBlankOffset
  }

  /// The same shape with the shorter numbers of another one: a pattern for both.
  func widened(by other: TimestampShape) -> TimestampShape {
    var both = self
    both.isNarrow = isNarrow || other.isNarrow
    both.isNarrowHour = isNarrowHour || other.isNarrowHour
    return both
  }

  func pattern(isDayFirst: Bool) -> String {
    var pattern = ""
    let (day, month) = isNarrow ? ("d", "M") : ("dd", "MM")
    let between = String(Unicode.Scalar(separator))
    switch order {
    case .none: break
    case .compact: pattern = "yyyyMMdd"
    case .yearFirst: pattern = ["yyyy", month, day].joined(separator: between)
    case .yearLast: pattern = (isDayFirst ? [day, month, "yyyy"] : [month, day, "yyyy"]).joined(separator: between)
    }
    guard hasTime else { return pattern }
    if joint != 0 { pattern += joint == UInt8(ascii: "T") ? "'T'" : " " }
    let hour = hasHalfDay ? "h" : "H"
    pattern += (isNarrowHour ? hour : hour + hour) + ":mm"
    if hasSeconds { pattern += ":ss" }
    if hasFraction { pattern += ".S" }
    if hasHalfDay { pattern += hasBlank ? " a" : "a" }
    if offset != .none { pattern += hasBlankOffset ? " Z" : "Z" }
    return pattern
  }
}

/// A day or a time in a text.
struct TimestampReader: Sendable {
  var shape = TimestampShape()
  /// The year and the two other numbers of the day as they are written; 0 without a day.
  var year = 0
  var first = 0
  var second = 0
  var offset: Int16?

  /// Reads a text; `nil` if it is not a day or a time in digits.
  init?(_ range: Range<Int>, in bytes: RawSpan) {
    guard (4...40).contains(range.count), bytes.byte(range.lowerBound) &- 0x30 <= 9 else { return nil }
    var reader = Reader(position: range.lowerBound, end: range.upperBound)
    guard let number = reader.digits(bytes) else { return nil }
    if reader.peek(bytes) == UInt8(ascii: ":") {
      reader.position = range.lowerBound
    } else {
      guard readDay(number, &reader, bytes) else { return nil }
      if reader.isAtEnd { return }
      let joint = reader.peek(bytes)
      guard shape.order != .compact, joint == 0x20 || joint == UInt8(ascii: "T") else { return nil }
      shape.joint = joint
      reader.position += 1
    }
    guard readTime(&reader, bytes), reader.isAtEnd else { return nil }
  }

  /// The day, by the order of day and month; `nil` if there is no such day.
  func day(isDayFirst: Bool) -> Int32? {
    let isSwapped = shape.order == .yearLast && isDayFirst
    let date = CivilDate(year: year, month: isSwapped ? second : first, day: isSwapped ? first : second)
    return shape.order != .none && date.isValid ? Int32(truncatingIfNeeded: date.daysSince1970) : nil
  }

  private mutating func readDay(_ number: (value: Int, count: Int), _ reader: inout Reader, _ bytes: RawSpan) -> Bool {
    if number.count == 8, reader.isAtEnd {
      shape.order = .compact
      (year, first, second) = (number.value / 10_000, number.value / 100 % 100, number.value % 100)
      return (1900...2100).contains(year) && day(isDayFirst: false) != nil
    }
    let separator = reader.peek(bytes)
    guard [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/")].contains(separator) else { return false }
    reader.position += 1
    guard let middle = reader.digits(bytes), middle.count <= 2, reader.take(separator, bytes),
      let last = reader.digits(bytes)
    else { return false }
    shape.separator = separator
    if number.count == 4, last.count <= 2 {
      shape.order = .yearFirst
      shape.isNarrow = middle.count == 1 || last.count == 1
      (year, first, second) = (number.value, middle.value, last.value)
      return true
    }
    guard number.count <= 2, last.count == 4 else { return false }
    shape.order = .yearLast
    shape.isNarrow = number.count == 1 || middle.count == 1
    (year, first, second) = (last.value, number.value, middle.value)
    return true
  }

  private mutating func readTime(_ reader: inout Reader, _ bytes: RawSpan) -> Bool {
    guard let hour = reader.digits(bytes), hour.count <= 2, reader.take(UInt8(ascii: ":"), bytes),
      let minute = reader.digits(bytes), minute.count == 2
    else { return false }
    shape.hasTime = true
    shape.isNarrowHour = hour.count == 1
    if reader.take(UInt8(ascii: ":"), bytes) {
      guard let second = reader.digits(bytes), second.count == 2 else { return false }
      shape.hasSeconds = true
      if reader.take(UInt8(ascii: "."), bytes) {
        guard reader.digits(bytes) != nil else { return false }
        shape.hasFraction = true
      }
    }
    let end = reader.position
    let hasBlank = reader.take(0x20, bytes)
    let letter = reader.peek(bytes) | 0x20
    if letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") {
      reader.position += 1
      guard reader.peek(bytes) | 0x20 == UInt8(ascii: "m") else { return false }
      reader.position += 1
      (shape.hasHalfDay, shape.hasBlank) = (true, hasBlank)
    } else {
      reader.position = end
    }
    return reader.isAtEnd || readOffset(&reader, bytes)
  }

  private mutating func readOffset(_ reader: inout Reader, _ bytes: RawSpan) -> Bool {
    shape.hasBlankOffset = reader.take(0x20, bytes)
    if reader.take(UInt8(ascii: "Z"), bytes) {
      (shape.offset, offset) = (.zulu, 0)
      return true
    }
    let isWest = reader.take(UInt8(ascii: "-"), bytes)
    guard isWest || reader.take(UInt8(ascii: "+"), bytes), let hours = reader.digits(bytes) else { return false }
    var minutes = hours.count == 2 ? hours.value * 60 : hours.value / 100 * 60 + hours.value % 100
    shape.offset = .plain
    if hours.count == 2, reader.take(UInt8(ascii: ":"), bytes) {
      guard let rest = reader.digits(bytes), rest.count == 2 else { return false }
      minutes += rest.value
      shape.offset = .colon
    }
    guard hours.count == 2 || hours.count == 4, minutes <= 18 * 60 else { return false }
    offset = Int16(isWest ? -minutes : minutes)
    return true
  }

  private struct Reader {
    var position: Int
    let end: Int

    var isAtEnd: Bool { position >= end }

    func peek(_ bytes: RawSpan) -> UInt8 { position < end ? bytes.byte(position) : 0 }

    mutating func take(_ byte: UInt8, _ bytes: RawSpan) -> Bool {
      guard peek(bytes) == byte else { return false }
      position += 1
      return true
    }

    mutating func digits(_ bytes: RawSpan) -> (value: Int, count: Int)? {
      let start = position
      var value = 0
      while position < end, position - start < 9, bytes.byte(position) &- 0x30 <= 9 {
        value = value * 10 + Int(bytes.byte(position) &- 0x30)
        position += 1
      }
      return position > start ? (value, position - start) : nil
    }
  }
}

extension RawSpan {
  /// The byte at a place, which the caller knows to be within the span.
  fileprivate func byte(_ place: Int) -> UInt8 { unsafeLoad(fromByteOffset: place, as: UInt8.self) }
}
