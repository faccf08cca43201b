import HealthModel
import HealthPluginKit
import HealthStorage

/// Looks for damage: everything that the tables say twice must agree.
struct ConsistencyCheck {
  private let connection: ServerConnection
  private static let most = 100

  init(_ connection: ServerConnection) { self.connection = connection }

  /// At most 100 faults, in one order whatever the plan.
  func faults() throws(PluginError) -> [StoreFault] {
    var faults: [StoreFault] = []
    for check in Self.checks where faults.count < Self.most {
      let found = try connection.run("\(check.sql) ORDER BY 1 LIMIT \(Self.most - faults.count)")
      for row in 0..<found.count {
        faults.append(StoreFault(check.words.replacing("…", with: TextEscaping.escaped(found.text(row, 0)))))
      }
    }
    return faults
  }

  /// A statement that selects a text for each fault, and what is said of it.
  private struct Check {
    var words: String
    var sql: String

    init(_ words: String, _ sql: String) {
      self.words = words
      self.sql = sql
    }
  }

  private static let sameKey = "s.type = i.type AND s.start_us = i.start_us AND s.id = i.id"

  private static let checks = [
    Check(
      "the id … is known, and its sample is not there",
      """
      SELECT upper(i.id::text) FROM assay_ids i
      WHERE NOT EXISTS (SELECT FROM assay_samples s WHERE \(sameKey) AND s.digest = i.digest)
      """),
    Check(
      "the sample … is there, and its id is not known",
      "SELECT upper(s.id::text) FROM assay_samples s WHERE NOT EXISTS (SELECT FROM assay_ids i WHERE \(sameKey))"),
    Check(
      "the sample … is there and deleted",
      "SELECT upper(i.id::text) FROM assay_ids i JOIN assay_deletions d ON d.id = i.id"),
    // Reads every text to its end.
    Check(
      "the text of the sample … is not a JSON object",
      "SELECT upper(s.id::text) FROM assay_samples s WHERE left(s.sample, 1) <> '{' OR right(s.sample, 1) <> '}'"),
    Check(
      "the sample … has a subject, source or device that is not there",
      """
      SELECT upper(s.id::text) FROM assay_samples s
      WHERE (s.subject IS NOT NULL AND NOT EXISTS (SELECT FROM assay_subjects x WHERE x.id = s.subject))
        OR (s.source IS NOT NULL AND NOT EXISTS (SELECT FROM assay_sources x WHERE x.id = s.source))
        OR (s.device IS NOT NULL AND NOT EXISTS (SELECT FROM assay_devices x WHERE x.id = s.device))
      """),
    Check(
      "the type number … has samples and no name",
      """
      SELECT u.type::text FROM (SELECT type FROM assay_ids UNION SELECT type FROM assay_deletions) u
      WHERE NOT EXISTS (SELECT FROM assay_types t WHERE t.id = u.type)
      """),
    Check(
      "the correlation … has members and is not there",
      """
      SELECT DISTINCT upper(m.correlation::text) FROM assay_members m
      WHERE NOT EXISTS (SELECT FROM assay_ids i WHERE i.id = m.correlation)
      """),
    Check(
      "a member of the correlation … is not there",
      """
      SELECT DISTINCT upper(m.correlation::text) FROM assay_members m WHERE NOT EXISTS (
        SELECT FROM assay_ids i
        WHERE i.id = m.member AND i.type = m.member_type AND i.start_us = m.member_start_us)
      """),
    Check(
      "the members of the correlation … are not numbered from 0",
      """
      SELECT upper(m.correlation::text) FROM assay_members m GROUP BY m.correlation
      HAVING min(m.position) <> 0 OR max(m.position) <> count(*) - 1
      """),
    Check(
      "the type … has members, is one or has longer samples than it says",
      """
      SELECT t.name FROM assay_types t WHERE
        (NOT t.has_members AND EXISTS (
          SELECT FROM assay_members m JOIN assay_ids i ON i.id = m.correlation WHERE i.type = t.id))
        OR (NOT t.is_member AND EXISTS (SELECT FROM assay_members m WHERE m.member_type = t.id))
        OR EXISTS (
          SELECT FROM assay_samples s WHERE s.type = t.id AND s.end_us - s.start_us > t.longest_us)
      """),
    Check(
      "the commit … added or deleted samples, and is not numbered",
      """
      SELECT u.number::text FROM (SELECT added AS number FROM assay_ids UNION SELECT deleted FROM assay_deletions) u
      WHERE NOT EXISTS (SELECT FROM assay_commits c WHERE c.number = u.number)
      """),
    Check(
      "the commits are not numbered from 1 without gaps: … numbers",
      """
      SELECT count(*)::text FROM assay_commits
      HAVING count(*) > 0 AND (min(number) <> 1 OR max(number) <> count(*))
      """),
    Check(
      "the table … has a trigger or rule, which is not the store's",
      """
      SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND (
        EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal)
        OR EXISTS (SELECT FROM pg_rewrite w WHERE w.ev_class = c.oid))
      """),
  ]
}
