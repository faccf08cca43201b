import HealthModel
import HealthStorage

/// Looks at the metadata of rows of which SQL knows only that the keys can be there.
///
/// SQLite's JSON functions end texts at a NUL, and versions differ in the last digit of numbers; this is what all stores
/// look with.
struct MetadataFilter {
  private let filter: SampleFilter
  /// One sample that has the metadata in question and nothing else.
  private var sample = SampleBatch()

  /// Prepares a query's conditions on metadata; `nil` when it has none.
  init?(_ query: SampleQuery, registry: Registry) {
    guard !query.metadata.isEmpty else { return nil }
    var conditions = SampleQuery()
    conditions.metadata = query.metadata
    filter = SampleFilter(conditions, registry: registry)
    sample.append(SampleRow(type: 0, id: .none))
  }

  /// Whether the metadata in a column meet the conditions.
  mutating func matches(_ row: PreparedStatement, column: Int32, type: Int) -> Bool {
    sample.type[0] = Int32(truncatingIfNeeded: type)
    sample.arena.removeAll(keepingCapacity: true)
    sample.metadata[0] = row.append(column, to: &sample.arena)
    return filter.matches(0, members: 1..<1, of: sample)
  }
}
