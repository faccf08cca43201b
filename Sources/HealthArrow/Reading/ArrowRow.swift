import HealthJSON
import HealthModel

/// Writes a row as the members of a sample's JSON object.
struct ArrowRow {
  let batch: ArrowBatch
  let row: Int
  /// What is wrong with cells, by column.
  private(set) var faults: [String] = []

  /// The most bytes of an object, all columns together, since many may name the same bytes of a batch.
  ///
  /// They are more than a reader of samples takes, so that it reports what is longer.
  static let longest = 11 << 20

  init(_ row: Int, of batch: ArrowBatch) {
    self.batch = batch
    self.row = row
  }

  /// A text; `nil` if the row has none.
  func text(_ column: ArrowSampleColumn) -> ArraySlice<UInt8>? { cells(column)?.text(row) }

  /// Appends the object without the brace at its end.
  mutating func append(to line: inout [UInt8]) {
    line.append(UInt8(ascii: "{"))
    let start = line.count
    appendText(.id, "uuid", start, &line)
    appendText(.type, "type", start, &line)
    appendValue(start, &line)
    appendTimes(start, &line)
    appendText(.subject, "subject", start, &line)
    appendText(.origin, "origin", start, &line)
    appendParts(.sourceOther, ArrowSampleColumn.sourceParts, "source", start, &line)
    appendParts(.deviceOther, ArrowSampleColumn.deviceParts, "device", start, &line)
    appendObject(.metadata, "metadata", start, &line)
    appendObject(.original, "original", start, &line)
    appendPairs(.other, start, &line)
    if cells(.correlationID) != nil, let role = text(.role), role != text(.type) {
      appendKey("role", start, &line)
      JSONText.appendQuoted(role, to: &line)
    }
  }

  /// The column, if the row has a value in it.
  private func cells(_ column: ArrowSampleColumn) -> ArrowCells? {
    guard let cells = batch[column.rawValue], cells.has(row) else { return nil }
    return cells
  }

  private mutating func report(_ column: ArrowSampleColumn, _ fault: String) {
    faults.append("the column `\(column.field.name)` \(fault)")
  }

  private func appendKey(_ key: StaticString, _ start: Int, _ line: inout [UInt8]) {
    if line.count > start { line.append(UInt8(ascii: ",")) }
    line.append(UInt8(ascii: "\""))
    line.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    line.append(contentsOf: "\":".utf8)
  }

  private mutating func appendText(
    _ column: ArrowSampleColumn, _ key: StaticString, _ start: Int, _ line: inout [UInt8]
  ) {
    guard let cells = cells(column) else { return }
    guard let text = cells.text(row) else { return report(column, "has a text outside of its batch") }
    appendKey(key, start, &line)
    JSONText.appendQuoted(Self.beginning(of: text, within: Self.longest - line.count), to: &line)
  }

  /// As much of a text as its JSON has room for, and one byte more: what is cut is beyond the limit.
  private static func beginning(of text: ArraySlice<UInt8>, within room: Int) -> ArraySlice<UInt8> {
    // The longest escape has six bytes.
    guard text.count > room / 6 else { return text }
    var length = 0
    var end = text.startIndex
    while end < text.endIndex, length <= room {
      length += text[end] < 0x20 ? 6 : text[end] == UInt8(ascii: "\"") || text[end] == UInt8(ascii: "\\") ? 2 : 1
      end += 1
    }
    return text[..<end]
  }

  private mutating func appendValue(_ start: Int, _ line: inout [UInt8]) {
    if let cells = cells(.value) {
      if let value = cells.double(row), value.isFinite {
        appendKey("value", start, &line)
        DecimalWriter.append(value, to: &line)
      } else {
        report(.value, "has a number that is not finite")
      }
    }
    appendText(.unit, "unit", start, &line)
    if cells(.category) != nil {
      appendText(.category, "value", start, &line)
    } else if let cells = cells(.categoryValue) {
      if let number = cells.integer(row) {
        appendKey("value", start, &line)
        DecimalWriter.append(number, to: &line)
      } else {
        report(.categoryValue, "has a number that is not whole")
      }
    }
    appendText(.text, "value", start, &line)
    appendPairs(.structure, start, &line)
  }

