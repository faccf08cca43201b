import HealthModel
import HealthPlugins
import HealthStorage

/// Answers questions: each sees what is committed as of one moment, on a connection that never writes.
final class StoreReader {
  let connection: ServerConnection

  init(_ connection: ServerConnection) { self.connection = connection }

  /// Whether the server is gone.
  var isLost: Bool { connection.isLost }

  /// Begins to see the store as of one moment; `endSnapshot` must follow.
  func beginSnapshot() throws(PluginError) {
    try connection.run(script: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  }

  /// Ends it; on a lost connection there is nothing to end.
  func endSnapshot() { _ = try? connection.run(script: "ROLLBACK") }

  func query(_ query: SampleQuery, _ body: (RowPage) throws(PluginError) -> Bool) throws(PluginError) {
    try beginSnapshot()
    defer { endSnapshot() }
    let question = try PreparedQuery(query, connection)
    let reader = GroupPager(connection, try StoredTypes(connection))
    for type in question.types {
      for var statement in question.statements(of: type, query.sort, columns: StoredRow.columns) {
        if let limit = query.limit {
          if reader.passed >= limit { break }
          statement.limit(to: limit - reader.passed)
        }
        try reader.pass(statement, hasMembers: type.hasMembers, body)
        if reader.isOver { return }
      }
    }
    try reader.finish(body)
  }

  func scan(
    _ query: SampleQuery, _ columns: SampleScan.Columns, _ body: (ColumnPage) throws(PluginError) -> Bool
  ) throws(PluginError) {
    try beginSnapshot()
    defer { endSnapshot() }
    let question = try PreparedQuery(query, connection)
    let reader = ColumnPager(connection, columns)
    for type in question.types {
      for statement in question.statements(of: type, .ascending, columns: StoredRow.columns) {
        try reader.pass(statement, body)
        if reader.isOver { return }
      }
    }
    try reader.finish(body)
  }

  func statistics(_ query: SampleQuery) throws(PluginError) -> SampleStatistics {
    try beginSnapshot()
    defer { endSnapshot() }
    return try ServerStatistics(connection).statistics(query)
  }

  func changes(
    _ query: ChangeQuery, _ body: (ChangeRows) throws(PluginError) -> Bool
  ) throws(PluginError) -> ChangeAnchor {
    try beginSnapshot()
    defer { endSnapshot() }
    return try ChangePager(connection, query).pass(body)
  }

  /// The notes whose keys begin so.
  ///
  /// Who is going to import waits for the writers' lock: the writer before may be the rest of an import that was
  /// killed, and it must be seen how far that came.
  func notes(prefix: String, behind lock: StoreLock?) throws(PluginError) -> [(key: String, text: String)] {
    guard let lock else { return try Notes.all(prefix: prefix, connection) }
    return try lock.behind(connection) { () throws(PluginError) in try Notes.all(prefix: prefix, connection) }
  }

  func counts() throws(PluginError) -> [StoredTypeCount] {
    let found = try connection.run(
      """
      SELECT name, samples FROM assay_types WHERE samples > 0 ORDER BY name
      """)
    return (0..<found.count).map {
      StoredTypeCount(type: found.text($0, 0), count: Int(clamping: found.long($0, 1)))
    }
  }

  func information() throws(PluginError) -> StoreInformation {
    try beginSnapshot()
    defer { endSnapshot() }
    return try ServerFacts.information(connection)
  }

  func verify() throws(PluginError) -> [StoreFault] {
    try beginSnapshot()
    defer { endSnapshot() }
    return try ConsistencyCheck(connection).faults()
  }
}

extension Statement {
  /// Ends the answer after a number of rows.
  mutating func limit(to count: Int) {
    values.append(.long(Int64(count)))
    sql += " LIMIT $\(values.count)"
  }
}
