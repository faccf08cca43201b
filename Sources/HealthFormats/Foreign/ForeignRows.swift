package import HealthModel

/// The cells of a table, row by row, whatever its columns mean: for statistics of columns and for guesses at them.
///
/// It holds one chunk at a time. A row that does not have a cell for each column is counted and passed over.
package struct ForeignRows: ~Copyable {
  /// The names of the columns; empty before the first row, and of a table without a header.
  package private(set) var names: [String] = []
  /// The byte between cells.
  package private(set) var delimiter = UInt8(ascii: ",")
  package private(set) var bytes: [UInt8] = []
  /// The cells of the row that was read last; those that are empty are absent.
  package private(set) var cells: [RawField] = []
  package private(set) var damaged = 0
  /// Why the table cannot be read, if its header cannot.
  package private(set) var fault: SyntaxDetail?
  private var chunks: any ChunkSource
  private let skippedLines: Int
  private var position = 0
  private var isAtEnd = false

  /// How many bytes of a table are in memory at once, apart from longer rows.
  private static let chunkSize = 256 * 1024

  /// Reads a table after some lines that are not part of it.
  package init(_ source: some ByteSource, skippedLines: Int = 0) {
    // Any layout without faults will do: the plan that is made of it is not used.
    var layout = TableLayout(columns: [TableLayout.others: "-"], constants: ["type": "-"])
    layout.skippedLines = skippedLines
    self.skippedLines = skippedLines
    chunks = CSVChunker(source: source, size: Self.chunkSize, layout: layout)
  }

  /// Reads the next row; `false` after the last one.
  package mutating func next() throws(InputError) -> Bool {
    while true {
      if position < bytes.count, readRow() { return true }
      if position < bytes.count { continue }
      if isAtEnd { return false }
      try readChunk()
    }
  }

  /// How many bytes of the table have been read; approximate, by chunks.
  package private(set) var bytesRead: Int64 = 0

  private mutating func readChunk() throws(InputError) {
    guard let chunk = try chunks.next() else {
      (isAtEnd, bytes, position) = (true, [], 0)
      return
    }
    bytesRead = chunk.offset + Int64(chunk.bytes.count)
    if chunk.context.isOverlong {
      damaged += 1
      (bytes, position) = ([], 0)
      return
    }
    bytes = chunk.bytes
    position = 0
    guard let table = chunk.table else { return }
    if let first = table.faults.first {
      (fault, position) = (first.detail, bytes.count)
      return
    }
    delimiter = table.delimiter
    guard chunk.context.isFirst else { return }
    var faults = RawSampleBuffer(syntax: .csv)
    let text = bytes
    let span = text.span.bytes
    if case .header(let header) = TableHeader.locate(
      in: span, end: bytes.count, isComplete: true, delimiter: table.delimiter, skipping: skippedLines)
    {
      names = header.cells(in: span, into: &faults).map { String(decoding: $0.name, as: UTF8.self) }
      position = header.end
    }
  }

  /// Reads the row at the position; `false` if there is none that can be used.
  private mutating func readRow() -> Bool {
    cells.removeAll(keepingCapacity: true)
    let text = bytes
    let span = text.span.bytes
    var cursor = CSVCursor(position: position, end: bytes.count, delimiter: delimiter)
    defer { position = cursor.position }
    if cursor.skipBlankLine(span) { return false }
    var faults = RawSampleBuffer(syntax: .csv)
    while true {
      let cell = cursor.cell(span, into: &faults)
      cells.append(cell.field)
      if cell.isUnterminated { faults.report(.csvShape, .quoteInCell, at: 0..<0) }
      if cell.isLast { break }
    }
    guard cells.count == names.count, faults.problems.isEmpty else {
      damaged += 1
      return false
    }
    return true
  }
}