  private mutating func appendTimes(_ start: Int, _ line: inout [UInt8]) {
    appendTime(.startTime, "start", start, &line)
    appendTime(.endTime, "end", start, &line)
    let offset = appendOffset(.startOffset, "offset", unless: nil, start, &line)
    appendOffset(.endOffset, "end_offset", unless: offset, start, &line)
    if appendTime(.createdTime, "created", start, &line) {
      appendOffset(.createdOffset, "created_offset", unless: offset, start, &line)
    }
  }

  /// The moments that are written, in microseconds: years from 1 to 9999.
  private static let moments = -62_135_596_800_000_000...253_402_300_799_999_999 as ClosedRange<Int64>

  @discardableResult
  private mutating func appendTime(
    _ column: ArrowSampleColumn, _ key: StaticString, _ start: Int, _ line: inout [UInt8]
  ) -> Bool {
    guard let cells = cells(column) else { return false }
    guard let time = cells.instant(row), Self.moments.contains(time) else {
      report(column, "has a time that is not one of the years 1 to 9999 in whole microseconds")
      return false
    }
    appendKey(key, start, &line)
    line.append(UInt8(ascii: "\""))
    TimestampWriter.append(time, to: &line)
    line.append(UInt8(ascii: "\""))
    return true
  }

  @discardableResult
  private mutating func appendOffset(
    _ column: ArrowSampleColumn, _ key: StaticString, unless same: Int64?, _ start: Int, _ line: inout [UInt8]
  ) -> Int64? {
    guard let cells = cells(column) else { return nil }
    guard let minutes = cells.integer(row), minutes.magnitude <= 18 * 60 else {
      report(column, "has an offset that is not whole minutes up to 18 hours")
      return nil
    }
    guard minutes != same else { return minutes }
    appendKey(key, start, &line)
    line.append(UInt8(ascii: "\""))
    TimestampWriter.appendOffset(Int16(truncatingIfNeeded: minutes), to: &line)
    line.append(UInt8(ascii: "\""))
    return minutes
  }

  private mutating func appendParts(
    _ other: ArrowSampleColumn, _ parts: [(key: StaticString, column: ArrowSampleColumn)], _ key: StaticString,
    _ start: Int, _ line: inout [UInt8]
  ) {
    guard cells(other) != nil || parts.contains(where: { cells($0.column) != nil }) else { return }
    appendKey(key, start, &line)
    line.append(UInt8(ascii: "{"))
    let first = line.count
    for part in parts { appendText(part.column, part.key, first, &line) }
    appendPairs(other, first, &line)
    line.append(UInt8(ascii: "}"))
  }

  private mutating func appendObject(
    _ column: ArrowSampleColumn, _ key: StaticString, _ start: Int, _ line: inout [UInt8]
  ) {
    guard let object = object(column, within: Self.longest - line.count) else { return }
    appendKey(key, start, &line)
    line.append(contentsOf: object)
  }

  /// Appends the pairs of an object to another one.
  private mutating func appendPairs(_ column: ArrowSampleColumn, _ start: Int, _ line: inout [UInt8]) {
    let room = Self.longest - line.count
    guard let pairs = object(column, within: room)?.dropFirst().dropLast(), pairs.contains(where: { $0 > 0x20 }) else {
      return
    }
    if line.count > start { line.append(UInt8(ascii: ",")) }
    line.append(contentsOf: pairs)
  }

  /// A text that is a JSON object and nothing else; a fault if it is something else, or longer than there is room.
  private mutating func object(_ column: ArrowSampleColumn, within room: Int) -> ArraySlice<UInt8>? {
    guard let cells = cells(column) else { return nil }
    guard let text = cells.text(row), text.count <= room else {
      report(column, "has a text that is too long, or outside of its batch")
      return nil
    }
    let bytes = Array(text)
    var cursor = JSONCursor(end: bytes.count, longestString: JSONCursor.maximumFieldString)
    let span = bytes.span.bytes
    guard let value = try? cursor.value(span, depth: 1), value.kind == .object, cursor.isAtEnd(span) else {
      report(column, "is not a JSON object")
      return nil
    }
    return bytes[value.range]
  }
}
