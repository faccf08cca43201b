import HealthModel
import HealthStorage

/// Lines that are sent together.
struct EncodedBatch: Sendable {
  /// The lines, a line feed after each.
  var text: [UInt8] = []
  /// The row of each line in the batch that is appended.
  var rows: [Int32] = []
}

/// Divides appended samples into batches for a plugin, and writes them as lines.
struct BatchEncoding: Sendable {
  /// How many bytes a batch may have; the group that reaches it is the last one.
  static let maximumBytes = 4 << 20

  let encoder: LineEncoder
  /// The most lines of a batch, when no group is larger.
  let maximumCount: Int
  /// The longest line.
  let maximumLine: Int

  /// The outcome of a part of the samples.
  struct Encoded: Sendable {
    var batches: [EncodedBatch] = []
    /// Rows that are too large for the protocol, with the reason.
    var refused: [(row: Int, reason: String)] = []
  }

  /// Divides rows into parts of about a batch each, never within a group.
  func parts(of batch: SampleBatch) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    var row = 0
    while row < batch.count {
      let end = batch.group(at: row).upperBound
      if end - start > maximumCount, row > start {
        parts.append(start..<row)
        start = row
      }
      row = end
    }
    if start < row { parts.append(start..<row) }
    return parts
  }

  /// The fewest samples that are written in two halves.
  private static let fewest = 512

  /// Writes a part as one batch, its halves beside each other: whoever appends it waits for all of it.
  func encodeHalves(_ part: Range<Int>, of batch: SampleBatch) async -> Encoded {
    guard part.count >= Self.fewest else { return encode(part, of: batch) }
    var middle = part.lowerBound + part.count / 2
    // To the beginning of a group.
    while middle > part.lowerBound, batch.correlation[middle] >= 0 { middle -= 1 }
    let cut = middle
    async let ahead = encode(part.lowerBound..<cut, of: batch)
    let second = encode(cut..<part.upperBound, of: batch, firstLine: cut - part.lowerBound)
    let first = await ahead
    let count = first.batches.reduce(0) { $0 + $1.text.count } + second.batches.reduce(0) { $0 + $1.text.count }
    // With a refusal or at the limit of a batch, lines have other places than was assumed.
    guard first.batches.count == 1, second.batches.count == 1, first.refused.isEmpty, second.refused.isEmpty,
      count < Self.maximumBytes
    else { return encode(part, of: batch) }
    var whole = EncodedBatch()
    whole.text.reserveCapacity(count)
    whole.text += first.batches[0].text
    whole.text += second.batches[0].text
    whole.rows = first.batches[0].rows + second.batches[0].rows
    return Encoded(batches: [whole])
  }

  /// Writes a part as one batch, or several when it is large.
  ///
  /// - Parameters:
  ///   - part: the rows.
  ///   - batch: the batch of them.
  ///   - firstLine: how many lines of the same batch come before.
  /// - Returns: the batches, and what cannot be sent.
  func encode(_ part: Range<Int>, of batch: SampleBatch, firstLine: Int = 0) -> Encoded {
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
      if let reason = append(group, of: batch, head: firstLine + head, to: &current) {
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
    _ group: Range<Int>, of batch: SampleBatch, head: Int, to current: inout EncodedBatch
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
