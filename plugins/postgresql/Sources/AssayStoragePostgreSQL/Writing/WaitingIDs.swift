import HealthPlugins

/// Ids that came with their samples, which are kept in a table of their own, each once in the store.
///
/// They wait here while the rows of samples are copied: two tables cannot be copied into at the same time on one connection.
struct WaitingIDs {
  private static let most = 50_000

  private var rows = CopyRows(columns: 5)

  /// Whether they should be stored before more come.
  var isFull: Bool { rows.count >= Self.most }

  /// Adds the id of a sample.
  mutating func append(_ row: NewRow, digest: UInt64) {
    rows.beginRow()
    rows.append(row.id)
    rows.append(Int64(bitPattern: digest))
    rows.append(row.place.start)
    rows.append(row.place.subject)
    rows.append(row.place.type)
  }

  mutating func store(_ connection: ServerConnection) throws(PluginError) {
    guard rows.count > 0 else { return }
    try connection.copy("COPY assay_ids (id, digest, start_us, subject, type) FROM STDIN (FORMAT binary)", rows)
    rows.removeRows()
  }
}
