import HealthModel
import HealthStorage

/// Answers queries: type by type in the order of their ids, each in the order of its key or, by end, as SQLite sorts it,
/// so that memory does not grow with the answer.
struct SampleReader {
  let scope: ReadScope

  /// Passes the samples that match to a function until it returns `false`.
  func run(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) throws {
    var groups = GroupReader(scope)
    var filter = try RowFilter(query, in: scope)
    let places = RowFilter.Places(id: SampleColumn.id, start: SampleColumn.start, metadata: SampleColumn.metadata)
    var left = query.limit ?? Int.max
    for part in try QueryPlan(query, in: scope).parts where left > 0 {
      let limit = query.limit != nil && filter == nil ? left : nil
      let heads = try part.selection.rows(SelectStatement.columns, limit: limit, in: scope.db)
      while left > 0, try heads.step() {
        let isMatch = try filter?.matches(heads, at: places, type: part.type)
        guard isMatch != false else { continue }
        try groups.append(heads, type: part.type)
        left -= 1
        if groups.isFull, try !body(groups.take()) { return }
      }
    }
    if !groups.isEmpty { _ = try body(groups.take()) }
  }

  /// How many samples each type has, in the order of the types' ids.
  static func counts(in db: Database, registry: Registry) throws -> [StoredTypeCount] {
    let statement = try PreparedStatement(
      "SELECT t.name, count(*) FROM assay_types t CROSS JOIN assay_samples s ON s.type = t.id GROUP BY t.id", in: db)
    var counts: [StoredTypeCount] = []
    while try statement.step() {
      let type = registry.type(named: statement.text(0))?.id ?? statement.text(0)
      counts.append(StoredTypeCount(type: type, count: Int(statement.integer(1))))
    }
    return counts.sorted { $0.type.utf8.lexicographicallyPrecedes($1.type.utf8) }
  }
}
