public import HealthModel

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

/// Writes normalized samples as a stream of the Arrow format (IPC): a row for each sample, members of correlations
/// included, after their correlation.
///
/// Documentation/arrow.md has the columns. The bytes depend on the samples and their order alone, not on how they are
/// divided into batches. What waits for a record batch to be full is at most 16,384 rows, and not many more than 8 MiB
/// of text.
///
/// ```swift
/// import HealthFormats
///
/// func write(_ batches: [SampleBatch], of registry: Registry, to file: inout [UInt8]) {
///   var stream = ArrowSampleStream(registry: registry)
///   stream.begin(&file)
///   for batch in batches { stream.append(batch, to: &file) }
///   stream.end(&file)
/// }
/// ```
public struct ArrowSampleStream: Sendable {
  private let writer: SampleArrowWriter
  private var stream: ArrowStream

  /// Creates a stream of samples of the types of a registry, which must be the one the samples were judged by.
  public init(registry: Registry) {
    writer = SampleArrowWriter(registry: registry)
    stream = ArrowStream(writer.schema)
  }

  /// Appends the beginning of the stream, its schema.
  public func begin(_ output: inout [UInt8]) { stream.begin(&output) }

  /// Takes samples, and appends the record batches that are full.
  ///
  /// - Parameters:
  ///   - batch: the samples; members of a correlation follow it, as they do in each batch of this package.
  ///   - output: where the bytes go.
  public mutating func append(_ batch: SampleBatch, to output: inout [UInt8]) {
    for table in writer.tables(of: batch) { stream.append(table, to: &output) }
  }

  /// Appends the samples that wait, and the mark of the end; readers see by it that nothing is missing.
  public mutating func end(_ output: inout [UInt8]) {
    stream.flush(&output)
    stream.end(&output)
  }
}
