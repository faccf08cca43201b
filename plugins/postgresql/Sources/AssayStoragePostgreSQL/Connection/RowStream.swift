import HealthPlugins

/// The rows of a statement, read one by one.
///
/// Rows that are not read are dropped when the connection runs its next statement.
struct RowStream {
  private let connection: ServerConnection

  init(_ connection: ServerConnection) { self.connection = connection }

  /// The next row, as a result of one row; `nil` after the last one.
  func next() throws(PluginError) -> QueryResult? {
    while let result = try connection.nextResult() {
      if result.count > 0 { return result }
    }
    return nil
  }
}
