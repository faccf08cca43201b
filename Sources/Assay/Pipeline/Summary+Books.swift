import HealthModel
import HealthReports
import HealthStorage
import HealthValidation

/// The books of one input, whose numbers stand in its file as well.
extension Summary {
  /// The numbers that a store keeps with an import.
  var books: ImportBooks {
    var books = ImportBooks()
    books.read = read
    books.accepted = accepted
    books.duplicates = duplicates ?? 0
    books.conflicts = conflicts ?? 0
    books.refused = refused
    return books
  }

  /// Adds what was read in a chunk.
  mutating func add(_ result: ChunkResult, _ registry: Registry) {
    records += result.records
    read += result.total.read
    accepted += result.total.accepted
    refused += result.total.refused
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
  mutating func add(_ settlement: BatchOutcome, of batch: SampleBatch, _ registry: Registry) {
    let refusals = settlement.refused.count
    let others = settlement.duplicates.count + settlement.conflicts.count
    duplicates = (duplicates ?? 0) + settlement.duplicates.count
    conflicts = (conflicts ?? 0) + settlement.conflicts.count
    accepted -= others + refusals
    refused += refusals
    files[0].accepted -= others + refusals
    files[0].refused += refusals
    for rows in [settlement.duplicates, settlement.conflicts] {
      for row in rows { byType[registry.types[Int(batch.type[row])].id, default: TypeCounts()].accepted -= 1 }
    }
    for row in settlement.refused {
      let id = registry.types[Int(batch.type[row])].id
      byType[id, default: TypeCounts()].accepted -= 1
      byType[id, default: TypeCounts()].refused += 1
    }
  }

  /// Takes members out that were read before as records of their own.
  mutating func discount(twins: [Int], of batch: SampleBatch, _ registry: Registry) {
    read -= twins.count
    accepted -= twins.count
    files[0].read -= twins.count
    files[0].accepted -= twins.count
    for row in twins {
      let id = registry.types[Int(batch.type[row])].id
      byType[id, default: TypeCounts()].read -= 1
      byType[id, default: TypeCounts()].accepted -= 1
    }
  }

  /// Adds a record that cannot be read, which counts as one sample.
  mutating func addUnreadRecord() {
    records += 1
    read += 1
    refused += 1
    files[0].read += 1
    files[0].refused += 1
  }

  /// Counts findings about an input or samples of it.
  mutating func count(_ code: DiagnosticCode, _ severity: Severity, type: String?, times: Int = 1) {
    count(code, severity, times: times)
    if severity == .warning, let type { byType[type, default: TypeCounts()].warnings += times }
  }
}
