import HealthFormats
import HealthModel

/// Finds members of correlations that were already read as separate records.
///
/// An export writes a member twice: at top level, and inside its correlation, which comes later. Both have the same id;
/// the second is the same sample and is counted once. Ids are kept only for types that are members of some correlation,
/// and only up to a limit. Beyond the limit a repeat counts as a duplicate, so only the counts are less precise.
struct RepeatedMembers {
  private let isMemberType: [Bool]
  private var seen: Set<UInt64> = []
  private static let limit = 500_000

  init(registry: Registry) {
    var types = [Bool](repeating: false, count: registry.types.count)
    for type in registry.types {
      for member in type.shape.members ?? [] {
        if let index = registry.typeIndex(named: member.type) { types[index] = true }
      }
    }
    isMemberType = types
  }

  /// The rows of a batch that are repeats; its records at top level are remembered.
  mutating func repeats(in batch: SampleBatch) -> [Int] {
    guard let export = batch.exportOrigin else { return [] }
    var rows: [Int] = []
    for row in 0..<batch.count where batch.origin[row] == export && isMemberType[Int(batch.type[row])] {
      if batch.correlation[row] >= 0 {
        if seen.contains(batch.id[row].low) { rows.append(row) }
      } else if seen.count < Self.limit {
        seen.insert(batch.id[row].low)
      }
    }
    return rows
  }
}

extension SampleBatch {
  /// The number of the origin that exports give their samples; `nil` when no sample has it.
  var exportOrigin: Int32? {
    let name = Array(AppleHealthFormat.origin.utf8)
    return origins.ranges.firstIndex { arena[$0.indices].elementsEqual(name) }.map { Int32(truncatingIfNeeded: $0) }
  }
}
