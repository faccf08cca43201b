import HealthModel
import HealthPluginKit
import HealthStorage

/// Samples that are sent together.
struct EncodedBatch: Sendable {
  /// The lines, a line feed after each, or the columns.
  var text: [UInt8] = []
  /// The row of each of them in the batch that is appended.
  var rows: [Int32] = []
}

/// Divides appended samples into batches for a plugin, and writes them in the form that it takes.
struct BatchEncoding: Sendable {
  /// How many bytes a batch may have; the group that reaches it is the last one.
  static let maximumBytes = 4 << 20

  /// What writes a form of batches.
  enum Writer: Sendable {
    case lines(LineEncoder)
    case columns(ColumnEncoder)
  }

  let writer: Writer
  /// The most samples of a batch, when no group is larger.
  let maximumCount: Int
  /// How many samples a batch should have at least.
  let minimumCount: Int
  /// The longest line, or the most text of a sample in columns.
  let maximumLine: Int

  /// The outcome of a part of the samples.
  struct Encoded: Sendable {
    var batches: [EncodedBatch] = []
    /// Rows that are too large for the protocol, with the reason.
    var refused: [(row: Int, reason: String)] = []
  }

  /// How many parts are made of what is appended: the plugin works on the first while the next ones are written, and both
  /// sides wait only for the first and the last one.
  private static let pieces = 6

  /// Divides rows into parts of about a batch each, never within a group.
  func parts(of batch: SampleBatch) -> [Range<Int>] {
    let size = min(maximumCount, max(minimumCount, (batch.count + Self.pieces - 1) / Self.pieces))
    var parts: [Range<Int>] = []
    var start = 0
    var row = 0
    while row < batch.count {
      let end = batch.group(at: row).upperBound
      if end - start > size, row > start {
        parts.append(start..<row)
        start = row
      }
      row = end
    }
    if start < row { parts.append(start..<row) }
    return parts
  }

  /// Writes a part as one batch, or several when it is large.
  func encode(_ part: Range<Int>, of batch: SampleBatch) -> Encoded {
    switch writer {
    case .lines(let encoder): encode(part, of: batch, asLines: encoder)
    case .columns(let encoder): encode(part, of: batch, asColumns: encoder)
    }
  }

  private func encode(_ part: Range<Int>, of batch: SampleBatch, asLines encoder: LineEncoder) -> Encoded {
    var result = Encoded()
    var current = EncodedBatch()
    current.rows.reserveCapacity(part.count)
    var row = part.lowerBound
    while row < part.upperBound {
      let group = batch.group(at: row)
      row = group.upperBound
      if current.text.count >= Self.maximumBytes {
        result.batches.append(current)
        current = EncodedBatch()
      }
      let start = current.text.count
      let head = current.rows.count
      if let reason = append(group, of: batch, head: head, by: encoder, to: &current) {
        current.text.removeSubrange(start...)
        current.rows.removeSubrange(head...)
        result.refused += group.map { (row: $0, reason: reason) }
      }
    }
    if !current.rows.isEmpty { result.batches.append(current) }
    return result
  }

  /// Appends a group; the result says why it cannot be sent.
  private func append(
    _ group: Range<Int>, of batch: SampleBatch, head: Int, by encoder: LineEncoder, to current: inout EncodedBatch
  ) -> String? {
    for row in group {
      let start = current.text.count
      encoder.append(row, of: batch, correlation: row == group.lowerBound ? -1 : head, to: &current.text)
      current.rows.append(Int32(truncatingIfNeeded: row))
      let length = current.text.count - start
      if length > maximumLine {
        return "a line of \(length) bytes is longer than a plugin is sent; the limit is \(maximumLine)"
      }
    }
    return nil
  }
}
