import HealthModel

/// The columns of one record batch that samples need.
struct ArrowBatch: Sendable {
  /// How many rows there are.
  let count: Int
  private var columns: [ArrowCells?]

  /// The most rows of a record batch.
  static let maximumRows = 1 << 28

  /// Reads a record batch.
  ///
  /// - Parameters:
  ///   - header: the table `RecordBatch` of `Message.fbs`.
  ///   - body: the bytes of its buffers.
  ///   - fields: the columns of the stream.
  ///   - wanted: for each column its number among the columns to keep; `nil` for one to pass over.
  ///   - width: how many columns to keep.
  ///   - dictionaries: the texts that columns have numbers of, by the number of the dictionary.
  /// - Throws: `ArrowReadError` when the batch contradicts itself, or is compressed.
  init(
    _ header: FlatBufferTable, _ body: [UInt8], _ fields: [ArrowReadField], wanted: [Int?], width: Int,
    dictionaries: [Int64: [[UInt8]]]
  ) throws(ArrowReadError) {
    guard try !header.has(3) else {
      throw .unsupported(
        "the record batches are compressed",
        hint: "write them uncompressed, which is what pyarrow does without options")
    }
    let rows = try header.number(0, default: Int64(0))
    guard rows >= 0, rows <= Self.maximumRows else { throw .broken("a batch of \(rows) rows") }
    count = Int(rows)
    var layout = Layout(
      nodes: try header.pairs(1)[...], buffers: try header.pairs(2)[...], variadic: try header.numbers(4)[...],
      size: body.count)
    columns = Array(repeating: nil, count: width)
    for (field, place) in zip(fields, wanted) {
      guard let (node, buffers) = try layout.take(field), let place else { continue }
      guard node.count == count else { throw .broken("columns of different lengths") }
      let texts = field.dictionary.map { dictionaries[$0] ?? [] }
      columns[place] = try ArrowCells(field, node, buffers, of: body, texts)
    }
  }

  /// A column; `nil` if the stream does not have it.
  subscript(_ column: Int) -> ArrowCells? { columns[column] }

  /// The lengths and the buffers of a batch that no column has taken yet.
  private struct Layout {
    var nodes: ArraySlice<(Int64, Int64)>
    var buffers: ArraySlice<(Int64, Int64)>
    var variadic: ArraySlice<Int64>
    let size: Int

    /// Takes what is of a column, and passes over what is of the columns that it is made of.
    mutating func take(
      _ field: ArrowReadField
    ) throws(ArrowReadError) -> (node: (count: Int, absent: Int), buffers: [Range<Int>])? {
      guard let (length, absent) = nodes.popFirst() else { throw .broken("too few lengths of columns") }
      guard length >= 0, absent <= length else { throw .broken("a column of \(length) values") }
      var count = 0
      if field.dictionary != nil {
        count = 2
      } else {
        switch field.buffers {
        case .some(let number): count = number
        case .views:
          guard let more = variadic.popFirst(), more >= 0, more <= buffers.count else {
            throw .broken("too few buffers of texts")
          }
          count = 2 + Int(more)
        }
      }
      var ranges: [Range<Int>] = []
      for _ in 0..<count {
        guard let (start, length) = buffers.popFirst() else { throw .broken("too few buffers") }
        guard start >= 0, length >= 0, start <= size, length <= Int64(size) - start else {
          throw .broken("a buffer is outside of its batch")
        }
        ranges.append(Int(start)..<Int(start + length))
      }
      if field.dictionary == nil { for child in field.children { _ = try take(child) } }
      return ((Int(clamping: length), Int(clamping: absent)), ranges)
    }
  }
}
