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
