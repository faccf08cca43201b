import HealthModel

extension InputChunk {
  /// Puts after the content what a table's layout gives to its rows: names, types and constants, then the times and
  /// numbers that are written anew.
  ///
  /// Fields are slices of one buffer, so these texts must be in it.
  mutating func appendTexts(of table: TableColumns) {
    guard appendix == nil, !table.texts.isEmpty || table.isRewriting else { return }
    var added = ChunkAppendix(start: bytes.count)
    var texts = table.texts
    if !texts.isEmpty { added.add(at: bytes.count, for: nil) }
    if context.isFirst {
      for fault in table.faults {
        // A name that the header lacks has the header's place.
        if let name = fault.name { added.add(at: bytes.count + Int(name.start), for: fault.place.lowerBound) }
      }
    }
    if table.isRewriting, table.faults.isEmpty, !context.isOverlong {
      if let plan = table.plan { write(plan, of: table, &texts, &added) } else { rewrite(table, &texts, &added) }
    }
    bytes.append(contentsOf: texts)
    appendix = added
  }

  /// Writes the cells of times and numbers anew, in the order of the content.
  private func rewrite(_ table: TableColumns, _ texts: inout [UInt8], _ added: inout ChunkAppendix) {
    let span = bytes.span.bytes
    let first = context.isFirst ? min(table.headerEnd, bytes.count) : 0
    var cursor = CSVCursor(position: first, end: bytes.count, delimiter: table.delimiter)
    // The reader reports what is wrong with a row.
    var faults = RawSampleBuffer(syntax: .csv)
    let columns = table.columns
    while cursor.position < cursor.end {
      var column = 0
      while true {
        let cell = cursor.cell(span, into: &faults)
        if column < columns.count, columns[column].rewriting != .none, cell.field.isPresent, !cell.field.isEscaped {
          let start = texts.count
          let isWritten =
            switch columns[column].rewriting {
            case .number(let form): form.append(cell.field.range, in: span, to: &texts)
            default: table.dates?.append(cell.field.range, in: span, to: &texts) ?? false
            }
          if isWritten { added.add(at: bytes.count + start, for: Int(cell.field.start)) }
        }
        column += 1
        if cell.isLast { break }
      }
      faults.removeAll()
    }
  }

  /// Writes the texts that a plan makes of each row, in the order of its slots.
  private func write(
    _ plan: TablePlan, of table: TableColumns, _ texts: inout [UInt8], _ added: inout ChunkAppendix
  ) {
    let span = bytes.span.bytes
    let first = context.isFirst ? min(table.headerEnd, bytes.count) : 0
    var cursor = CSVCursor(position: first, end: bytes.count, delimiter: table.delimiter)
    // The reader reports what is wrong with a row.
    var faults = RawSampleBuffer(syntax: .csv)
    // Only the cells up to the last one of a slot are wanted; without quotes a row ends at the next line feed.
    let wanted = plan.slots.reduce(0) { max($0, ($1.columns.max() ?? 0) + 1) }
    let hasQuotes = span.first(UInt8(ascii: "\""), from: first, to: cursor.end) < cursor.end
    var cells = [RawField](repeating: .absent, count: wanted)
    var scratch: [UInt8] = []
    while cursor.position < cursor.end {
      if cursor.skipBlankLine(span) { continue }
      for index in cells.indices { cells[index] = .absent }
      var column = 0
      while true {
        let cell = cursor.cell(span, into: &faults)
        if column < wanted { cells[column] = cell.field }
        column += 1
        if cell.isLast { break }
        if column >= wanted, !hasQuotes {
          cursor.position = min(span.firstNewline(from: cursor.position, to: cursor.end) + 1, cursor.end)
          break
        }
      }
      for slot in plan.slots where slot.isThere(in: cells) {
        let start = bytes.count + texts.count
        let place = slot.append(cells, in: span, &scratch, to: &texts)
        added.add(at: start, for: place)
      }
      faults.removeAll()
    }
  }
}

/// The texts of a chunk that were written anew, for a reader that meets their cells in order.
struct RewrittenCells {
  private let pieces: [ChunkAppendix.Piece]
  private let end: Int
  private var next = 0

  init(_ chunk: InputChunk) {
    pieces = chunk.appendix?.pieces ?? []
    end = chunk.bytes.count
  }

  /// The text that stands for a cell's: the one written anew, or the cell's own.
  @inline(__always) mutating func text(of cell: RawField) -> RawField {
    let place = Int(cell.start)
    while next < pieces.count, pieces[next].content < place { next &+= 1 }
    guard next < pieces.count, pieces[next].content == place else { return cell }
    let stop = next &+ 1 < pieces.count ? pieces[next &+ 1].start : end
    return RawField(kind: .string, start: pieces[next].start, end: stop)
  }

  /// The next text that was written for a row; absent when there is none.
  @inline(__always) mutating func next(in row: Range<Int>) -> RawField {
    while next < pieces.count, pieces[next].content < row.lowerBound { next &+= 1 }
    guard next < pieces.count, pieces[next].content < row.upperBound else { return .absent }
    let start = pieces[next].start
    next &+= 1
    return RawField(kind: .string, start: start, end: next < pieces.count ? pieces[next].start : end)
  }
}
