import HealthModel
import HealthPlugins
import HealthStorage

/// Computes statistics in the server: what comes over the connection is one row for each type and period.
///
/// Values are added in the order of start and id, as everywhere, so that the last digit is the same. Each period is read
/// and sorted by itself, and begins with the sum of those before it.
struct ServerStatistics {
  private let connection: ServerConnection

  init(_ connection: ServerConnection) { self.connection = connection }

  /// The statistics of the samples that a query selects, members after their correlations left out.
  func statistics(_ query: SampleQuery) throws(PluginError) -> SampleStatistics {
    let question = try PreparedQuery(query, connection)
    var all = Sum()
    for type in question.types {
      all.beginType()
      for var statement in question.statements(of: type, query.sort, columns: Self.columns) {
        if let limit = query.limit {
          if all.statistics.count >= limit { return all.total }
          statement.limit(to: limit - all.statistics.count)
        }
        statement.values.append(.number(all.sum))
        let sum = "$\(statement.values.count)::double precision"
        try all.add(connection.run(Self.summing(statement.sql, after: sum), statement.values))
      }
    }
    return all.total
  }

  /// Samples that are not quantities have the value 0, as the interface has it.
  private static let columns = "coalesce(s.value, 0) AS value, s.start_us, s.end_us, s.id"

  private static func summing(_ samples: String, after sum: String) -> String {
    let isTimed = "start_us > \(StoreTables.noTimeText)"
    let latest = "FROM chosen WHERE \(isTimed) ORDER BY start_us DESC, id DESC LIMIT 1"
    // A sum of lengths may be larger than a bigint holds; the interface lets it run over.
    return """
      WITH chosen AS MATERIALIZED (\(samples))
      SELECT
        count(*),
        (SELECT sum(v) FROM (SELECT \(sum) AS v UNION ALL (SELECT value FROM chosen ORDER BY start_us, id)) a) + 0,
        min(value), max(value),
        min(start_us) FILTER (WHERE \(isTimed)), max(start_us) FILTER (WHERE \(isTimed)),
        (coalesce(sum((end_us - start_us) / 1000000) FILTER (WHERE \(isTimed)), 0))::text,
        coalesce(sum((end_us - start_us) % 1000000) FILTER (WHERE \(isTimed)), 0)::text,
        (SELECT value \(latest)), (SELECT id \(latest))
      FROM chosen
      """
  }

  /// The statistics of several statements together.
  private struct Sum {
    var statistics = SampleStatistics()
    /// The sum of the type that is read.
    private(set) var sum = 0.0
    private var latestID = SampleID.none

    /// Sums of types are added to each other.
    mutating func beginType() {
      statistics.sum += sum
      sum = 0
    }

    /// The statistics with the sum of the type that is read.
    var total: SampleStatistics {
      var total = statistics
      total.sum += sum
      return total
    }

    mutating func add(_ row: QueryResult) {
      statistics.count += Int(clamping: row.long(0, 0))
      sum = row.number(0, 1) ?? sum
      if let least = row.number(0, 2) { statistics.minimum = Swift.min(statistics.minimum ?? least, least) }
      if let most = row.number(0, 3) { statistics.maximum = Swift.max(statistics.maximum ?? most, most) }
      guard !row.isNull(0, 4) else { return }
      let first = row.long(0, 4)
      let last = row.long(0, 5)
      let id = row.id(0, 9)
      let seconds = Int64(row.text(0, 6)) ?? 0
      let rest = Int64(row.text(0, 7)) ?? 0
      statistics.duration &+= seconds &* 1_000_000 &+ rest
      if statistics.lastStart == nil || (last, id) >= (statistics.lastStart ?? last, latestID) {
        statistics.mostRecent = row.number(0, 8)
        latestID = id
      }
      statistics.firstStart = Swift.min(statistics.firstStart ?? first, first)
      statistics.lastStart = Swift.max(statistics.lastStart ?? last, last)
    }
  }
}
