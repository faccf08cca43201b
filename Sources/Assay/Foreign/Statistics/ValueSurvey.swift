import HealthModel
import HealthQueries

/// What the texts of one column, or at one path of JSON, are like; in bounded memory, however many there are.
struct ValueSurvey: Sendable {
  private(set) var count = 0
  /// The values that are numbers, those with a decimal comma as well.
  var numbers = ValueDistribution()
  private(set) var commas = 0
  /// How many of these may as well have it between thousands, as `8,123` does.
  private(set) var groups = 0
  private(set) var percents = 0
  private(set) var points = 0
  private(set) var whole = 0
  private(set) var booleans = 0
  private(set) var texts = TextTally()
  private(set) var shapes: [TimestampShape: Int] = [:]
  /// How many values are days, or days with a time; how many are times of day alone.
  private(set) var moments = 0
  private(set) var clocks = 0
  /// How many times of a day have no offset.
  private(set) var withoutOffset = 0
  /// The offsets that are there, in minutes, up to eight of them.
  private(set) var offsets: Set<Int16> = []
  /// How many days can only have the day first, or only the month.
  private(set) var dayFirst = 0
  private(set) var monthFirst = 0
  /// The first and the last day, with the day first and with the month first.
  private var days: [ClosedRange<Int32>?] = [nil, nil]

  private static let maximumShapes = 16
  private static let maximumOffsets = 8

  mutating func add(_ range: Range<Int>, in bytes: RawSpan) {
    let range = Self.trimmed(range, bytes)
    guard !range.isEmpty else { return }
    count += 1
    texts.add(range, in: bytes)
    let first = bytes.unsafeLoad(fromByteOffset: range.lowerBound, as: UInt8.self)
    guard first &- 0x30 <= 9 || first == UInt8(ascii: "-") || first == UInt8(ascii: "+") else {
      if Self.isBoolean(range, bytes) { booleans += 1 }
      return
    }
    let bare = Self.withoutPercentSign(range, bytes)
    if bare.count < range.count {
      if addNumber(bare, in: bytes) || addCommaNumber(bare, in: bytes) { percents += 1 }
    } else if addNumber(range, in: bytes) {
      // A day without separators is a number, too.
      if range.count == 8, let reading = TimestampReader(range, in: bytes) { add(reading, isNumber: true) }
    } else if let reading = TimestampReader(range, in: bytes) {
      add(reading, isNumber: false)
    } else {
      _ = addCommaNumber(range, in: bytes)
    }
  }

  /// Adds a number without a comma; `false` for every other text.
  private mutating func addNumber(_ range: Range<Int>, in bytes: RawSpan) -> Bool {
    guard let number = DecimalParser.parse(range, in: bytes) else { return false }
    numbers.add(number.value)
    if number.isIntegerLiteral { whole += 1 } else { points += 1 }
    return true
  }

  /// Adds a number with a comma; `false` for every other text.
  private mutating func addCommaNumber(_ range: Range<Int>, in bytes: RawSpan) -> Bool {
    guard let number = Self.commaNumber(range, bytes) else { return false }
    numbers.add(number)
    commas += 1
    if Self.isGrouped(range, bytes) { groups += 1 }
    return true
  }

  /// The days between the first and the last one; `nil` without days.
  func dayRange(isDayFirst: Bool) -> ClosedRange<Int32>? { days[isDayFirst ? 0 : 1] }

  private mutating func add(_ reading: TimestampReader, isNumber: Bool) {
    let shape = reading.shape
    if shapes[shape] != nil || shapes.count < Self.maximumShapes { shapes[shape, default: 0] += 1 }
    if shape.order == .none {
      clocks += 1
      return
    }
    if !isNumber { moments += 1 }
    if shape.order == .yearLast {
      if reading.first > 12 { dayFirst += 1 }
      if reading.second > 12 { monthFirst += 1 }
    }
    for (index, isDayFirst) in [true, false].enumerated() {
      guard let day = reading.day(isDayFirst: isDayFirst) else { continue }
      days[index] = days[index].map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
    }
    guard shape.hasTime else { return }
    if let offset = reading.offset {
      if offsets.count < Self.maximumOffsets { offsets.insert(offset) }
    } else {
      withoutOffset += 1
    }
  }

