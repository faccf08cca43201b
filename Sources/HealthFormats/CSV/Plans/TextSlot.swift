import HealthModel

/// A text that is written anew for each row: a time or a number in another form, or several cells as one time.
struct TextSlot: Sendable, Hashable {
  var columns: [Int]
  var form: Form

  enum Form: Sendable, Hashable {
    /// A time; several cells have a space between them. Without a format they are only joined.
    case time(DateFormat?)
    /// A number with a comma, or with a percent sign.
    case number(NumberFormat)
    /// How long the sample is.
    case duration(RecordDuration.Unit)
  }

  /// Whether the row has any of the cells: then the slot has a text, which may be empty.
  @inline(__always) func isThere(in cells: [RawField]) -> Bool {
    for column in columns where cells[column].isPresent { return true }
    return false
  }

  /// Writes the text of a row that has a cell of it.
  ///
  /// - Returns: the place in the input that the text is about: of what is wrong with it, or of its first cell.
  func append(_ cells: [RawField], in bytes: RawSpan, _ scratch: inout [UInt8], to output: inout [UInt8]) -> Int {
    if columns.count == 1 {
      let cell = cells[columns[0]]
      guard !cell.isEscaped else { return Int(cell.start) }
      switch form {
      case .number(let form): _ = form.append(cell.range, in: bytes, to: &output)
      case .time(let format): _ = format?.append(cell.range, in: bytes, to: &output)
      case .duration(let unit): _ = unit.append(cell.range, in: bytes, to: &output)
      }
      return Int(cell.start)
    }
    join(cells, in: bytes, &scratch)
    guard case .time(let format?) = form else {
      output.append(contentsOf: scratch)
      return place(of: 0, in: cells, bytes)
    }
    let text = scratch.span.bytes
    if format.append(0..<text.byteCount, in: text, to: &output) { return place(of: 0, in: cells, bytes) }
    output.append(contentsOf: scratch)
    return place(of: format.fault(in: 0..<text.byteCount, of: text), in: cells, bytes)
  }

  /// Puts the cells that are there one after the other, with a space between them.
  private func join(_ cells: [RawField], in bytes: RawSpan, _ scratch: inout [UInt8]) {
    scratch.removeAll(keepingCapacity: true)
    for column in columns where cells[column].isPresent {
      if !scratch.isEmpty { scratch.append(UInt8(ascii: " ")) }
      Self.append(cells[column], in: bytes, to: &scratch)
    }
  }

  private static func append(_ cell: RawField, in bytes: RawSpan, to output: inout [UInt8]) {
    if cell.isEscaped {
      CSVText.appendDecoded(cell.range, in: bytes, to: &output)
    } else {
      for offset in cell.range { output.append(bytes.byte(at: offset)) }
    }
  }

  /// Where the cell begins that a place of the joined text comes from.
  private func place(of offset: Int, in cells: [RawField], _ bytes: RawSpan) -> Int {
    var found = -1
    var start = 0
    for column in columns where cells[column].isPresent {
      if found < 0 || offset >= start { found = Int(cells[column].start) }
      // Doubled quotes make the joined text shorter: then an earlier cell is named, which is near enough.
      start += cells[column].range.count + 1
    }
    return found
  }
}
