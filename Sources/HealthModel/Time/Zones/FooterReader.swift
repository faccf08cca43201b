/// Reads the rule at the end of a time zone file: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct FooterReader {
  private let bytes: [UInt8]
  private var position = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The rule that a text means; `nil` if it is not a rule.
  static func rule(_ text: some Sequence<UInt8>) -> FooterRule? {
    var reader = FooterReader(Array(text))
    return reader.rule()
  }

  private var isAtEnd: Bool { position >= bytes.count }

  private mutating func rule() -> FooterRule? {
    guard skipName(), let west = time(hours: 24) else { return nil }
    if isAtEnd { return FooterRule(standard: -west) }
    guard skipName() else { return nil }
    var offset = 3_600_000_000 - west
    if !isAtEnd, bytes[position] != UInt8(ascii: ",") {
      guard let west = time(hours: 24) else { return nil }
      offset = -west
    }
    guard skip(UInt8(ascii: ",")), let start = change(), skip(UInt8(ascii: ",")), let end = change(), isAtEnd
    else { return nil }
    return FooterRule(standard: -west, saving: FooterRule.Saving(offset: offset, start: start, end: end))
  }

  /// Skips `CET` or `<+0330>`.
  private mutating func skipName() -> Bool {
    let isQuoted = skip(UInt8(ascii: "<"))
    let start = position
    while !isAtEnd {
      let byte = bytes[position]
      let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      guard isLetter || isQuoted && (isSign || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte) else { break }
      position += 1
    }
    return position - start >= 3 && (!isQuoted || skip(UInt8(ascii: ">")))
  }

  /// Reads `M3.5.0/2`, `J60` or `59`; the time is 02:00 where none is.
  private mutating func change() -> YearlyChange? {
    guard let day = day() else { return nil }
    guard skip(UInt8(ascii: "/")) else { return YearlyChange(day: day, time: 7_200_000_000) }
    return time(hours: 167).map { YearlyChange(day: day, time: $0) }
  }

  private mutating func day() -> YearlyChange.Day? {
    if skip(UInt8(ascii: "J")) { return number(1...365).map { .withoutLeapDay($0) } }
    guard skip(UInt8(ascii: "M")) else { return number(0...365).map { .sinceNewYear($0) } }
    guard let month = number(1...12), skip(UInt8(ascii: ".")), let week = number(1...5), skip(UInt8(ascii: ".")),
      let weekday = number(0...6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }

  /// Reads `±HH:MM:SS`, all but the hours optional, as microseconds.
  private mutating func time(hours limit: Int) -> Int64? {
    let isNegative = skip(UInt8(ascii: "-"))
    if !isNegative { _ = skip(UInt8(ascii: "+")) }
    guard let hours = number(0...limit) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where skip(UInt8(ascii: ":")) {
      guard let count = number(0...59) else { return nil }
      seconds += count * unit
    }
    return Int64(isNegative ? -seconds : seconds) * 1_000_000
  }

  /// Reads one to three digits.
  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    var value = 0
    let start = position
    while !isAtEnd, position - start < 3 {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      value = value * 10 + Int(digit)
      position += 1
    }
    return position > start && range.contains(value) ? value : nil
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard !isAtEnd, bytes[position] == byte else { return false }
    position += 1
    return true
  }
}