  private static func trimmed(_ range: Range<Int>, _ bytes: RawSpan) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes.unsafeLoad(fromByteOffset: start, as: UInt8.self) <= 0x20 { start += 1 }
    while start < end, bytes.unsafeLoad(fromByteOffset: end - 1, as: UInt8.self) <= 0x20 { end -= 1 }
    return start..<end
  }

  /// A text without the percent sign that ends it, and the blanks before the sign.
  private static func withoutPercentSign(_ range: Range<Int>, _ bytes: RawSpan) -> Range<Int> {
    guard !range.isEmpty else { return range }
    let last = range.upperBound - 1
    guard bytes.unsafeLoad(fromByteOffset: last, as: UInt8.self) == UInt8(ascii: "%") else { return range }
    return trimmed(range.lowerBound..<last, bytes)
  }

  private static func isBoolean(_ range: Range<Int>, _ bytes: RawSpan) -> Bool {
    guard range.count <= 5 else { return false }
    var word: UInt64 = 0
    for place in range { word = word << 8 | UInt64(bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) | 0x20) }
    return booleanWords.contains(word)
  }

  /// `true`, `false`, `yes`, `no`, `t`, `f`, `y`, `n` in lower case, as numbers.
  private static let booleanWords: Set<UInt64> = Set(
    ["true", "false", "yes", "no", "t", "f", "y", "n"].map { $0.utf8.reduce(0) { $0 << 8 | UInt64($1) } })

  /// Whether a number with a comma may be thousands: one to three digits, of which the first is not 0, before three.
  private static func isGrouped(_ range: Range<Int>, _ bytes: RawSpan) -> Bool {
    let sign = bytes.unsafeLoad(fromByteOffset: range.lowerBound, as: UInt8.self)
    let start = range.lowerBound + (sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") ? 1 : 0)
    let comma = bytes.first(UInt8(ascii: ","), from: start, to: range.upperBound)
    return (1...3).contains(comma - start) && range.upperBound - comma == 4
      && bytes.unsafeLoad(fromByteOffset: start, as: UInt8.self) != UInt8(ascii: "0")
  }

  /// A number with a decimal comma, and without signs between thousands.
  private static func commaNumber(_ range: Range<Int>, _ bytes: RawSpan) -> Double? {
    guard range.count <= 20 else { return nil }
    let comma = bytes.first(UInt8(ascii: ","), from: range.lowerBound, to: range.upperBound)
    guard comma < range.upperBound, let whole = DecimalParser.parse(range.lowerBound..<comma, in: bytes),
      whole.isIntegerLiteral
    else { return nil }
    var (value, scale) = (0.0, 1.0)
    for place in comma + 1..<range.upperBound {
      let digit = bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) &- 0x30
      guard digit <= 9 else { return nil }
      (value, scale) = (value * 10 + Double(digit), scale * 10)
    }
    guard scale > 1 else { return nil }
    let isNegative = bytes.unsafeLoad(fromByteOffset: range.lowerBound, as: UInt8.self) == UInt8(ascii: "-")
    return isNegative ? whole.value - value / scale : whole.value + value / scale
  }
}

/// Counts different texts: the first thousand of them, each with how often it is there.
struct TextTally: Sendable {
  static let limit = 1000
  /// The bytes of a text that are kept to show it.
  private static let kept = 200

  /// How often each text is there, in the order of their first places.
  private(set) var entries: [(text: String, count: Int)] = []
  private(set) var isFull = false
  private var places: [UInt64: Int] = [:]

