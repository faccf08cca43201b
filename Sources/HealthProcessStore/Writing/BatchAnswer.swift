import HealthModel
import HealthPluginKit
import HealthStorage

/// A plugin's answer to a batch, line by line.
struct BatchAnswer: Sendable, Hashable {
  /// One entry for each line.
  let outcomes: [AppendReceipt.Outcome]
  /// Why lines were refused, by line, made safe to show.
  let reasons: [Int: String]

  /// The problem with an acknowledgement, in words.
  struct Fault: Error {
    let words: String
  }

  /// Checks that an acknowledgement accounts for every line once.
  init(accepted: Int, _ rest: BatchAcknowledgement, count: Int, secrets: StoreSecrets) throws(Fault) {
    var outcomes = Array(repeating: AppendReceipt.Outcome.accepted, count: count)
    var reasons: [Int: String] = [:]
    func settle(_ lines: [Int], _ outcome: AppendReceipt.Outcome) throws(Fault) {
      for line in lines {
        guard outcomes.indices.contains(line) else {
          throw Fault(words: "line \(line), but the batch has lines 0 to \(count - 1)")
        }
        guard outcomes[line] == .accepted else { throw Fault(words: "line \(line) twice") }
        outcomes[line] = outcome
      }
    }
    try settle(rest.duplicates, .duplicate)
    try settle(rest.conflicts, .conflict)
    try settle(rest.refused.map(\.line), .refused)
    for refusal in rest.refused { reasons[refusal.line] = secrets.shown(refusal.reason, limit: 500) }
    let others = rest.duplicates.count + rest.conflicts.count + rest.refused.count
    guard accepted == count - others else {
      throw Fault(words: "\(accepted) accepted and \(others) other lines, but the batch has \(count)")
    }
    self.outcomes = outcomes
    self.reasons = reasons
  }

  /// Whether a group of lines was stored in part: accepted beside conflicting or refused lines.
  func isHalf(_ group: Range<Int>) -> Bool {
    let found = Set(outcomes[group])
    return found.contains(.accepted) && (found.contains(.conflict) || found.contains(.refused))
  }
}
