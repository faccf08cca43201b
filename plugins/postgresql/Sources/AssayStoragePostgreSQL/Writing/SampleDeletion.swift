import HealthModel
import HealthPluginKit
import HealthStorage

/// Deletes samples within an open transaction.
///
/// A group goes whole: with a correlation those of its members that are in no other one, with a member all
/// correlations that hold it. For an owner, a correlation with anything foreign in it stays, and all of it.
struct SampleDeletion {
  private let transaction: ServerTransaction
  private let owner: String?
  private var connection: ServerConnection { transaction.connection }

  init(_ transaction: ServerTransaction, owner: String?) {
    self.transaction = transaction
    self.owner = owner
  }

  /// Deletes what matches; the result is how many samples.
  func delete(_ query: SampleQuery) throws(PluginError) -> Int {
    let owned = try ownedSources()
    if let owned, owned.isEmpty { return 0 }
    guard try choose(query, owned) > 0 else { return 0 }
    try touch(owned)
    try doom()
    return try remove()
  }

  /// The numbers of the owner's sources; `nil` when everything may be deleted.
  private func ownedSources() throws(PluginError) -> [Int32]? {
    guard let owner else { return nil }
    let found = try connection.run(
      "SELECT id FROM assay_sources WHERE bundle = $1", [.text(StoredText.encoded(owner))])
    return (0..<found.count).map { found.integer($0, 0) }
  }

  /// Notes which samples match.
  private func choose(_ query: SampleQuery, _ owned: [Int32]?) throws(PluginError) -> Int {
    let question = try PreparedQuery(query, connection)
    guard var conditions = question.conditions(ofAll: question.types) else { return 0 }
    if let owned { conditions.add("s.source = ANY (\(conditions.bind(.integers(owned))))") }
    try connection.run("CREATE TEMPORARY TABLE assay_chosen (id uuid PRIMARY KEY) ON COMMIT DROP")
    let chosen = try connection.run(
      "INSERT INTO pg_temp.assay_chosen SELECT s.id FROM assay_samples s WHERE \(conditions.sql)", conditions.values)
    try connection.run("ANALYZE pg_temp.assay_chosen")
    return chosen.affected
  }

  /// Notes which correlations go: those chosen, and those with a chosen member.
  private func touch(_ owned: [Int32]?) throws(PluginError) {
    try connection.run("CREATE TEMPORARY TABLE assay_touched (id uuid PRIMARY KEY) ON COMMIT DROP")
    try connection.run(
      """
      INSERT INTO pg_temp.assay_touched
      SELECT c.id FROM pg_temp.assay_chosen c WHERE EXISTS (SELECT FROM assay_members m WHERE m.correlation = c.id)
      UNION SELECT m.correlation FROM assay_members m JOIN pg_temp.assay_chosen c ON c.id = m.member
      """)
    try connection.run("ANALYZE pg_temp.assay_touched")
    guard let owned else { return }
    try connection.run(
      """
      DELETE FROM pg_temp.assay_touched t USING (
        SELECT id AS correlation, id AS sample FROM pg_temp.assay_touched
        UNION ALL SELECT m.correlation, m.member FROM assay_members m
          JOIN pg_temp.assay_touched k ON k.id = m.correlation
      ) g
      JOIN assay_ids i ON i.id = g.sample
      JOIN assay_samples s ON s.type = i.type AND s.start_us = i.start_us AND s.id = i.id
      WHERE t.id = g.correlation AND (s.source = ANY ($1)) IS NOT TRUE
      """, [.integers(owned)])
  }

  /// Notes which samples go: what was chosen and the members of what goes, but for members of what stays.
  private func doom() throws(PluginError) {
    try connection.run(
      """
      CREATE TEMPORARY TABLE assay_doomed (
        id uuid PRIMARY KEY, type integer NOT NULL, start_us bigint NOT NULL) ON COMMIT DROP
      """)
    try connection.run(
      """
      INSERT INTO pg_temp.assay_doomed
      SELECT i.id, i.type, i.start_us FROM assay_ids i JOIN (
        SELECT id FROM pg_temp.assay_chosen
        UNION SELECT id FROM pg_temp.assay_touched
        UNION SELECT m.member FROM assay_members m JOIN pg_temp.assay_touched t ON t.id = m.correlation
      ) d ON d.id = i.id
      WHERE NOT EXISTS (
        SELECT FROM assay_members m WHERE m.member = i.id
          AND NOT EXISTS (SELECT FROM pg_temp.assay_touched t WHERE t.id = m.correlation))
      AND NOT EXISTS (
        SELECT FROM assay_members m WHERE m.correlation = i.id
          AND NOT EXISTS (SELECT FROM pg_temp.assay_touched t WHERE t.id = m.correlation))
      """)
    try connection.run("ANALYZE pg_temp.assay_doomed")
  }

  /// Deletes them, and leaves their ids.
  private func remove() throws(PluginError) -> Int {
    let deleted = try connection.run(
      """
      INSERT INTO assay_deletions (id, type, deleted) SELECT id, type, $1 FROM pg_temp.assay_doomed ORDER BY id
      """, [.long(transaction.number)]
    ).affected
    guard deleted > 0 else { return 0 }
    let shared = try sharedTexts()
    try connection.run(
      """
      DELETE FROM assay_samples s USING pg_temp.assay_doomed d
      WHERE s.type = d.type AND s.start_us = d.start_us AND s.id = d.id
      """)
    try connection.run("DELETE FROM assay_ids i USING pg_temp.assay_doomed d WHERE i.id = d.id")
    try connection.run("DELETE FROM assay_members m USING pg_temp.assay_doomed d WHERE m.correlation = d.id")
    for text in shared { try forget(text) }
    try connection.run(
      "INSERT INTO assay_commits (number, added, deleted) VALUES ($1, 0, $2)",
      [.long(transaction.number), .long(Int64(deleted))])
    return deleted
  }

  // MARK: Texts that no sample shares any more

  /// A subject, source or device.
  private struct SharedText {
    /// The column of samples that holds its number.
    var column: String
    var number: Int32
  }

  /// The rows that the doomed samples share with others.
  private func sharedTexts() throws(PluginError) -> [SharedText] {
    var texts: [SharedText] = []
    for column in ["subject", "source", "device"] {
      let found = try connection.run(
        """
        SELECT DISTINCT s.\(column) FROM assay_samples s JOIN pg_temp.assay_doomed d
          ON s.type = d.type AND s.start_us = d.start_us AND s.id = d.id
        WHERE s.\(column) IS NOT NULL
        """)
      texts += (0..<found.count).map { SharedText(column: column, number: found.integer($0, 0)) }
    }
    return texts
  }

  /// Deletes a text when it was the last sample's: who is deleted is not to be found in the list of subjects.
  private func forget(_ text: SharedText) throws(PluginError) {
    try connection.run(
      """
      DELETE FROM assay_\(text.column)s x
      WHERE x.id = $1 AND NOT EXISTS (SELECT FROM assay_samples s WHERE s.\(text.column) = $1)
      """, [.integer(text.number)])
  }
}
