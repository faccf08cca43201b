import HealthModel
import HealthPlugins

enum KnownID: Hashable {
  /// A sample with this digest is stored.
  case stored(UInt64)
  /// A sample was stored and deleted.
  case deleted
}

/// The outcomes of the lines of a batch, decided in input order: a line's outcome depends on the lines before it only.
struct BatchDecision {
  private(set) var acknowledgement = BatchAcknowledgement()
  /// The lines to store.
  private(set) var accepted: [Int] = []
  /// The correlations to store with links to their members, as the lines of the whole group.
  private(set) var linked: [Range<Int>] = []
  /// The ids that were deleted and are stored again.
  private(set) var restored: [SampleID] = []

  private var known: [SampleID: KnownID]
  private let restoresDeleted: Bool

  private enum Verdict {
    case new, duplicate, conflict, deleted
    case refused(String)
  }

  init(
    _ lines: SampleLines, known: [SampleID: KnownID], restoresDeleted: Bool, fault: (Int) -> String?
  ) {
    self.known = known
    self.restoresDeleted = restoresDeleted
    var row = 0
    while row < lines.count {
      let group = lines.group(at: row)
      decide(group, of: lines, fault)
      row = group.upperBound
    }
  }

  /// A sample by itself that nobody knows, as nearly all are.
  private mutating func takesAlone(_ row: Int, of lines: SampleLines, _ fault: (Int) -> String?) -> Bool {
    let line = lines.lines[row]
    guard known[line.id] == nil, fault(row) == nil else { return false }
    known[line.id] = .stored(line.digest)
    accepted.append(row)
    return true
  }

  private mutating func decide(_ group: Range<Int>, of lines: SampleLines, _ fault: (Int) -> String?) {
    if group.count == 1, takesAlone(group.lowerBound, of: lines, fault) { return }
    var added: [SampleID: KnownID] = [:]
    var verdicts: [Verdict] = []
    for row in group {
      let line = lines.lines[row]
      var verdict = judge(line, added[line.id] ?? known[line.id])
      if case .new = verdict {
        if let reason = fault(row) { verdict = .refused(reason) }
        added[line.id] = .stored(line.digest)
      }
      verdicts.append(verdict)
    }
    if verdicts.contains(where: { if case .deleted = $0 { true } else { false } }) {
      acknowledgement.duplicates += group
      return
    }
    let isConflict = verdicts.contains { if case .conflict = $0 { true } else { false } }
    let isRefused = verdicts.contains { if case .refused = $0 { true } else { false } }
    guard !isConflict, !isRefused else { return leaveOut(group, of: lines, verdicts, isConflict: isConflict) }
    for (row, verdict) in zip(group, verdicts) {
      guard case .new = verdict else {
        acknowledgement.duplicates.append(row)
        continue
      }
      accepted.append(row)
      if known[lines.lines[row].id] == .deleted { restored.append(lines.lines[row].id) }
    }
    known.merge(added) { _, new in new }
    if group.count > 1, case .new? = verdicts.first { linked.append(group) }
  }

  /// Stores nothing of a group: what is stored already is a duplicate all the same.
  private mutating func leaveOut(
    _ group: Range<Int>, of lines: SampleLines, _ verdicts: [Verdict], isConflict: Bool
  ) {
    for (row, verdict) in zip(group, verdicts) {
      if case .refused(let reason) = verdict {
        acknowledgement.refused.append(BatchAcknowledgement.Refusal(line: row, reason: reason))
      } else if known[lines.lines[row].id] == .stored(lines.lines[row].digest) {
        acknowledgement.duplicates.append(row)
      } else if isConflict {
        acknowledgement.conflicts.append(row)
      } else {
        let reason = "another sample of its group cannot be kept"
        acknowledgement.refused.append(BatchAcknowledgement.Refusal(line: row, reason: reason))
      }
    }
  }

  private func judge(_ line: SampleLine, _ known: KnownID?) -> Verdict {
    switch known {
    case nil: .new
    case .deleted?: restoresDeleted ? .new : .deleted
    case .stored(let digest)?: digest == line.digest ? .duplicate : .conflict
    }
  }
}
