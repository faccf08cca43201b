/// Parses a date pattern and checks that it determines a time.
struct DatePattern {
  private(set) var parts: [DatePart] = []

  private static let maximumLength = 100
  private static let known = "yyyy or yy, MM or MMM, dd, HH, hh with a, mm, ss, SSS and XXX"

  init(_ pattern: String) throws(DateFormatError) {
    let bytes = Array(pattern.utf8)
    guard !bytes.isEmpty else { throw DateFormatError("it is empty") }
    guard bytes.count <= Self.maximumLength else {
      throw DateFormatError("it is longer than \(Self.maximumLength) bytes")
    }
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
  private mutating func quoted(_ bytes: [UInt8], from start: Int) throws(DateFormatError) -> Int {
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
    throw DateFormatError("a single quote is not closed")
  }

  private static func part(_ letter: UInt8, _ count: Int) throws(DateFormatError) -> DatePart {
    let isPair = count == 1 || count == 2
    switch letter {
    case UInt8(ascii: "y") where count == 4: return .number(.year, least: 4, most: 4)
    case UInt8(ascii: "y") where count == 2: return .number(.yearOfCentury, least: 2, most: 2)
    case UInt8(ascii: "y"): throw DateFormatError("the year is written yyyy in four digits, or yy in two")
    case UInt8(ascii: "M") where isPair: return .number(.month, least: count, most: 2)
    case UInt8(ascii: "M") where count == 3: return .monthName
    case UInt8(ascii: "M"): throw DateFormatError("the month is written MM or M, or MMM for the likes of Jan")
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
      throw DateFormatError("\(word) is not part of a pattern: use \(known), and put text in single quotes")
    }
  }

  /// Each part is present once, with the parts it depends on, and the end of each number is unambiguous.
  private func check() throws(DateFormatError) {
    var units: [DateUnit] = []
    var others: [DatePart] = []
    for (index, part) in parts.enumerated() {
      switch part {
      case .literal: break
      case .number(let unit, _, _):
        if units.contains(unit) { throw DateFormatError("a part is there twice") }
        units.append(unit)
      case .monthName:
        if units.contains(.month) { throw DateFormatError("a part is there twice") }
        units.append(.month)
      case .fraction, .halfDay, .offset, .placeOffset:
        if others.contains(part) { throw DateFormatError("a part is there twice") }
        others.append(part)
      }
      if part.isOpen, index + 1 < parts.count, parts[index + 1].beginsWithDigit {
        throw DateFormatError("the end of a number before another one is ambiguous: write two letters")
      }
    }
    if others.contains(.offset), others.contains(.placeOffset) { throw DateFormatError("Z and O are both there") }
    if units.contains(.year), units.contains(.yearOfCentury) { throw DateFormatError("yyyy and yy are both there") }
    let hasYear = units.contains(.year) || units.contains(.yearOfCentury)
    guard hasYear, units.contains(.month), units.contains(.day) else {
      throw DateFormatError("a time needs a year, a month and a day: yyyy, MM and dd")
    }
    if units.contains(.hourOfHalfDay) != others.contains(.halfDay) {
      throw DateFormatError("h and a belong together; for 24 hours write HH")
    }
    let hasHour = units.contains(.hour) || units.contains(.hourOfHalfDay)
    if units.contains(.hour), units.contains(.hourOfHalfDay) { throw DateFormatError("H and h are both there") }
    if units.contains(.minute), !hasHour { throw DateFormatError("minutes need hours: HH") }
    if units.contains(.second), !units.contains(.minute) { throw DateFormatError("seconds need minutes: mm") }
    if others.contains(.fraction), !units.contains(.second) {
      throw DateFormatError("a fraction needs seconds: ss")
    }
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
