import HealthModel

/// How a foreign table or document writes numbers, if that is not how samples do.
struct NumberFormat: Sendable, Hashable {
  private(set) var marks = NumberMarks()
  /// Whether the unit is `percent 0-100`, so that `21.5%` is a number as well.
  private var isPercent = false

  static let percentOfHundred = "percent 0-100"

  /// The form of a field's numbers; `nil` if the field is not a value, or if its numbers are written as in samples.
  init?(ofField name: [UInt8], _ mapping: RecordMapping, unit: (_ name: String) -> String?) {
    let isValue =
      switch TableField(name: name) {
      case .field(let field), .member(_, let field): field == .value
      default: false
      }
    guard isValue else { return nil }
    marks = NumberMarks(hasComma: mapping.decimalMark == UInt8(ascii: ","), thousands: mapping.thousandsMark)
    isPercent =
      unit(String(decoding: name.dropLast("value".utf8.count), as: UTF8.self) + "unit") == Self.percentOfHundred
    if marks == NumberMarks(), !isPercent { return nil }
  }

  /// Appends a number as samples write it; `false`, with nothing appended, for a text that needs no change or is not
  /// such a number.
  func append(_ range: Range<Int>, in bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    let number = number(range, bytes)
    if marks != NumberMarks(), marks.append(number, in: bytes, to: &output) { return true }
    guard !number.isEmpty, number.count < range.count, !hasPoint(range, in: bytes),
      DecimalParser.parse(number, in: bytes) != nil
    else { return false }
    bytes.extracting(number).withUnsafeBytes { output.append(contentsOf: $0) }
    return true
  }

  /// Whether a text is a number with a decimal point where the mark is a comma.
  func hasPoint(_ range: Range<Int>, in bytes: RawSpan) -> Bool {
    marks.hasComma && marks.hasPoint(number(range, bytes), in: bytes)
  }

  /// The text without a percent sign at its end, and without the blanks before it.
  private func number(_ range: Range<Int>, _ bytes: RawSpan) -> Range<Int> {
    guard isPercent, !range.isEmpty, bytes.byte(at: range.upperBound - 1) == UInt8(ascii: "%") else { return range }
    var end = range.upperBound - 1
    while end > range.lowerBound, bytes.byte(at: end - 1) == UInt8(ascii: " ") { end -= 1 }
    return range.lowerBound..<end
  }
}

/// The marks in the numbers of a column: the same for all of its cells, whatever a cell by itself could mean.
struct NumberMarks: Sendable, Hashable {
  /// Whether the decimal mark is a comma, not a point.
  var hasComma = false
  /// What is between thousands; a blank is also one that does not break, an apostrophe also a typographic one.
  var thousands: UInt8?

  /// Appends a number with a point for its decimal mark and nothing between thousands; `false`, with nothing appended,
  /// for every other text, and for one that is so already.
  func append(_ range: Range<Int>, in bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    guard let found = parts(of: range, bytes), found.hasGroups || hasComma && found.mark >= 0 else { return false }
    for place in range {
      let byte = bytes.byte(at: place)
      if place == found.mark {
        output.append(UInt8(ascii: "."))
      } else if byte &- 0x30 <= 9 || byte | 0x20 == UInt8(ascii: "e") || Self.isSign(byte) {
        output.append(byte)
      }
    }
    return true
  }

  /// Whether a text is a number with a decimal point, which would mean something else in a table with commas:
  /// `1.234` is over a thousand there.
  func hasPoint(_ range: Range<Int>, in bytes: RawSpan) -> Bool {
    bytes.first(UInt8(ascii: "."), from: range.lowerBound, to: range.upperBound) < range.upperBound
      && parts(of: range, bytes) == nil && DecimalParser.parse(range, in: bytes) != nil
  }

