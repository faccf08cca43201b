import HealthModel

/// Finds where rows end, by quotes and line feeds alone.
///
/// It goes from quote to quote, so that a table without any is two searches; `CSVCursor` follows the same rules.
struct RowScanner {
  /// How far the bytes have been followed.
  private(set) var position: Int
  /// After the last row's end that was seen; 0 when there was none.
  private(set) var boundary: Int
  /// Whether the position is inside a quoted cell.
  private(set) var isQuoted = false
  /// The byte before the position, which decides whether a cell begins there.
  private var previous = UInt8(ascii: "\n")
  private let delimiter: UInt8

  /// A scanner at a row's beginning.
  init(position: Int = 0, delimiter: UInt8) {
    self.position = position
    self.delimiter = delimiter
    boundary = position
  }

  /// Follows the bytes to a place, or to the first row's end.
  mutating func scan(_ bytes: RawSpan, to end: Int, isComplete: Bool, stopsAtRow: Bool = false) {
    while position < end {
      let quote = bytes.first(UInt8(ascii: "\""), from: position, to: end)
      if isQuoted {
        guard quote < end else {
          position = end
          return
        }
        if quote &+ 1 == end, !isComplete {
          position = quote
          return
        }
        if quote &+ 1 < end, bytes.byte(at: quote &+ 1) == UInt8(ascii: "\"") {
          position = quote &+ 2
          continue
        }
        isQuoted = false
      } else {
        if stopsAtRow {
          let newline = bytes.firstNewline(from: position, to: quote)
          if newline < quote {
            restart(at: newline &+ 1)
            boundary = newline &+ 1
            return
          }
        } else if let newline = bytes.lastNewline(from: position, to: quote) {
          boundary = newline &+ 1
        }
        guard quote < end else {
          previous = bytes.byte(at: end &- 1)
          position = end
          return
        }
        let before = quote > position ? bytes.byte(at: quote &- 1) : previous
        isQuoted = before == UInt8(ascii: "\n") || before == delimiter
      }
      previous = UInt8(ascii: "\"")
      position = quote &+ 1
    }
  }

  /// Adjusts positions after bytes before the position were removed.
  mutating func rebase(by count: Int) {
    position -= count
    boundary = 0
  }

  /// Goes on at a row's beginning.
  mutating func restart(at place: Int) {
    position = place
    boundary = 0
    isQuoted = false
    previous = UInt8(ascii: "\n")
  }
}
