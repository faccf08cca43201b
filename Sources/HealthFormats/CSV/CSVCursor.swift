import HealthModel

struct CSVCell {
  /// The text between the quotes, if there are any; absent when the cell is empty.
  var field: RawField
  /// Where the cell ends, before the delimiter or the line end.
  var stop: Int
  var isLast: Bool
  /// Whether the text ends before the cell's closing quote.
  var isUnterminated = false
}

/// A strict reader of RFC 4180 tables over bytes: it moves over one cell at a time and copies nothing.
///
/// A quote opens a quoted cell only where the cell begins, so that a stray one costs its row and no other; `RowScanner`
/// follows the same rule. LF and CR LF end a row.
struct CSVCursor {
  /// The next byte to read.
  var position: Int
  let end: Int
  private let delimiter: UInt8
  private let delimiters: UInt64

  /// The longest row in bytes.
  static let maximumRow = 1 << 20
  /// The longest cell, in bytes of its text.
  static let maximumText = 64 * 1024

  init(position: Int, end: Int, delimiter: UInt8) {
    self.position = position
    self.end = end
    self.delimiter = delimiter
    delimiters = CSVWord.ones &* UInt64(delimiter)
  }

  /// Moves over a line without text; says whether there was one.
  ///
  /// A line over the limit is a row whatever it holds, as it is where it is cut before its end is known.
  mutating func skipBlankLine(_ bytes: RawSpan) -> Bool {
    let start = position
    var index = start
    while index < end {
      let byte = bytes.byte(at: index)
      if byte == UInt8(ascii: "\n") { break }
      guard byte != delimiter, byte == 0x20 || byte == 0x09 || byte == 0x0D else { return false }
      index &+= 1
    }
    let hasReturn = index > start && bytes.byte(at: index &- 1) == UInt8(ascii: "\r")
    guard index &- start &- (hasReturn ? 1 : 0) <= Self.maximumRow else { return false }
    position = index < end ? index &+ 1 : end
    return true
  }

  @inline(__always) mutating func cell(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) -> CSVCell {
    let start = position
    if start < end, bytes.byte(at: start) == UInt8(ascii: "\"") { return quoted(bytes, into: &buffer) }
    skipText(isBehindQuote: false, bytes, into: &buffer)
    let field = start == position ? RawField.absent : RawField(kind: .string, start: start, end: position)
    return finish(field, bytes, into: &buffer)
  }

  private mutating func quoted(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) -> CSVCell {
    position &+= 1
    let start = position
    var isEscaped = false
    while true {
      // Eight bytes at a time while none is a quote, NUL or beyond ASCII.
      while position &+ 8 <= end {
        let stop = CSVWord.insideQuotes(bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
        guard stop == 0 else {
          position &+= stop.trailingZeroBitCount >> 3
          break
        }
        position &+= 8
      }
      guard position < end else { return CSVCell(field: .absent, stop: end, isLast: true, isUnterminated: true) }
      if bytes.byte(at: position) == UInt8(ascii: "\"") {
        guard position &+ 1 < end, bytes.byte(at: position &+ 1) == UInt8(ascii: "\"") else { break }
        isEscaped = true
        position &+= 2
      } else {
        skipSpecial(bytes, into: &buffer)
      }
    }
    let field =
      start == position ? RawField.absent : RawField(kind: .string, isEscaped: isEscaped, start: start, end: position)
    position &+= 1
    let behind = position
    skipText(isBehindQuote: true, bytes, into: &buffer)
    if position > behind { buffer.report(.csvShape, .textBehindQuote, at: behind..<position) }
    return finish(field, bytes, into: &buffer)
  }

  @inline(__always)
  private mutating func finish(_ field: RawField, _ bytes: RawSpan, into buffer: inout RawSampleBuffer) -> CSVCell {
    if field.range.count > Self.maximumText { buffer.report(.stringTooLong, .stringTooLong, at: field.range) }
    let stop = position
    guard position < end else { return CSVCell(field: field, stop: stop, isLast: true) }
    if bytes.byte(at: position) == delimiter {
      position &+= 1
      return CSVCell(field: field, stop: stop, isLast: false)
    }
    // A line feed, or a carriage return that one or the end follows.
    if bytes.byte(at: position) == UInt8(ascii: "\r") { position &+= 1 }
    if position < end { position &+= 1 }
    return CSVCell(field: field, stop: stop, isLast: true)
  }

  /// Moves to the delimiter or line end after text outside of quotes.
  @inline(__always)
  private mutating func skipText(isBehindQuote: Bool, _ bytes: RawSpan, into buffer: inout RawSampleBuffer) {
    var hasQuote = isBehindQuote
    while true {
      // Eight bytes at a time while none is a delimiter, a quote, a control character or beyond ASCII.
      while position &+ 8 <= end {
        let word = bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
        let stop = CSVWord.outsideQuotes(word, delimiters)
        guard stop == 0 else {
          position &+= stop.trailingZeroBitCount >> 3
          break
        }
        position &+= 8
      }
      guard position < end else { return }
      let byte = bytes.byte(at: position)
      if byte == delimiter || byte == UInt8(ascii: "\n") { return }
      if byte == UInt8(ascii: "\r") {
        if position &+ 1 == end || bytes.byte(at: position &+ 1) == UInt8(ascii: "\n") { return }
        buffer.report(.lineEnding, .lineFeedExpected, at: position..<position &+ 1)
        position &+= 1
      } else if byte == UInt8(ascii: "\"") {
        if !hasQuote { buffer.report(.csvShape, .quoteInCell, at: position..<position &+ 1) }
        hasQuote = true
        position &+= 1
      } else {
        skipSpecial(bytes, into: &buffer)
      }
    }
  }

  /// Moves over a character that need not be plain text.
  private mutating func skipSpecial(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) {
    let start = position
    let length = UTF8Check.sequenceLength(at: start, end: end, in: bytes)
    position &+= max(1, length)
    if length == 0 {
      buffer.report(.encoding, .badUTF8, at: start..<position)
    } else if bytes.byte(at: start) == 0 {
      buffer.report(.encoding, .nulCharacter, at: start..<position)
    }
  }
}

/// Tests on eight bytes at once; of the high bits that mark the bytes found, only the lowest is exact.
private enum CSVWord {
  /// A one in each byte.
  @inline(__always) static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// Finds delimiters, quotes, control characters and bytes above 0x7F.
  @inline(__always) static func outsideQuotes(_ word: UInt64, _ delimiters: UInt64) -> UInt64 {
    let quotes = word ^ (ones &* 0x22)
    let marks = word ^ delimiters
    let found = ((quotes &- ones) & ~quotes) | ((marks &- ones) & ~marks) | ((word &- (ones &* 0x20)) & ~word) | word
    return found & (ones &* 0x80)
  }

  /// Finds quotes, NULs and bytes above 0x7F.
  @inline(__always) static func insideQuotes(_ word: UInt64) -> UInt64 {
    let quotes = word ^ (ones &* 0x22)
    let found = ((quotes &- ones) & ~quotes) | ((word &- ones) & ~word) | word
    return found & (ones &* 0x80)
  }
}
