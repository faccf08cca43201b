import HealthModel
import HealthPluginKit

/// Samples for a plugin that takes columns: rows of a batch that follow each other.
extension BatchEncoding {
  /// Writes a part as one batch; as several when it is large, or when a group in between is too large to be sent.
  func encode(_ part: Range<Int>, of batch: SampleBatch, asColumns encoder: ColumnEncoder) -> Encoded {
    var result = Encoded()
    var start = part.lowerBound
    var bytes = 0
    func send(upTo end: Int) {
      guard start < end else { return }
      result.batches.append(
        EncodedBatch(
          text: encoder.encode(start..<end, of: batch), rows: (start..<end).map { Int32(truncatingIfNeeded: $0) }))
      bytes = 0
    }
    var row = part.lowerBound
    while row < part.upperBound {
      let group = batch.group(at: row)
      row = group.upperBound
      let longest = group.reduce(0) { max($0, encoder.textSize(of: $1, in: batch)) }
      if longest > maximumLine {
        send(upTo: group.lowerBound)
        start = group.upperBound
        let reason =
          "a sample with \(longest) bytes of text is larger than a plugin is sent; the limit is \(maximumLine)"
        result.refused += group.map { (row: $0, reason: reason) }
        continue
      }
      if bytes >= Self.maximumBytes {
        send(upTo: group.lowerBound)
        start = group.lowerBound
      }
      bytes += encoder.size(of: group, in: batch)
    }
    send(upTo: part.upperBound)
    return result
  }
}
