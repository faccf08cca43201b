import HealthModel
import HealthReports
import HealthStorage
import HealthValidation

/// The effect of a store's answer on the counts, and on the records of a batch.
struct BatchOutcome: Sendable {
  /// Members that this run read before, and that count once whatever the store made of them.
  private(set) var repeats: [Int] = []
  private(set) var duplicates: [Int] = []
  private(set) var conflicts: [Int] = []
  private(set) var refused: [Int] = []
  private(set) var rejected: [Rejection] = []

  /// A record of which the store does not take a sample; without a reason it has another one with that id.
  struct Rejection: Sendable, Hashable {
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
        reject(Rejection(row: row), of: batch)
      case .refused:
        refused.append(row)
        reject(Rejection(row: row, reason: Self.reason(of: row, receipt, batch)), of: batch)
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
  private mutating func reject(_ record: Rejection, of batch: SampleBatch) {
    if let last = rejected.last, last.isConflict == record.isConflict, Self.isSameRecord(last.row, record.row, batch) {
      return
    }
    rejected.append(record)
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
  mutating func addRejected(_ outcome: BatchOutcome) {
    repeats = outcome.repeats
    for record in outcome.rejected {
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
        RefusedSpan(
          reason: record.isConflict ? .conflict : .refused, span: place, findings: findings.count - 1..<findings.count))
      isInOrder = false
    }
  }
}

/// The counts of one input; its file has the same numbers.
extension Summary {
  var counts: ImportCounts {
    var counts = ImportCounts()
    counts.read = read
    counts.accepted = accepted
    counts.duplicates = duplicates ?? 0
    counts.conflicts = conflicts ?? 0
    counts.refused = refused
    return counts
  }

  mutating func add(_ result: ChunkResult, _ registry: Registry) {
    records += result.records
    count(withdrawn: result.withdrawn)
    add(read: result.total.read, accepted: result.total.accepted, refused: result.total.refused)
    if result.total.fixed > 0 { fixed = (fixed ?? 0) + result.total.fixed }
    for (index, tally) in result.byType.enumerated() where tally.read > 0 {
      add(registry.types[index].id, read: tally.read, accepted: tally.accepted, refused: tally.refused)
    }
  }

  /// Moves samples that a store did not take from the accepted ones.
  mutating func add(_ outcome: BatchOutcome, of batch: SampleBatch, _ registry: Registry) {
    let refusals = outcome.refused.count
    let others = outcome.duplicates.count + outcome.conflicts.count
    duplicates = (duplicates ?? 0) + outcome.duplicates.count
    conflicts = (conflicts ?? 0) + outcome.conflicts.count
    add(accepted: -others - refusals, refused: refusals)
    for row in outcome.duplicates + outcome.conflicts { add(registry.types[Int(batch.type[row])].id, accepted: -1) }
    for row in outcome.refused { add(registry.types[Int(batch.type[row])].id, accepted: -1, refused: 1) }
  }

  mutating func discount(repeats: [Int], of batch: SampleBatch, _ registry: Registry) {
    add(read: -repeats.count, accepted: -repeats.count)
    for row in repeats { add(registry.types[Int(batch.type[row])].id, read: -1, accepted: -1) }
  }

  mutating func addUnreadRecord() {
    records += 1
    add(read: 1, refused: 1)
  }

  private mutating func add(read: Int = 0, accepted: Int = 0, refused: Int = 0) {
    self.read += read
    self.accepted += accepted
    self.refused += refused
    files[0].read += read
    files[0].accepted += accepted
    files[0].refused += refused
  }

  private mutating func add(_ type: String, read: Int = 0, accepted: Int = 0, refused: Int = 0) {
    byType[type, default: TypeCounts()].read += read
    byType[type, default: TypeCounts()].accepted += accepted
    byType[type, default: TypeCounts()].refused += refused
  }

  mutating func count(_ code: DiagnosticCode, _ severity: Severity, type: String?, times: Int = 1) {
    count(code, severity, times: times)
    if severity == .warning, let type { byType[type, default: TypeCounts()].warnings += times }
  }
}

/// Findings of one kind that came in a row: they go into the numbers together, whose names are looked up once then.
struct FindingCount {
  private var code = DiagnosticCode.encoding
  private var severity = Severity.error
  private var type: Int32 = -1
  private var count = 0
  private var uncounted = 0
  /// Whether they are only counted; once one is not shown, those after it are not.
  private(set) var isUnshown = false
  private(set) var isShown = false
  private(set) var name: String?

  /// Counts a finding of the kind that is being counted.
  ///
  /// - Returns: whether it was; whether it is shown is known then, unless some report showed the one before.
  mutating func add(_ finding: borrowing Finding) -> Bool {
    guard count > 0, finding.code == code, finding.severity == severity, finding.type == type else { return false }
    count += 1
    uncounted += 1
    return true
  }

  /// Counts the first finding of a kind, which the reporter counts itself if it shows it.
  mutating func begin(_ finding: borrowing Finding, _ name: String?, isShown: Bool) {
    code = finding.code
    severity = finding.severity
    type = finding.type
    self.name = name
    self.isShown = isShown
    count = 1
  }

  mutating func addUnshown() {
    // The reporter did not count the first one, then.
    if count == 1 { uncounted = 1 }
    isUnshown = true
  }

  mutating func move(to summary: inout Summary, _ reporter: Reporter?, _ thresholds: InputThresholds?) {
    if count > 0 {
      summary.count(code, severity, type: name, times: count)
      thresholds?.count(code, severity, times: count, into: &summary)
    }
    if uncounted > 0 { reporter?.count(code, severity, type: name, times: uncounted) }
    count = 0
    uncounted = 0
    isUnshown = false
  }

  /// Whether the finding that was counted last is the first of its kind.
  var isFirst: Bool { count == 1 }
}
