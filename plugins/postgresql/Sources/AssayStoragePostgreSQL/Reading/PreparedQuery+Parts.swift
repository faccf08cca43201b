import HealthModel
import HealthStorage

/// The statements of a question: an answer is in the order of types, so each type has its own, which reads along the
/// key.
extension PreparedQuery {
  /// A part of an answer that one statement gives.
  enum Part: Hashable {
    /// Samples of any time.
    case all
    /// Those without a time, which come first in a backward order as well.
    case untimed
    case timed
  }

  /// The statements that answer together for one type and one direction, in order; the columns are of rows `s`, and no
  /// limit is set.
  ///
  /// The samples of one subject are in order in the index. Those of several are sorted, a period at a time: so the first
  /// ones come early, and no sort is larger than a period.
  func statements(of type: StoredType, _ sort: SampleQuery.Sort, columns: String) -> [Statement] {
    let parts: [Part] = sort.isDescending ? [.untimed, .timed] : [.all]
    return parts.flatMap { part -> [Statement] in
      guard part != .untimed, !sort.isByEnd, !isOfOneSubject, !isOfIDs, periods.count > 1 else {
        return [statement(of: type, part, nil, sort, columns)].compactMap { $0 }
      }
      let ordered = sort.isDescending ? periods.reversed() : periods
      return ordered.compactMap { statement(of: type, part, $0, sort, columns) }
    }
  }

  private func statement(
    of type: StoredType, _ part: Part, _ period: Period?, _ sort: SampleQuery.Sort, _ columns: String
  ) -> Statement? {
    guard var conditions = self.conditions(ofAll: [type]) else { return nil }
    if let period {
      guard mayMatch(period, longest: type.longest) else { return nil }
      if let start = period.start { conditions.add("s.start_us >= \(conditions.bind(.long(start)))") }
      if let end = period.end { conditions.add("s.start_us < \(conditions.bind(.long(end)))") }
    }
    let time = sort.isByEnd ? "s.end_us" : "s.start_us"
    switch part {
    case .all: break
    case .untimed: conditions.add("s.start_us = \(conditions.bind(.long(StoreTables.noTime)))")
    case .timed: conditions.add("s.start_us > \(conditions.bind(.long(StoreTables.noTime)))")
    }
    guard addPlace(type, part, sort, time, &conditions) else { return nil }
    let order = part == .timed && sort.isDescending ? "\(time) DESC" : time
    return Statement(
      sql: "SELECT \(columns) FROM \(conditions.from) WHERE \(conditions.sql) ORDER BY \(order), s.id",
      values: conditions.values)
  }

  /// Adds that a sample comes after the last one of the page before; `false` when none of the part does.
  private func addPlace(
    _ type: StoredType, _ part: Part, _ sort: SampleQuery.Sort, _ time: String, _ conditions: inout WhereClause
  ) -> Bool {
    guard let after else { return true }
    guard after.type == type.name else { return after.type.utf8.lexicographicallyPrecedes(type.name.utf8) }
    switch (part, after.time) {
    case (.untimed, nil): conditions.add("s.id > \(conditions.bind(.id(after.id)))")
    case (.untimed, _?): return false
    case (.timed, nil): break
    case (.timed, let moment?):
      let place = conditions.bind(.long(moment))
      let id = conditions.bind(.id(after.id))
      conditions.add("\(time) <= \(place) AND (\(time) < \(place) OR s.id > \(id))")
    case (.all, let moment):
      let place = conditions.bind(.long(moment ?? StoreTables.noTime))
      conditions.add("(\(time), s.id) > (\(place), \(conditions.bind(.id(after.id))))")
    }
    return true
  }
}
