import HealthModel
import HealthPlugins
import HealthStorage

/// The additions and deletions, commit by commit.
///
/// A sample that was added and deleted since is no longer there to be passed on, so it comes as deleted only.
struct ChangePager {
  private let connection: ServerConnection
  private let query: ChangeQuery
  private let types: StoredTypes
  /// The requested types; `nil` for all.
  private let wanted: [StoredType]?

  /// How many deleted samples are passed on at once.
  private static let fetched = 1000

  init(_ connection: ServerConnection, _ query: ChangeQuery) throws(PluginError) {
    self.connection = connection
    self.query = query
    let types = try StoredTypes(connection)
    self.types = types
    let names = Set(query.types)
    wanted = names.isEmpty ? nil : types.all.filter { names.contains($0.name) }
  }

  func pass(_ body: (ChangeRows) throws(PluginError) -> Bool) throws(PluginError) -> ChangeAnchor {
    let last = try connection.run("SELECT coalesce(max(number), 0) FROM assay_commits").long(0, 0)
    guard query.anchor.commit <= last else {
      throw PluginError(
        .configuration, "the store has come to commit \(last), not to \(query.anchor.commit)", code: .failed)
    }
    var anchor = query.anchor
    var count = 0
    while anchor.commit < last {
      if let limit = query.limit, count >= limit { return anchor }
      let commit = anchor.commit + 1
      guard let passed = try passCommit(commit, body) else { return anchor }
      anchor = ChangeAnchor(commit: commit)
      guard passed > 0 else { continue }
      count += passed
      guard try body(.endOfCommit(commit)) else { return anchor }
    }
    return anchor
  }

  /// Passes the changes of one commit on; the result is how many, or `nil` when no more is wanted.
  private func passCommit(
    _ commit: Int64, _ body: (ChangeRows) throws(PluginError) -> Bool
  ) throws(PluginError) -> Int? {
    let reader = GroupPager(connection, types)
    try reader.pass(additions(of: commit), hasMembers: types.all.contains(where: \.hasMembers)) {
      (page: RowPage) throws(PluginError) -> Bool in try body(.added(page))
    }
    try reader.finish { (page: RowPage) throws(PluginError) -> Bool in try body(.added(page)) }
    if reader.isOver { return nil }
    guard let deleted = try passDeletions(of: commit, body) else { return nil }
    return reader.passed + deleted
  }

  private func additions(of commit: Int64) -> Statement {
    var conditions = WhereClause()
    conditions.add("s.added = \(conditions.bind(.integer(Int32(clamping: commit))))")
    if let wanted { conditions.add("s.type = ANY (\(conditions.bind(.integers(wanted.map(\.number)))))") }
    if query.omitsMembers { conditions.add("NOT EXISTS (SELECT FROM assay_members m WHERE m.member = s.id)") }
    return Statement(
      sql: """
        SELECT \(StoredRow.columns)
        FROM assay_samples s JOIN assay_types t ON t.id = s.type
        WHERE \(conditions.sql) ORDER BY t.name, s.start_us, s.id
        """, values: conditions.values)
  }

  private func passDeletions(
    of commit: Int64, _ body: (ChangeRows) throws(PluginError) -> Bool
  ) throws(PluginError) -> Int? {
    var conditions = WhereClause()
    conditions.add("d.deleted = \(conditions.bind(.long(commit)))")
    if let wanted { conditions.add("d.type = ANY (\(conditions.bind(.integers(wanted.map(\.number)))))") }
    let rows = try connection.rows(
      """
      SELECT d.id, t.name FROM assay_deletions d JOIN assay_types t ON t.id = d.type
      WHERE \(conditions.sql) ORDER BY t.name, d.id
      """, conditions.values)
    var count = 0
    var samples: [DeletedSample] = []
    while let row = try rows.next() {
      samples.append(DeletedSample(id: row.id(0, 0), type: row.text(0, 1)))
      count += 1
      if samples.count == Self.fetched {
        guard try body(.deleted(samples)) else { return nil }
        samples = []
      }
    }
    if !samples.isEmpty {
      guard try body(.deleted(samples)) else { return nil }
    }
    return count
  }
}
