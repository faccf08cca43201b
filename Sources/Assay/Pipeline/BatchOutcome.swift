import HealthModel
import HealthStorage
import HealthValidation

/// The effect of a store's answer on the counts, and on the records of a batch.
struct BatchOutcome: Sendable {
  /// Members that this run read before, and that count once whatever the store made of them.
  private(set) var repeats: [Int] = []
  private(set) var duplicates: [Int] = []
  private(set) var conflicts: [Int] = []
  private(set) var refused: [Int] = []
  private(set) var kept: [KeptRecord] = []

  struct KeptRecord: Sendable, Hashable {
    var row: Int
    var reason: String?

    var isConflict: Bool { reason == nil }
  }

  init(
    _ receipt: AppendReceipt, of batch: SampleBatch, repeats known: [Int] = [], isResumed: Bool = false
  ) throws(StorageError) {
    let outcomes = receipt.outcomes
    guard outcomes.count == batch.count else {
      throw StorageError(.failed, "the store answered for \(outcomes.count) samples of \(batch.count)")
    }
    let isRepeat = Self.repeats(outcomes, batch, known, isResumed)
    repeats = isRepeat.sorted()
    for (row, outcome) in outcomes.enumerated() where !isRepeat.contains(row) {
      switch outcome {
      case .accepted: break
      case .duplicate: duplicates.append(row)
      case .conflict:
        conflicts.append(row)
        keep(KeptRecord(row: row), of: batch)
      case .refused:
        refused.append(row)
        keep(KeptRecord(row: row, reason: Self.reason(of: row, receipt, batch)), of: batch)
      }
    }
  }

  /// The rows of members that this run read before, and of those that are taken for such members.
  ///
  /// A resumed run does not know what was read before the interruption, and takes a stored member of a new correlation
  /// for that. In any other run only what it read itself counts, so that the number of samples read does not depend on
  /// what other inputs left in the store.
  private static func repeats(
    _ outcomes: [AppendReceipt.Outcome], _ batch: SampleBatch, _ known: [Int], _ isResumed: Bool
  ) -> Set<Int> {
    var repeats = Set(known)
    if isResumed, let export = batch.exportOrigin {
      for row in outcomes.indices where batch.correlation[row] >= 0 && batch.origin[row] == export {
        if outcomes[row] == .duplicate, outcomes[Int(batch.correlation[row])] == .accepted { repeats.insert(row) }
      }
    }
    return repeats
  }

  /// The reason that the store gave for a sample, or for another one of its group.
  private static func reason(of row: Int, _ receipt: AppendReceipt, _ batch: SampleBatch) -> String {
    if let reason = receipt.reasons[row] { return reason }
    let head = batch.correlation[row] >= 0 ? Int(batch.correlation[row]) : row
    return batch.group(at: head).lazy.compactMap { receipt.reasons[$0] }.first ?? "it does not say why"
  }

  /// Several samples may be in one record; it is kept once.
  private mutating func keep(_ record: KeptRecord, of batch: SampleBatch) {
    if let last = kept.last, last.isConflict == record.isConflict, Self.isSameRecord(last.row, record.row, batch) {
      return
    }
    kept.append(record)
  }

  /// Whether two samples are in one record; samples that were not read from an input have no places, so their groups
  /// decide.
  private static func isSameRecord(_ first: Int, _ second: Int, _ batch: SampleBatch) -> Bool {
    let place = batch.record[first]
    guard place.isEmpty else { return place == batch.record[second] }
    func head(_ row: Int) -> Int { batch.correlation[row] < 0 ? row : Int(batch.correlation[row]) }
    return head(first) == head(second)
  }
}

extension ChunkResult {
  /// Records samples that the store rejects: a finding, and a place in quarantine, for each record.
  mutating func take(_ outcome: BatchOutcome) {
    repeats = outcome.repeats
    for record in outcome.kept {
      let place = batch.record[record.row]
      let code: DiagnosticCode = record.isConflict ? .uuidConflict : .storeRefused
      reasons[findings.count] = record.reason
      scoped.addFinding(atRow: record.row, after: findings.count)
      findings.append(
        Finding(
          code, severity: .error, at: FindingPlace(record.isConflict ? .uuid : nil),
          span: ByteRange(Int(place.start)..<Int(place.start) + 1), record: place, type: batch.type[record.row],
          uuid: batch.id[record.row]))
      refused.append(
        RefusedPlace(
          span: place, findings: findings.count - 1..<findings.count, isConflict: record.isConflict))
      isInOrder = false
    }
  }
}
