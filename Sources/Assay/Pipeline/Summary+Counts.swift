import HealthModel
import HealthReports
import HealthStorage
import HealthValidation

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
    read += result.total.read
    accepted += result.total.accepted
    refused += result.total.refused
    if result.total.fixed > 0 { fixed = (fixed ?? 0) + result.total.fixed }
    files[0].read += result.total.read
    files[0].accepted += result.total.accepted
    files[0].refused += result.total.refused
    for (index, tally) in result.byType.enumerated() where tally.read > 0 {
      let id = registry.types[index].id
      byType[id, default: TypeCounts()].read += tally.read
      byType[id, default: TypeCounts()].accepted += tally.accepted
      byType[id, default: TypeCounts()].refused += tally.refused
    }
  }

  /// Moves samples that a store did not take from the accepted ones.
  mutating func add(_ outcome: BatchOutcome, of batch: SampleBatch, _ registry: Registry) {
    let refusals = outcome.refused.count
    let others = outcome.duplicates.count + outcome.conflicts.count
    duplicates = (duplicates ?? 0) + outcome.duplicates.count
    conflicts = (conflicts ?? 0) + outcome.conflicts.count
    accepted -= others + refusals
    refused += refusals
    files[0].accepted -= others + refusals
    files[0].refused += refusals
    for rows in [outcome.duplicates, outcome.conflicts] {
      for row in rows { byType[registry.types[Int(batch.type[row])].id, default: TypeCounts()].accepted -= 1 }
    }
    for row in outcome.refused {
      let id = registry.types[Int(batch.type[row])].id
      byType[id, default: TypeCounts()].accepted -= 1
      byType[id, default: TypeCounts()].refused += 1
    }
  }

  mutating func discount(repeats: [Int], of batch: SampleBatch, _ registry: Registry) {
    read -= repeats.count
    accepted -= repeats.count
    files[0].read -= repeats.count
    files[0].accepted -= repeats.count
    for row in repeats {
      let id = registry.types[Int(batch.type[row])].id
      byType[id, default: TypeCounts()].read -= 1
      byType[id, default: TypeCounts()].accepted -= 1
    }
  }

  mutating func addUnreadRecord() {
    records += 1
    read += 1
    refused += 1
    files[0].read += 1
    files[0].refused += 1
  }

  mutating func count(_ code: DiagnosticCode, _ severity: Severity, type: String?, times: Int = 1) {
    count(code, severity, times: times)
    if severity == .warning, let type { byType[type, default: TypeCounts()].warnings += times }
  }
}