  /// Adds a text; allocates only for one that is new.
  mutating func add(_ range: Range<Int>, in bytes: RawSpan) {
    // FNV-1a: two of a thousand texts have the same digest once in 10^13 files.
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    for place in range {
      digest = (digest ^ UInt64(bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self))) &* 0x0000_0100_0000_01B3
    }
    if let place = places[digest] {
      entries[place].count += 1
    } else if entries.count < Self.limit {
      places[digest] = entries.count
      let shown = range.lowerBound..<min(range.upperBound, range.lowerBound + Self.kept)
      let text = shown.map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
      entries.append((text: String(decoding: text, as: UTF8.self), count: 1))
    } else {
      isFull = true
    }
  }

  /// The most frequent texts, those of one frequency by their bytes.
  func frequent(_ count: Int) -> [(text: String, count: Int)] {
    let sorted = entries.sorted { left, right in
      if left.count != right.count { return left.count > right.count }
      return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
    return Array(sorted.prefix(count))
  }
}

/// What most values of a column or JSON path are.
package enum ColumnKind: String, Sendable, Hashable, CaseIterable {
  case number
  case moment
  /// A time of day without a day.
  case clock
  case boolean
  case text
  case empty
}

/// How a column's values are written, found out from all of them.
struct ValueFormat: Sendable, Hashable {
  var kind = ColumnKind.empty
  /// How moments are written, as `date_format` takes it; `nil` for RFC 3339 and for everything else.
  var format: String?
  var others = 0
  /// Whether the day comes first where the year is last, and whether all values allow both orders.
  var isDayFirst = true
  var isOrderOpen = false
  var shape: TimestampShape?

  /// The share of the values that makes a kind.
  private static let majority = 0.8

  init(_ values: ValueSurvey, name: String) {
    self.init()
    let count = values.count
    guard count > 0 else { return }
    func isMost(_ part: Int) -> Bool { Double(part) >= Self.majority * Double(count) }
    if isMost(values.moments) {
      mark(values, .moment, values.moments)
    } else if isMost(values.clocks) {
      mark(values, .clock, values.clocks)
    } else if isMost(values.booleans) {
      (kind, others) = (.boolean, count - values.booleans)
    } else if isMost(values.numbers.count) {
      (kind, others) = (.number, count - values.numbers.count)
      if let format = Self.countedTime(values, name) {
        (kind, self.format) = (.moment, format)
      } else if values.numbers.count == count, values.shapes.values.reduce(0, +) == count {
        // Each value is a day of eight digits.
        mark(values, .moment, count)
      }
    } else {
      kind = .text
    }
  }

  private init() {}

  private mutating func mark(_ values: ValueSurvey, _ kind: ColumnKind, _ number: Int) {
    self.kind = kind
    others = values.count - number
    let shapes = values.shapes.sorted { left, right in
      left.value != right.value ? left.value > right.value : left.key.sortKey < right.key.sortKey
    }
    guard let most = shapes.first?.key else { return }
    isDayFirst = values.dayFirst >= values.monthFirst
    isOrderOpen = most.order == .yearLast && values.dayFirst == values.monthFirst
    // A point between the numbers is the habit of places that write the day first.
    if isOrderOpen, most.separator == UInt8(ascii: ".") { isOrderOpen = false }
    let like = shapes.filter { item in
      item.key.order == most.order && item.key.separator == most.separator && item.key.hasTime == most.hasTime
        && item.key.hasSeconds == most.hasSeconds && item.key.hasHalfDay == most.hasHalfDay
    }
    let widened = like.reduce(most) { $0.widened(by: $1.key) }
    shape = widened
    if !shapes.allSatisfy(\.key.isStandard) { format = widened.pattern(isDayFirst: isDayFirst) }
  }

  /// `unix` or `unix-ms` for whole numbers that are instants from 2000 to 2100.
  private static func countedTime(_ values: ValueSurvey, _ name: String) -> String? {
    guard let least = values.numbers.minimum, let most = values.numbers.maximum, values.commas == 0 else { return nil }
    let (first, last) = (946_684_800.0, 4_102_444_800.0)
    let words = NameParts(name)
    let isTime = words.hasTime || words.isNumber
    if least >= first * 1000, most < last * 1000, values.whole == values.numbers.count { return "unix-ms" }
    return isTime && least >= first && most < last ? "unix" : nil
  }
}

extension TimestampShape {
  fileprivate var sortKey: String { pattern(isDayFirst: true) }
}

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

  /// The day in the given order of day and month; `nil` if the calendar does not have it.
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
