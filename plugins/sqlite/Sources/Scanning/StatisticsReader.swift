import HealthModel
import HealthStorage

/// Computes statistics from what they need of each row, without its texts.
///
/// Sums are added here, in the order of start and id: SQLite's own sum rounds otherwise from version 3.43 on.
struct StatisticsReader {
  let scope: ReadScope

  private static let columns = "s.id, s.start_us, s.end_us, s.value"
  private static let metadata: Int32 = 4

  func run(_ query: SampleQuery) throws -> SampleStatistics {
    var query = query
    if query.limit == nil, query.after == nil { query.sort = .ascending }
    var filter = try RowFilter(query, in: scope)
    let places = RowFilter.Places(id: SampleColumn.id, start: SampleColumn.start, metadata: Self.metadata)
    let columns = filter == nil ? Self.columns : Self.columns + ", s.metadata"
    var statistics = SampleStatistics()
    var batch = SampleBatch()
    var left = query.limit ?? Int.max
    for part in try QueryPlan(query, in: scope).parts where left > 0 {
      let limit = query.limit != nil && filter == nil ? left : nil
      let rows = try part.selection.rows(columns, limit: limit, in: scope.db)
      while left > 0, try rows.step() {
        let isMatch = try filter?.matches(rows, at: places, type: part.type)
        guard isMatch != false else { continue }
        try append(rows, type: part.type, to: &batch)
        left -= 1
        if batch.count >= 4096 {
          try Task.checkCancellation()
          statistics.add(batch)
          batch = SampleBatch()
        }
      }
    }
    statistics.add(batch)
    return statistics
  }

  private func append(_ row: PreparedStatement, type: Int, to batch: inout SampleBatch) throws {
    var sample = SampleRow(type: Int32(truncatingIfNeeded: type), id: row.sampleID(SampleColumn.id) ?? .none)
    if case .number = scope.plans[type].value { sample.value = row.real(SampleColumn.value) }
    if !row.isNull(SampleColumn.end) {
      (sample.start, sample.end) = try row.times(SampleColumn.start, SampleColumn.end)
    }
    batch.append(sample)
  }
}
