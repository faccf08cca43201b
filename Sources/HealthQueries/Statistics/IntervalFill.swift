import HealthModel
import HealthStorage

/// Adds rows for the intervals without samples to an answer.
struct IntervalFill {
  private let query: StatisticsCollectionQuery

  init(_ query: StatisticsCollectionQuery) { self.query = query }

  /// The properties that distinguish the rows of one interval.
  private struct Series: Hashable {
    var subject: SubjectName
    var source: String?
    var value: String?

    init(_ row: Statistics) {
      subject = SubjectName(row.subject)
      source = row.source
      value = row.value
    }
  }

  private struct Place: Hashable {
    var start: Int64
    var series: Series
  }

  /// The rows of all intervals: each subject, source and case in each of them.
  func filled(_ rows: [Statistics]) throws(QueryError) -> [Statistics] {
    guard let first = rows.first else { return rows }
    let edges = try edges(of: rows, from: first)
    var seen: Set<Series> = []
    let series = rows.map(Series.init).filter { seen.insert($0).inserted }
    // A subject's first sample may be later than another's; sources and cases stay in their order.
    let order = series.enumerated().sorted { left, right in
      (left.element.subject, left.offset) < (right.element.subject, right.offset)
    }.map(\.element)
    let (count, isBeyond) = (edges.count - 1).multipliedReportingOverflow(by: order.count)
    guard !isBeyond, count <= IntervalLimit.count else {
      throw QueryError(
        .wrongInterval, "the filled answer has more than \(IntervalLimit.count) rows",
        instead: "ask for longer intervals, for less time or for fewer subjects")
    }
    var known: [Place: Statistics] = [:]
    for row in rows { known[Place(start: row.start, series: Series(row))] = row }
    var filled: [Statistics] = []
    filled.reserveCapacity(count)
    for (start, end) in zip(edges, edges.dropFirst()) {
      for series in order {
        filled.append(
          known[Place(start: start, series: series)]
            ?? Statistics(
              type: first.type, unit: first.unit, start: start, end: end, isLocal: first.isLocal,
              subject: series.subject.name, source: series.source, value: series.value))
      }
    }
    return filled
  }

  /// Where the intervals begin and end: those of the whole requested time, with samples or without.
  private func edges(of rows: [Statistics], from first: Statistics) throws(QueryError) -> [Int64] {
    // Readings of clocks are not instants, so the requested time does not apply to them.
    let earliest: Int64? = first.isLocal ? nil : query.predicate.from
    let latest: Int64? = first.isLocal ? nil : query.predicate.to
    let from = earliest ?? first.start
    let to = max(latest ?? rows.reduce(first.end) { max($0, $1.end) }, from + 1)
    let zone: TimeZoneRules
    switch query.zone {
    case .named(let rules): zone = rules
    case .sample: zone = .utc
    }
    let grid = IntervalGrid(query.interval, anchor: query.anchor, zone: zone)
    var edges = try grid.edges(from: from, to: to, limit: IntervalLimit.count)
    // Intervals are cut to the requested range, as rows are.
    if let earliest { edges[0] = max(edges[0], earliest) }
    if let latest, let last = edges.indices.last, last > 0 { edges[last] = min(edges[last], latest) }
    return edges
  }
}
