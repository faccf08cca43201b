package import HealthModel

/// A stream of the Arrow format that is fed tables of any size, and cut into record batches by rows alone: its bytes
/// depend on the rows and their order, not on how they came.
package struct ArrowStream: Sendable {
  private let schema: ArrowSchema
  private var pending: ArrowTable
  private var pendingText = 0

  static let maximumRows = 16_384
  /// The bytes of text after which a record batch ends, so that memory is bounded and offsets of 32 bits reach.
  static let maximumText = 8 << 20

  package init(_ schema: ArrowSchema) {
    self.schema = schema
    pending = ArrowTable(schema)
  }

  package func begin(_ output: inout [UInt8]) { ArrowMessage.append(schema, to: &output) }

  package mutating func append(_ table: ArrowTable, to output: inout [UInt8]) {
    var start = 0
    while start < table.count {
      let end = batchEnd(from: start, in: table)
      pending.append(start..<end, of: table)
      pendingText += table.textLength(upTo: end) - table.textLength(upTo: start)
      if pending.count == Self.maximumRows || pendingText >= Self.maximumText { flush(&output) }
      start = end
    }
  }

  package mutating func flush(_ output: inout [UInt8]) {
    guard pending.count > 0 else { return }
    ArrowMessage.append(pending.columns, count: pending.count, to: &output)
    pending.removeAll()
    pendingText = 0
  }

  /// Appends the end of the stream, which shows its readers that nothing is missing.
  package func end(_ output: inout [UInt8]) { ArrowMessage.appendEnd(to: &output) }

  /// The end of the rows that the pending batch takes: the row that fills it is its last.
  private func batchEnd(from start: Int, in table: ArrowTable) -> Int {
    var end = min(table.count, start + Self.maximumRows - pending.count)
    let base = table.textLength(upTo: start) - pendingText
    guard table.textLength(upTo: end) - base >= Self.maximumText else { return end }
    // The first row with which there is enough text.
    var low = start + 1
    while low < end {
      let middle = (low + end) / 2
      if table.textLength(upTo: middle) - base >= Self.maximumText { end = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Rows as columns of the Arrow format.
package struct ArrowTable: Sendable {
  var columns: [ArrowColumn]
  package internal(set) var count = 0

  init(_ schema: ArrowSchema) { columns = schema.fields.map { ArrowColumn($0.type) } }

  mutating func append(_ rows: Range<Int>, of other: ArrowTable) {
    for index in columns.indices { columns[index].append(rows, of: other.columns[index]) }
    count += rows.count
  }

  mutating func removeAll() {
    for index in columns.indices { columns[index].removeAll() }
    count = 0
  }

  /// How many bytes of text the first rows have.
  func textLength(upTo row: Int) -> Int { columns.reduce(0) { $0 + $1.textLength(upTo: row) } }
}
