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
      let text = encoder.textSize(of: group, in: batch)
      if text.most > maximumLine {
        send(upTo: group.lowerBound)
        start = group.upperBound
        let reason = "the sample has \(text.most) bytes of text; the limit for plugins is \(maximumLine)"
        result.refused += group.map { (row: $0, reason: reason) }
        continue
      }
      // Texts that samples share are counted for each, so that this is an estimate, and never too low.
      if bytes >= Self.maximumBytes {
        send(upTo: group.lowerBound)
        start = group.lowerBound
      }
      bytes += text.sum + group.count * ColumnEncoder.numberSize
    }
    send(upTo: part.upperBound)
    return result
  }
}