  /// Where the decimal mark of a number is, -1 for none, and whether it has marks between thousands: digits on both sides
  /// of the decimal mark, a sign before, an exponent after, groups of three digits after the first.
  func parts(of range: Range<Int>, _ bytes: RawSpan) -> (mark: Int, hasGroups: Bool)? {
    var position = range.lowerBound
    let end = range.upperBound
    func skipDigits() -> Int {
      let start = position
      while position < end, bytes.byte(at: position) &- 0x30 <= 9 { position += 1 }
      return position - start
    }
    func skipSign() { if position < end, Self.isSign(bytes.byte(at: position)) { position += 1 } }
    skipSign()
    let first = skipDigits()
    guard first > 0 else { return nil }
    var (mark, hasGroups) = (-1, false)
    while let length = separator(at: position, end, bytes) {
      position += length
      guard skipDigits() == 3, first <= 3 else { return nil }
      hasGroups = true
    }
    if position < end, bytes.byte(at: position) == UInt8(ascii: hasComma ? "," : ".") {
      mark = position
      position += 1
      guard skipDigits() > 0 else { return nil }
    }
    if position < end, bytes.byte(at: position) | 0x20 == UInt8(ascii: "e") {
      position += 1
      skipSign()
      guard skipDigits() > 0 else { return nil }
    }
    return position == end ? (mark, hasGroups) : nil
  }

  private static func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }

  /// The length of the mark between thousands at a place; `nil` if none is there.
  private func separator(at position: Int, _ end: Int, _ bytes: RawSpan) -> Int? {
    guard let thousands, position < end else { return nil }
    if bytes.byte(at: position) == thousands { return 1 }
    if thousands == UInt8(ascii: " ") {
      let length = InvisibleBlank.length(at: position, end, bytes)
      return length > 0 ? length : nil
    }
    let isQuote = thousands == UInt8(ascii: "'") && position + 3 <= end && bytes.byte(at: position) == 0xE2
    return isQuote && bytes.byte(at: position + 1) == 0x80 && bytes.byte(at: position + 2) == 0x99 ? 3 : nil
  }
}

/// Blanks beyond ASCII that programs write in and after numbers: those that do not break, and thin ones.
enum InvisibleBlank {
  /// The length of the blank at a place, one of ASCII too; 0 if there is none.
  static func length(at position: Int, _ end: Int, _ bytes: RawSpan) -> Int {
    guard position < end else { return 0 }
    switch bytes.byte(at: position) {
    case 0x20: return 1
    case 0xC2 where position + 1 < end && bytes.byte(at: position + 1) == 0xA0: return 2
    case 0xE2 where position + 2 < end && bytes.byte(at: position + 1) == 0x80:
      return bytes.byte(at: position + 2) == 0xAF || bytes.byte(at: position + 2) == 0x89 ? 3 : 0
    default: return 0
    }
  }
}

/// A number and its unit in one text: `135 mmHg`, `4.3mmol/L`.
enum UnitInText {
  /// The two parts of a text; `nil` for one that is not a number and a word, as nearly all are.
  @inline(__always) static func divide(
    _ range: Range<Int>, in bytes: RawSpan
  ) -> (number: Range<Int>, unit: Range<Int>)? {
    guard let last = range.last, bytes.byte(at: last) >= UInt8(ascii: "A") else { return nil }
    return parts(range, bytes)
  }

  private static func parts(_ range: Range<Int>, _ bytes: RawSpan) -> (number: Range<Int>, unit: Range<Int>)? {
    var position = range.lowerBound
    var end = position
    var hasDigit = false
    while position < range.upperBound {
      let byte = bytes.byte(at: position)
      let isDigit = byte &- 0x30 <= 9
      if isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") {
        position += 1
        end = position
        hasDigit = hasDigit || isDigit
      } else if position == range.lowerBound, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
        position += 1
      } else if hasDigit, byte == UInt8(ascii: "'") || InvisibleBlank.length(at: position, range.upperBound, bytes) > 0
      {
        position += max(1, InvisibleBlank.length(at: position, range.upperBound, bytes))
      } else {
        break
      }
    }
    // Behind the last digit only blanks were passed, and a unit is one word that begins with a letter.
    guard hasDigit, position < range.upperBound, bytes.byte(at: position) >= UInt8(ascii: "A"),
      bytes.first(UInt8(ascii: " "), from: position, to: range.upperBound) == range.upperBound
    else { return nil }
    return (range.lowerBound..<end, position..<range.upperBound)
  }
}
