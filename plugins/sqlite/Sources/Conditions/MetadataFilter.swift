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
    sample.appendBare(type: 0, id: SampleID.none, start: SampleBatch.noTime, end: SampleBatch.noTime, value: 0)
  }

  /// Whether the metadata in a column meet the conditions.
  mutating func matches(_ row: PreparedStatement, column: Int32, type: Int) -> Bool {
    sample.type[0] = Int32(truncatingIfNeeded: type)
    sample.arena.removeAll(keepingCapacity: true)
    sample.metadata[0] = row.append(column, to: &sample.arena)
    return filter.matches(0, members: 1..<1, of: sample)
  }
}

extension SampleBatch {
  /// Appends a sample that has a type, an id, times and a value, and nothing else.
  mutating func appendBare(type: Int32, id: SampleID, start: Int64, end: Int64, value: Double) {
    self.type.append(type)
    self.id.append(id)
    self.start.append(start)
    self.end.append(end)
    self.value.append(value)
    created.append(Self.noTime)
    startOffset.append(Self.noOffset)
    endOffset.append(Self.noOffset)
    createdOffset.append(Self.noOffset)
    enumCase.append(-1)
    isGivenID.append(false)
    digest.append(0)
    correlation.append(-1)
    role.append(-1)
    source.append(-1)
    device.append(-1)
    subject.append(-1)
    origin.append(-1)
    text.append(.empty)
    metadata.append(.empty)
    original.append(.empty)
    unknown.append(.empty)
    record.append(.empty)
  }
}
