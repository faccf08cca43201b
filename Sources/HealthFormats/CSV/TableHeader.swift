import HealthModel

/// The header row of a table: where it is and what divides its cells.
struct TableHeader {
  /// The row without its line end.
  var row: Range<Int>
  /// Where the rows of data begin.
  var end: Int
  /// The byte between cells.
  var delimiter: UInt8

  struct Cell {
    /// The column's name, without quotes and without blanks at its ends.
    var name: [UInt8]
    var place: Range<Int>
  }

  enum Location {
    case header(TableHeader)
    /// More bytes are needed.
    case incomplete
    case fault(DiagnosticCode, SyntaxDetail, at: Range<Int>)
  }

  /// The bytes between cells that are found out, the likelier one first.
  private static let delimiters: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

  /// How far from the beginning the header may begin.
  private static let farthestStart = 2 * CSVCursor.maximumRow
  /// How many bytes are enough to find the header, or why there is none: its row and line end come on top.
  static let reach = farthestStart + CSVCursor.maximumRow + 2

  /// Finds the header, after a byte-order mark, a line such as `sep=;` and blank lines.
  ///
  /// How many bytes are shown at a time changes nothing about what is found.
  static func locate(
    in bytes: RawSpan, end: Int, isComplete: Bool, delimiter: UInt8? = nil, skipping skipped: Int = 0
  ) -> Location {
    if ByteOrderMark.isForeign(bytes, end: end) { return .fault(.encoding, .wrongEncoding, at: 0..<2) }
    var start = ByteOrderMark.length(bytes, end: end)
    let (first, delimiter) = (start, valid(delimiter) ?? separator(from: start, bytes, end: end))
    var skipped = skipped
    while true {
      let newline = bytes.firstNewline(from: start, to: end)
      let isSeparator = start == first && separator(from: start, bytes, end: end) != nil
      if skipped > 0 { skipped -= 1 } else if !isSeparator, !isBlank(start..<newline, bytes) { break }
      if newline - start > CSVCursor.maximumRow + 1 { return .fault(.lineTooLong, .lineTooLong, at: start..<start + 1) }
      let isMissing = newline == end ? isComplete : newline >= farthestStart
      if isMissing { return .fault(.csvHeader, .headerMissing, at: 0..<min(1, end)) }
      if newline == end { return .incomplete }
      start = newline + 1
    }
    let found = row(from: start, bytes, end: end, isComplete: isComplete, delimiter: delimiter)
    switch found {
    // One byte more may be the carriage return of the row's end.
    case .incomplete where end - start > CSVCursor.maximumRow + 1: break
    case .fault where end - start > CSVCursor.maximumRow + 1: break
    case .header(let header) where header.row.count > CSVCursor.maximumRow: break
    default: return found
    }
    return .fault(.lineTooLong, .lineTooLong, at: start..<start + 1)
  }

  /// Follows the header to its line end, counting what may divide its cells.
  private static func row(
    from start: Int, _ bytes: RawSpan, end: Int, isComplete: Bool, delimiter: UInt8?
  ) -> Location {
    let candidates = delimiter.map { [$0] } ?? delimiters
    var counts = candidates.map { _ in 0 }
    var opening = -1
    var isCellStart = true
    var index = start
    while index < end {
      let byte = bytes.byte(at: index)
      index += 1
      if opening >= 0 {
        guard byte == UInt8(ascii: "\"") else { continue }
        if index < end, bytes.byte(at: index) == UInt8(ascii: "\"") { index += 1 } else { opening = -1 }
      } else if byte == UInt8(ascii: "\n") {
        var stop = index - 1
        if stop > start, bytes.byte(at: stop - 1) == UInt8(ascii: "\r") { stop -= 1 }
        return .header(TableHeader(row: start..<stop, end: index, delimiter: most(candidates, counts)))
      } else if byte == UInt8(ascii: "\""), isCellStart {
        opening = index - 1
        isCellStart = false
      } else if let candidate = candidates.firstIndex(of: byte) {
        counts[candidate] += 1
        isCellStart = true
      } else {
        isCellStart = false
      }
    }
    guard isComplete else { return .incomplete }
    if opening >= 0 { return .fault(.truncated, .unterminated, at: opening..<opening + 1) }
    let stop = bytes.byte(at: end - 1) == UInt8(ascii: "\r") ? end - 1 : end
    return .header(TableHeader(row: start..<stop, end: end, delimiter: most(candidates, counts)))
  }

  /// The candidate that was counted most often, the first of equals.
  private static func most(_ candidates: [UInt8], _ counts: [Int]) -> UInt8 {
    var best = 0
    for index in counts.indices where counts[index] > counts[best] { best = index }
    return candidates[best]
  }

  /// The byte between cells that a first line says, as Excel writes and reads it: `sep=;`.
  static func separator(from start: Int, _ bytes: RawSpan, end: Int) -> UInt8? {
    guard start + 5 < end else { return nil }
    for (index, letter) in "sep=".utf8.enumerated() where bytes.byte(at: start + index) | 0x20 != letter | 0x20 {
      return nil
    }
    let next = bytes.byte(at: start + 5)
    return next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r") ? valid(bytes.byte(at: start + 4)) : nil
  }

  private static func valid(_ delimiter: UInt8?) -> UInt8? {
    guard let delimiter, delimiter < 0x80, delimiter != UInt8(ascii: "\""), delimiter != UInt8(ascii: "\n"),
      delimiter != UInt8(ascii: "\r")
    else { return nil }
    return delimiter
  }

  private static func isBlank(_ range: Range<Int>, _ bytes: RawSpan) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = bytes.byte(at: offset)
      guard isBlank(byte) || byte == UInt8(ascii: "\r") else { return false }
      offset &+= 1
    }
    return true
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The header's cells; what is wrong with their text is left in the buffer.
  func cells(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> [Cell] {
    var cursor = CSVCursor(position: row.lowerBound, end: row.upperBound, delimiter: delimiter)
    var cells: [Cell] = []
    while true {
      let start = cursor.position
      let cell = cursor.cell(bytes, into: &buffer)
      let place = cell.field.isPresent ? cell.field.range : start..<cell.stop
      cells.append(Cell(name: Self.name(cell.field, bytes), place: place))
      if cell.isUnterminated { buffer.report(.csvShape, .quoteInCell, at: start..<start + 1) }
      if cell.isLast { return cells }
    }
  }

  private static func name(_ field: RawField, _ bytes: RawSpan) -> [UInt8] {
    var text: [UInt8] = []
    if field.isEscaped {
      CSVText.appendDecoded(field.range, in: bytes, to: &text)
    } else {
      for offset in field.range { text.append(bytes.byte(at: offset)) }
    }
    while let last = text.last, isBlank(last) { text.removeLast() }
    return Array(text.drop { isBlank($0) })
  }

  /// Whether a text begins with a header that names fields of samples: `type`, or `value` and `start`.
  static func isTable(prefix: [UInt8]) -> Bool {
    let bytes = prefix.span.bytes
    guard case .header(let header) = locate(in: bytes, end: prefix.count, isComplete: true) else { return false }
    var faults = RawSampleBuffer(syntax: .csv)
    let names = Set(header.cells(in: bytes, into: &faults).map(\.name))
    guard names.count > 1 else { return false }
    return names.contains(Array("type".utf8))
      || (names.contains(Array("value".utf8)) && names.contains(Array("start".utf8)))
  }
}
