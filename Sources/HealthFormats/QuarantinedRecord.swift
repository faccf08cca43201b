public import HealthModel

/// The header of a table and how its columns become fields: what a row means nothing without.
public struct TableContext: Sendable, Hashable {
  /// The header row, without its line end.
  public var row: [UInt8]
  /// How the columns become fields.
  public var layout: TableLayout

  /// Creates a head.
  public init(row: [UInt8], layout: TableLayout = TableLayout()) {
    self.row = row
    self.layout = layout
  }
}

/// One record outside of its input, as a quarantine keeps it: readers read it as they did where it stood.
public struct QuarantinedRecord: Sendable, Hashable {
  /// The record's bytes.
  public var bytes: [UInt8]
  /// The format of the input it stood in.
  public var format: InputFormat
  /// Where it stood.
  public var position: ReadPosition
  /// For a row of a table: the table's head.
  public var table: TableContext?

  /// Creates a record.
  public init(_ bytes: [UInt8], format: InputFormat, at position: ReadPosition, table: TableContext? = nil) {
    self.bytes = bytes
    self.format = format
    self.position = position
    self.table = table
  }

  /// The record as a chunk in the middle of its input, and where the chunk's first byte stands there.
  ///
  /// `nil` for a row without the head of its table.
  public var chunk: (chunk: InputChunk, start: ReadPosition)? {
    switch format {
    case .jsonLines, .appleHealth: return (chunk(of: bytes, table: nil), position)
    case .json:
      // Between the elements of an array stands a comma.
      var start = position
      start.byteOffset -= 1
      start.column -= 1
      return (chunk(of: [UInt8(ascii: ",")] + bytes, table: nil), start)
    case .csv:
      guard let table else { return nil }
      let columns = TableColumns.read(
        table.row.span.bytes, end: table.row.count, isComplete: true, layout: table.layout)
      return columns.map { (chunk(of: bytes + [UInt8(ascii: "\n")], table: $0), position) }
    }
  }

  private func chunk(of bytes: [UInt8], table: TableColumns?) -> InputChunk {
    var chunk = InputChunk(
      bytes: bytes, offset: position.byteOffset, index: 0, context: ChunkContext(isFirst: false, isLast: false))
    chunk.table = table
    return chunk
  }
}
