import HealthModel
import HealthPlugins
import HealthStorage

/// Deletes samples within an open transaction.
///
/// A group goes whole: with a correlation those of its members that are in no other one, with a member all
/// correlations that hold it. For an owner, a correlation with anything foreign in it stays, and all of it.
struct SampleDeletion {
  private let transaction: ServerTransaction
  private let owner: String?
  private var connection: ServerConnection { transaction.connection }
  /// The columns that find a row, as those of a table.
  private static let place = "id uuid PRIMARY KEY, subject integer, type integer, start_us bigint"

  init(_ transaction: ServerTransaction, owner: String?) {
    self.transaction = transaction
    self.owner = owner
  }

  /// Deletes what matches; the result is how many samples.
  func delete(_ query: SampleQuery) throws(PluginError) -> Int {
    let owned = try ownedForms()
    if let owned, owned.isEmpty { return 0 }
    guard try choose(query, owned) > 0 else { return 0 }
    try touch(owned)
    try doom()
    return try remove()
  }

  /// The numbers of the forms with the owner's sources; `nil` when everything may be deleted.
  private func ownedForms() throws(PluginError) -> [Int32]? {
    guard let owner else { return nil }
    let found = try connection.run(
      "SELECT f.id FROM assay_forms f JOIN assay_sources x ON x.id = f.source WHERE x.bundle = $1",
      [.text(StoredText.encoded(owner))])
    return (0..<found.count).map { found.integer($0, 0) }
  }

  /// Notes which samples match.
  private func choose(_ query: SampleQuery, _ owned: [Int32]?) throws(PluginError) -> Int {
    let question = try PreparedQuery(query, connection)
    guard var conditions = question.conditions(ofAll: question.types) else { return 0 }
    if let owned { conditions.add("s.form = ANY (\(conditions.bind(.integers(owned))))") }
    try connection.run("CREATE TEMPORARY TABLE assay_chosen (\(Self.place)) ON COMMIT DROP")
    let chosen = try connection.run(
      """
      INSERT INTO pg_temp.assay_chosen SELECT s.id, s.subject, s.type, s.start_us FROM \(conditions.from)
      WHERE \(conditions.sql)
      """, conditions.values)
    try connection.run("ANALYZE pg_temp.assay_chosen")
    return chosen.affected
  }

  /// Notes which correlations go: those chosen, and those with a chosen member.
  private func touch(_ owned: [Int32]?) throws(PluginError) {
    try connection.run("CREATE TEMPORARY TABLE assay_touched (\(Self.place)) ON COMMIT DROP")
    try connection.run(
      """
      INSERT INTO pg_temp.assay_touched
      SELECT c.* FROM pg_temp.assay_chosen c WHERE EXISTS (SELECT FROM assay_members m WHERE m.correlation = c.id)
      UNION SELECT m.correlation, m.subject, m.type, m.start_us
      FROM assay_members m JOIN pg_temp.assay_chosen c ON c.id = m.member
      """)
    try connection.run("ANALYZE pg_temp.assay_touched")
    guard let owned else { return }
    let sample = StoredRow.lookup(subject: "g.subject", type: "g.type", start: "g.start_us", id: "g.id")
    try connection.run(
      """
      DELETE FROM pg_temp.assay_touched t USING (
        SELECT k.id AS correlation, k.* FROM pg_temp.assay_touched k
        UNION ALL SELECT m.correlation, m.member, m.member_subject, m.member_type, m.member_start_us
        FROM assay_members m JOIN pg_temp.assay_touched k ON k.id = m.correlation
      ) g
      CROSS JOIN LATERAL \(sample) s
      WHERE t.id = g.correlation AND (s.form = ANY ($1)) IS NOT TRUE
      """, [.integers(owned)])
  }

  /// Notes which samples go: what was chosen and the members of what goes, but for members of what stays.
  private func doom() throws(PluginError) {
    try connection.run("CREATE TEMPORARY TABLE assay_doomed (\(Self.place), form integer) ON COMMIT DROP")
    let sample = StoredRow.lookup(subject: "i.subject", type: "i.type", start: "i.start_us", id: "i.id")
    try connection.run(
      """
      INSERT INTO pg_temp.assay_doomed
      SELECT i.id, i.subject, i.type, i.start_us, s.form FROM (
        SELECT * FROM pg_temp.assay_chosen
        UNION SELECT * FROM pg_temp.assay_touched
        UNION SELECT m.member, m.member_subject, m.member_type, m.member_start_us
        FROM assay_members m JOIN pg_temp.assay_touched t ON t.id = m.correlation
      ) i
      CROSS JOIN LATERAL \(sample) s
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
    let forms = try connection.run("SELECT DISTINCT form FROM pg_temp.assay_doomed")
    let subjects = try connection.run("SELECT DISTINCT subject FROM pg_temp.assay_doomed")
    try connection.run(
      """
      DELETE FROM assay_samples s USING pg_temp.assay_doomed d
      WHERE s.subject = d.subject AND s.type = d.type AND s.start_us = d.start_us AND s.id = d.id
      """)
    try connection.run("DELETE FROM assay_ids i USING pg_temp.assay_doomed d WHERE i.id = d.id")
    try connection.run("DELETE FROM assay_members m USING pg_temp.assay_doomed d WHERE m.correlation = d.id")
    try connection.run(
      """
      UPDATE assay_types t SET samples = t.samples - d.count
      FROM (SELECT type, count(*) AS count FROM pg_temp.assay_doomed GROUP BY type) d WHERE t.id = d.type
      """)
    try forget(
      forms: (0..<forms.count).map { forms.integer($0, 0) },
      subjects: (0..<subjects.count).map { subjects.integer($0, 0) })
    try connection.run(
      "INSERT INTO assay_commits (number, added, deleted) VALUES ($1, 0, $2)",
      [.long(transaction.number), .long(Int64(deleted))])
    return deleted
  }

  /// Deletes what no sample shares any more: who is deleted is not to be found in a list.
  ///
  /// A form has no index, so that this reads the samples once; sources and devices are the forms' alone.
  private func forget(forms: [Int32], subjects: [Int32]) throws(PluginError) {
    try connection.run(
      """
      DELETE FROM assay_forms f WHERE f.id = ANY ($1)
        AND f.id NOT IN (SELECT s.form FROM assay_samples s WHERE s.form = ANY ($1))
      """, [.integers(forms)])
    try connection.run(
      """
      DELETE FROM assay_subjects x WHERE x.id = ANY ($1)
        AND NOT EXISTS (SELECT FROM assay_samples s WHERE s.subject = x.id)
      """, [.integers(subjects)])
    for list in ["source", "device"] {
      try connection.run(
        "DELETE FROM assay_\(list)s x WHERE NOT EXISTS (SELECT FROM assay_forms f WHERE f.\(list) = x.id)")
    }
  }
}
