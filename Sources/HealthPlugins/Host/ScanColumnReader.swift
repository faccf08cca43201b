import HealthModel
import HealthStorage

/// Reads the columns that a plugin passes on, and checks what other code relies on.
struct ScanColumnReader {
  /// Why columns cannot be read.
  struct Fault: Error {
    let words: String
  }

  /// The samples of the last message, with the names of all so far.
  private(set) var columns = SampleColumns()
  private let wanted: SampleScan.Columns
  private let query: SampleQuery
  private var lastStart = Int64.min
  private var lastID = SampleID.none

  init(_ wanted: SampleScan.Columns, _ query: SampleQuery) {
    self.wanted = wanted
    self.query = query
    if !wanted.contains(.sources) { columns.sources = [SampleOrigin()] }
  }

  /// Puts the samples of a message in the place of the last one's.
  mutating func take(_ names: ColumnNames, count: Int, _ text: [UInt8]) throws(Fault) {
    columns.removeSamples()
    if wanted.contains(.sources) { columns.sources += names.origins }
    if wanted.contains(.zones) { columns.zones += names.zones }
    if wanted.contains(.subjects) { columns.subjects += names.subjects }
    var cursor = ColumnCursor(text: text)
    for number in 0..<count {
      guard let line = cursor.next(hasID: wanted.contains(.ids), in: text.span.bytes) else {
        throw Fault(words: "line \(number + 1) of \(count) is not one of a scan")
      }
      try take(line, number)
    }
    guard cursor.isAtEnd else { throw Fault(words: "there are more than the \(count) lines that were announced") }
  }

  private mutating func take(_ line: ColumnCursor.Line, _ number: Int) throws(Fault) {
    let (end, isTooLong) = line.start.addingReportingOverflow(line.length)
    guard line.start >= Instant.earliest, line.length >= 0, !isTooLong, end <= Instant.latest else {
      throw Fault(words: "line \(number + 1) ends before it starts, or has a time of no calendar")
    }
    guard line.start > lastStart || line.start == lastStart && (!wanted.contains(.ids) || line.id > lastID) else {
      throw Fault(words: "line \(number + 1) comes too late")
    }
    (lastStart, lastID) = (line.start, line.id)
    guard query.from.map({ end >= $0 }) ?? true,
      query.to.map({ query.isStrictEnd ? end <= $0 : line.start < $0 }) ?? true
    else { throw Fault(words: "line \(number + 1) is of another time than was asked for") }
    columns.start.append(line.start)
    columns.end.append(end)
    columns.value.append(line.value)
    columns.enumCase.append(-1)
    columns.source.append(wanted.contains(.sources) ? try index(line.origin, columns.sources.count, number) : 0)
    if wanted.contains(.zones) {
      guard let offset = Int16(exactly: line.offset), offset.magnitude < 24 * 60 else {
        throw Fault(words: "line \(number + 1) has an offset that no clock has")
      }
      columns.startOffset.append(offset)
      columns.zone.append(line.zone == -1 ? -1 : try index(line.zone, columns.zones.count, number))
    } else {
      columns.startOffset.append(0)
      columns.zone.append(-1)
    }
    if wanted.contains(.subjects) { columns.subject.append(try index(line.subject, columns.subjects.count, number)) }
    if wanted.contains(.ids) { columns.id.append(line.id) }
  }

  private func index(_ value: Int64, _ count: Int, _ number: Int) throws(Fault) -> Int32 {
    guard value >= 0, value < count, let index = Int32(exactly: value) else {
      throw Fault(words: "line \(number + 1) names something that was not announced")
    }
    return index
  }
}

/// Reads the lines of columns: `[start,length,value,offset,origin,zone,subject,"id"]`, without blanks.
struct ColumnCursor {
  struct Line {
    var start: Int64
    var length: Int64
    var value: Double
    var offset: Int64
    var origin: Int64
    var zone: Int64
    var subject: Int64
    var id: SampleID
  }

  private var position = 0
  private let end: Int

  init(text: [UInt8]) { end = text.count }

  /// Whether no line is left.
  var isAtEnd: Bool { position == end }

  /// The next line; `nil` if there is none.
  mutating func next(hasID: Bool, in bytes: RawSpan) -> Line? {
    guard take(UInt8(ascii: "["), bytes), let start = whole(bytes), comma(bytes), let length = whole(bytes),
      comma(bytes),
      let value = number(bytes), comma(bytes), let offset = whole(bytes), comma(bytes), let origin = whole(bytes),
      comma(bytes), let zone = whole(bytes), comma(bytes), let subject = whole(bytes)
    else { return nil }
    var line = Line(
      start: start, length: length, value: value, offset: offset, origin: origin, zone: zone, subject: subject,
      id: .none)
    if hasID {
      guard comma(bytes), take(UInt8(ascii: "\""), bytes), end - position > 36,
        let id = SampleID(at: position..<position + 36, in: bytes)
      else { return nil }
      position += 36
      line.id = id
      guard take(UInt8(ascii: "\""), bytes) else { return nil }
    }
    guard take(UInt8(ascii: "]"), bytes), take(0x0A, bytes) else { return nil }
    return line
  }

  @inline(__always) private mutating func take(_ byte: UInt8, _ bytes: RawSpan) -> Bool {
    guard position < end, bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) == byte else { return false }
    position += 1
    return true
  }

  @inline(__always) private mutating func comma(_ bytes: RawSpan) -> Bool { take(UInt8(ascii: ","), bytes) }

  private mutating func whole(_ bytes: RawSpan) -> Int64? {
    let isNegative = take(UInt8(ascii: "-"), bytes)
    let first = position
    var value: Int64 = 0
    while position < end {
      let digit = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) &- 0x30
      guard digit <= 9 else { break }
      let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooFar) = tenfold.subtractingReportingOverflow(Int64(digit))
      guard !isTooLarge, !isTooFar else { return nil }
      // Below zero, where there is one number more.
      value = sum
      position += 1
    }
    guard position > first else { return nil }
    if isNegative { return value }
    return value == Int64.min ? nil : -value
  }

  private mutating func number(_ bytes: RawSpan) -> Double? {
    let first = position
    while position < end {
      let byte = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
      guard byte != UInt8(ascii: ","), byte != 0x0A else { break }
      position += 1
    }
    return DecimalParser.parse(first..<position, in: bytes)?.value
  }
}
