import HealthModel
import HealthStorage

/// Looks at rows for what SQL does not decide: metadata, and conditions that the query has no field for.
struct RowFilter {
  private var metadata: MetadataFilter?
  private var condition: ConditionFilter?

  struct Places {
    var id: Int32
    var start: Int32
    var metadata: Int32
  }

  /// Prepares what SQL leaves of a query; `nil` when it decides all.
  init?(_ query: SampleQuery, in scope: ReadScope) throws {
    metadata = MetadataFilter(query, registry: scope.registry)
    condition = try ConditionFilter(query, in: scope)
    if metadata == nil, condition == nil { return nil }
  }

  mutating func matches(_ row: PreparedStatement, at places: Places, type: Int) throws -> Bool {
    if metadata?.matches(row, column: places.metadata, type: type) == false { return false }
    return try condition?.matches(row, at: places, type: type) ?? true
  }
}

/// Reads the whole sample of a row, with its members, to ask a condition of it.
private struct ConditionFilter {
  private let scope: ReadScope
  private let filter: SampleFilter
  private let sample: PreparedStatement
  private var groups: GroupReader

  init?(_ query: SampleQuery, in scope: ReadScope) throws {
    guard let condition = query.condition else { return nil }
    var conditions = SampleQuery()
    conditions.condition = condition
    filter = SampleFilter(conditions, registry: scope.registry)
    self.scope = scope
    groups = GroupReader(scope)
    sample = try PreparedStatement(
      "SELECT \(SelectStatement.columns) FROM assay_samples s WHERE s.type = ?1 AND s.start_us = ?2 AND s.id = ?3",
      in: scope.db)
  }

  mutating func matches(_ row: PreparedStatement, at places: RowFilter.Places, type: Int) throws -> Bool {
    sample.bind(1, scope.stored.numbers[type])
    sample.bind(2, row.integer(places.start))
    sample.bind(3, blob: row.bytes(places.id))
    defer { sample.reset() }
    guard try sample.step() else { return false }
    try groups.append(sample, type: type)
    let batch = groups.take()
    return filter.matches(0, members: 1..<batch.count, of: batch)
  }
}

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

  mutating func matches(_ row: PreparedStatement, column: Int32, type: Int) -> Bool {
    sample.type[0] = Int32(truncatingIfNeeded: type)
    sample.arena.removeAll(keepingCapacity: true)
    sample.metadata[0] = row.append(column, to: &sample.arena)
    return filter.matches(0, members: 1..<1, of: sample)
  }
}
