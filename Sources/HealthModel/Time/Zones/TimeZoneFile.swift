/// Reads time zone files: TZif of RFC 9636, versions 1 to 4.
package enum TimeZoneFile {
  /// How long a file may be, in bytes; real ones are under 4 KiB.
  package static let sizeLimit = 1 << 20
  /// Changes before the first second count as the beginning of time, those from the end on as never: years beyond
  /// 1 to 9999.
  private static let seconds = (first: Int64(-62_300_000_000), end: Int64(253_500_000_000))
  /// Offsets are less than this many seconds away from UTC.
  private static let offsetLimit: Int64 = 26 * 3600
  fileprivate static let isCut = SyntaxError("it is cut short")

  package static func rules(_ identifier: String, from bytes: [UInt8]) throws(SyntaxError) -> TimeZoneRules {
    var block = try Block(bytes, at: 0, timeSize: 4)
    // From version 2 on the first block is for old readers.
    let isOld = block.version == 0
    if !isOld { block = try Block(bytes, at: block.end, timeSize: 8) }
    guard block.leapSecondCount == 0 else { throw SyntaxError("it counts leap seconds") }
    guard block.typeCount > 0 else { throw SyntaxError("it has no local time") }
    var offsets: [Int64] = []
    for index in 0..<block.typeCount {
      let offset = integer(bytes, at: block.types + index * 6, size: 4)
      guard abs(offset) < offsetLimit else { throw SyntaxError("it has an offset of \(offset) s") }
      offsets.append(offset * 1_000_000)
    }
    var first = offsets[0]
    var changes: [(start: Int64, offset: Int64)] = []
    var before: Int64?
    for index in 0..<block.timeCount {
      let time = integer(bytes, at: block.times + index * block.timeSize, size: block.timeSize)
      let type = Int(bytes[block.typeNumbers + index])
      guard before.map({ $0 < time }) ?? true else { throw SyntaxError("its changes are not in order") }
      guard type < offsets.count else { throw SyntaxError("it has no local time \(type)") }
      before = time
      if time < seconds.first {
        first = offsets[type]
      } else if time < seconds.end {
        changes.append((time * 1_000_000, offsets[type]))
      }
    }
    // The rule begins at the last change: never, when that is beyond the years.
    let footer = try isOld ? nil : Self.footer(in: bytes, at: block.end)
    let isReached = before.map { $0 < seconds.end } ?? true
    return TimeZoneRules(identifier, from: first, changes: changes, footer: isReached ? footer : nil)
  }

  private static func footer(in bytes: [UInt8], at start: Int) throws(SyntaxError) -> FooterRule? {
    guard start < bytes.count, bytes[start] == 0x0A else { throw TimeZoneFile.isCut }
    let rest = bytes[(start + 1)...]
    guard let end = rest.firstIndex(of: 0x0A) else { throw TimeZoneFile.isCut }
    if end == rest.startIndex { return nil }
    guard let rule = FooterReader.rule(rest[..<end]) else { throw SyntaxError("its last rule cannot be understood") }
    return rule
  }

  /// A signed number of 4 or 8 bytes, the first the highest, that is within the bytes.
  private static func integer(_ bytes: [UInt8], at start: Int, size: Int) -> Int64 {
    var value: UInt64 = 0
    for byte in bytes[start..<start + size] { value = value << 8 | UInt64(byte) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }

  /// The offsets of the parts of a data block; all are within the file.
  private struct Block {
    let version: UInt8
    let timeSize: Int
    let timeCount: Int
    let typeCount: Int
    let leapSecondCount: Int
    let times: Int
    let typeNumbers: Int
    let types: Int
    let end: Int

    init(_ bytes: [UInt8], at start: Int, timeSize: Int) throws(SyntaxError) {
      guard bytes.count - start >= 44 else { throw TimeZoneFile.isCut }
      guard bytes[start..<start + 4].elementsEqual("TZif".utf8) else { throw SyntaxError("it is not a time zone file") }
      // Counts of 32 bits: their sums and small products fit.
      func count(_ index: Int) -> Int {
        Int(TimeZoneFile.integer(bytes, at: start + 20 + index * 4, size: 4)) & 0xFFFF_FFFF
      }
      version = bytes[start + 4]
      self.timeSize = timeSize
      leapSecondCount = count(2)
      timeCount = count(3)
      typeCount = count(4)
      times = start + 44
      typeNumbers = times + timeCount * timeSize
      types = typeNumbers + timeCount
      end = types + typeCount * 6 + count(5) + leapSecondCount * (timeSize + 4) + count(1) + count(0)
      guard end <= bytes.count else { throw TimeZoneFile.isCut }
    }
  }
}

/// Reads the rule at the end of a time zone file: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct FooterReader {
  private let bytes: [UInt8]
  private var position = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

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
