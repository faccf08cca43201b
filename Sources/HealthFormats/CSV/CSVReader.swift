public import HealthModel

/// Reads the rows of a chunk of a table: each is a sample, with a correlation's members in separate columns.
///
/// A row that cannot be divided into cells, or whose number of cells differs from the header's, is refused and reading
/// goes on. A header with faults ends the table where it begins.
@usableFromInline package struct CSVReader: RecordReader {
  private let table: TableColumns?
  private let columns: [TableColumn]
  private let allowsTrailingDelimiter: Bool
  private let context: ChunkContext
  private let firstText: Int
  /// How many bytes the chunk has with them.
  private var count: Int
  private var cursor: CSVCursor
  /// The samples that a plan makes of the rows; `nil` when each row is one and each column one field of it.
  private var mapped: MappedSamples?
  private var isFinished = false

  /// The most metadata entries, unknown fields or originals of a sample.
  private static let maximumKeys = 256

  /// Creates a reader at the chunk's beginning, after the header if it is there, and puts after the chunk's content
  /// what its table gives to every row; see `InputChunk.appendix`.
  package init(preparing chunk: inout InputChunk) {
    let plan = chunk.context.isOverlong || chunk.table?.faults.isEmpty == false ? nil : chunk.table?.plan
    if let table = chunk.table, plan == nil { chunk.appendTexts(of: table) }
    table = chunk.table
    columns = chunk.table?.columns ?? []
    allowsTrailingDelimiter = chunk.table?.allowsTrailingDelimiter ?? false
    context = chunk.context
    firstText = chunk.contentCount
    let start = chunk.context.isFirst ? min(chunk.table?.headerEnd ?? 0, chunk.contentCount) : 0
    cursor = CSVCursor(position: start, end: chunk.contentCount, delimiter: chunk.table?.delimiter ?? UInt8(ascii: ","))
    count = max(chunk.contentCount, chunk.bytes.count)
    guard let plan else { return }
    var samples = MappedSamples(plan, after: chunk.contentCount)
    map(chunk.bytes.span.bytes, to: &samples)
    samples.finish(&chunk)
    count = chunk.bytes.count
    mapped = samples
  }

  /// Whether some row had the sample, for each of the samples that the table's layouts make of a row, in the order of
  /// `TableLayout.subjects`; empty if each row is one sample.
  package var usedSamples: [Bool] {
    if table?.isDirect ?? true { return [] }
    return mapped?.used ?? Array(repeating: false, count: table?.plan?.recipes[0].count ?? 0)
  }

  /// How many rows no sample was made of.
  package var passedOver: Int { mapped?.passedOver ?? 0 }

  /// Reads the next row that is not blank into the buffer, or the next sample of the row.
  @usableFromInline package mutating func next(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> RecordKind {
    guard let table, !isFinished else { return .end }
    if bytes.byteCount < count {
      isFinished = true
      return Self.shortened(&buffer)
    }
    if !table.faults.isEmpty { return brokenHeader(table.faults, &buffer) }
    if mapped != nil { return mapped?.next(in: bytes, into: &buffer) ?? .end }
    while true {
      guard cursor.position < cursor.end else { return .end }
      // Of a row that is cut at the limit, the beginning may be blank where the rest is not.
      if context.isOverlong { return overlong(bytes, &buffer) }
      if cursor.skipBlankLine(bytes) { continue }
      return row(of: table, bytes, into: &buffer)
    }
  }

  private mutating func brokenHeader(_ faults: [TableFault], _ buffer: inout RawSampleBuffer) -> RecordKind {
    isFinished = true
    for fault in faults {
      var place = context.isFirst ? fault.place : 0..<0
      if let name = fault.name { place = text(name).range }
      buffer.report(fault.code, fault.detail, at: place)
    }
    return .broken(span: 0..<cursor.end)
  }

  /// A row that is longer than the limit, of which only the beginning is here.
  private mutating func overlong(_ bytes: RawSpan, _ buffer: inout RawSampleBuffer) -> RecordKind {
    let start = cursor.position
    var opening = start
    // Of a quoted cell that is never closed, all after it is a part: the input ends inside this row.
    while context.isLast {
      let place = cursor.position
      let cell = cursor.cell(bytes, into: &buffer)
      if cell.isUnterminated { opening = place }
      if cell.isLast { break }
    }
    cursor.position = cursor.end
    buffer.problems =
      context.isLast
      ? [RawProblem(.truncated, .unterminated, at: opening..<opening + 1)]
      : [RawProblem(.lineTooLong, .lineTooLong, at: start..<start + 1)]
    return .sample(span: start..<cursor.end)
  }

  private mutating func row(
    of table: TableColumns, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) -> RecordKind {
    let start = cursor.position
    var sample = RawSample()
    var nameless = RawField.absent
    var surplus = start
    var stop = start
    var column = 0
    while true {
      let place = cursor.position
      let cell = cursor.cell(bytes, into: &buffer)
      stop = cell.stop
      if cell.isUnterminated {
        buffer.problems = [RawProblem(.truncated, .unterminated, at: place..<place &+ 1)]
        return refused(start..<stop, &buffer)
      }
      if column < columns.count {
        if cell.field.isPresent {
          if case .nameless = columns[column].role { nameless = cell.field }
          take(cell.field, as: columns[column].role, into: &sample, &buffer)
        }
      } else if column == columns.count {
        surplus = place
      }
      column &+= 1
      if cell.isLast { break }
    }
    let shape = RowShape(span: start..<stop, cells: column, surplus: surplus, nameless: nameless)
    if let fault = check(shape, bytes, &buffer) { return fault }
    finish(&sample, start..<stop, of: table, bytes, &buffer)
    return buffer.problems.isEmpty ? .sample(span: start..<stop) : refused(start..<stop, &buffer)
  }

  /// What a row looks like, besides the texts of its cells.
  private struct RowShape {
    var span: Range<Int>
    var cells: Int
    /// Where the first cell begins that the header does not have.
    var surplus: Int
    /// A cell of a column without a name.
    var nameless: RawField
  }

  /// The result for a row that cannot be read; `nil` for others.
  private mutating func check(_ row: RowShape, _ bytes: RawSpan, _ buffer: inout RawSampleBuffer) -> RecordKind? {
    let start = row.span.lowerBound
    if row.span.count > CSVCursor.maximumRow {
      buffer.problems = [RawProblem(.lineTooLong, .lineTooLong, at: start..<start &+ 1)]
    } else if row.cells == columns.count + 1, row.surplus == row.span.upperBound, allowsTrailingDelimiter {
      return buffer.problems.isEmpty ? nil : refused(row.span, &buffer)
    } else if row.cells != columns.count, buffer.problems.isEmpty {
      countCells(row.cells < columns.count, row.span, surplus: row.surplus, bytes, &buffer)
    } else if row.nameless.isPresent, buffer.problems.isEmpty {
      buffer.report(.csvHeader, .columnNameless, at: row.nameless.range)
      isFinished = true
      return .broken(span: start..<cursor.end)
    }
    return buffer.problems.isEmpty ? nil : refused(row.span, &buffer)
  }

  private mutating func map(_ bytes: RawSpan, to samples: inout MappedSamples) {
    var buffer = RawSampleBuffer(syntax: .csv)
    var cells = [RawField](repeating: .absent, count: columns.count)
    while !isFinished, cursor.position < cursor.end {
      if cursor.skipBlankLine(bytes) { continue }
      var span = cursor.position..<cursor.position
      if mappedRow(bytes, &cells, &span, &buffer) {
        samples.add(&cells, at: span, in: bytes)
      } else {
        samples.add(buffer.problems, span: isFinished ? span.lowerBound..<cursor.end : span, isBroken: isFinished)
        buffer.removeAll()
      }
    }
    isFinished = false
  }

  /// Reads the cells of a row whose samples a plan makes; `false` if that cannot be done.
  private mutating func mappedRow(
    _ bytes: RawSpan, _ cells: inout [RawField], _ span: inout Range<Int>, _ buffer: inout RawSampleBuffer
  ) -> Bool {
    let start = cursor.position
    var shape = RowShape(span: start..<start, cells: 0, surplus: start, nameless: .absent)
    while true {
      let place = cursor.position
      let cell = cursor.cell(bytes, into: &buffer)
      span = start..<cell.stop
      if cell.isUnterminated {
        buffer.problems = [RawProblem(.truncated, .unterminated, at: place..<place &+ 1)]
        return false
      }
      if shape.cells < columns.count {
        // A row that passes has all cells, so none of the row before is left.
        cells[shape.cells] = cell.field
        if cell.field.isPresent, case .nameless = columns[shape.cells].role { shape.nameless = cell.field }
        // A row that is one sample whatever its cells are is refused for them as well.
        if case .number(let form) = columns[shape.cells].form, form.hasPoint(cell.field.range, in: bytes) {
          buffer.report(.valueNotANumber, .decimalPoint, at: cell.field.range)
        }
      } else if shape.cells == columns.count {
        shape.surplus = place
      }
      shape.cells &+= 1
      if cell.isLast { break }
    }
    shape.span = span
    return check(shape, bytes, &buffer) == nil
  }

  private func refused(_ span: Range<Int>, _ buffer: inout RawSampleBuffer) -> RecordKind {
    buffer.samples.removeAll(keepingCapacity: true)
    return .sample(span: span)
  }

  /// Reports a row with another number of cells than the header; one that the input's end cuts off is cut short.
  private func countCells(
    _ isShort: Bool, _ span: Range<Int>, surplus: Int, _ bytes: RawSpan, _ buffer: inout RawSampleBuffer
  ) {
    let last = max(span.lowerBound, span.upperBound - 1)
    if !isShort {
      buffer.report(.csvShape, .tooManyCells, at: min(surplus, last)..<max(surplus, last + 1))
    } else if context.isLast, cursor.position == cursor.end, bytes.byte(at: cursor.end - 1) != UInt8(ascii: "\n") {
      buffer.report(.truncated, .unterminated, at: span.lowerBound..<span.lowerBound + 1)
    } else {
      buffer.report(.csvShape, .tooFewCells, at: last..<last + 1)
    }
  }

  @inline(__always) private func take(
    _ value: RawField, as role: TableColumn.Role, into sample: inout RawSample, _ buffer: inout RawSampleBuffer
  ) {
    switch role {
    case .field(let field): sample[field] = value
    case .entry(let kind, let key): buffer.tape.append(TapeEntry(kind, key: text(key), value: value))
    // Members are made by a plan.
    case .member, .nameless, .ignored: break
    }
  }

  /// Appends a sample that has all of its cells, with what the table gives to every row.
  private func finish(
    _ sample: inout RawSample, _ span: Range<Int>, of table: TableColumns, _ bytes: RawSpan,
    _ buffer: inout RawSampleBuffer
  ) {
    for constant in table.constants { take(text(constant.text), as: constant.role, into: &sample, &buffer) }
    let value = sample[.value]
    if table.takesUnits, value.isPresent, !value.isEscaped, let parts = UnitInText.divide(value.range, in: bytes),
      DecimalParser.parse(parts.number, in: bytes) != nil
    {
      sample[.value] = RawField(kind: .string, start: parts.number.lowerBound, end: parts.number.upperBound)
      sample[.unit] = RawField(kind: .string, start: parts.unit.lowerBound, end: parts.unit.upperBound)
    }
    if Self.hasTooManyKeys(buffer.tape) {
      buffer.report(.objectTooLarge, .tooManyKeys, at: span.lowerBound..<span.lowerBound + 1)
    }
    sample.span = Int32(truncatingIfNeeded: span.lowerBound)..<Int32(truncatingIfNeeded: span.upperBound)
    sample.takeEntries(from: 0, of: buffer.tape)
    buffer.samples.append(sample)
  }

  static func hasTooManyKeys(_ tape: borrowing RecordTape) -> Bool {
    if tape.count <= maximumKeys { return false }
    let metadata = tape.places(from: 0).count { tape[$0].kind == .metadata }
    let unknown = tape.places(from: 0).count { tape[$0].kind.isUnknown }
    return max(metadata, unknown, tape.count - metadata - unknown) > maximumKeys
  }

  @inline(__always) private func text(_ range: ByteRange) -> RawField {
    RawField(kind: .string, start: firstText &+ Int(range.start), end: firstText &+ Int(range.end))
  }
}
