import HealthModel
import HealthStorage

/// Brings together what became of the samples of one call from the answers to its batches.
struct ReceiptAssembly {
  private let correlation: [Int32]
  private(set) var receipt: AppendReceipt
  /// The rows of each batch that the call made, and the batch's place in the log.
  private var batches: [(rows: [Int32], place: Int)] = []

  init(of batch: SampleBatch) {
    correlation = batch.correlation
    receipt = AppendReceipt(outcomes: Array(repeating: .accepted, count: batch.count))
  }

  /// Rows that were not sent.
  mutating func refuse(_ rows: [(row: Int, reason: String)]) {
    for (row, reason) in rows {
      receipt.outcomes[row] = .refused
      receipt.reasons[row] = reason
    }
  }

  /// A batch that was made.
  mutating func add(_ rows: [Int32], at place: Int) { batches.append((rows, place)) }

  /// Adds the answers; returns a description of the plugin's mistake if it stored half a group.
  mutating func settle(_ entries: [SentLog.Entry]) -> String? {
    for (rows, place) in batches {
      guard entries.indices.contains(place), let answer = entries[place].answer else { continue }
      var line = 0
      while line < rows.count {
        var end = line + 1
        while end < rows.count, correlation[Int(rows[end])] == rows[line] { end += 1 }
        if answer.isHalf(line..<end) {
          return "stored half a group: lines \(line) to \(end - 1) of batch \(entries[place].number)"
        }
        line = end
      }
      for (line, row) in rows.enumerated() {
        receipt.outcomes[Int(row)] = answer.outcomes[line]
        if let reason = answer.reasons[line] { receipt.reasons[Int(row)] = reason }
      }
    }
    return nil
  }
}
