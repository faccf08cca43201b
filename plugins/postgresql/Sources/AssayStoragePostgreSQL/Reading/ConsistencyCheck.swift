import HealthModel
import HealthPlugins
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

  private static let samePlace =
    "s.subject = i.subject AND s.type = i.type AND s.start_us = i.start_us AND s.id = i.id"

  private static let checks = [
    Check(
      "the id … is known, and its sample is not there",
      """
      SELECT upper(i.id::text) FROM assay_ids i
      WHERE NOT EXISTS (SELECT FROM assay_samples s WHERE \(samePlace) AND s.digest = i.digest AND NOT s.derived)
      """),
    Check(
      "the sample … is there, and its id is not known",
      """
      SELECT upper(s.id::text) FROM assay_samples s
      WHERE NOT s.derived AND NOT EXISTS (SELECT FROM assay_ids i WHERE \(samePlace))
      """),
    Check(
      "the sample … has a derived id, and is not where that says",
      """
      SELECT upper(s.id::text) FROM assay_samples s WHERE s.derived AND (
        get_byte(uuid_send(s.id), 6) >> 4 <> 8
        OR ('x' || lpad(left(replace(s.id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint
          <> greatest(s.start_us, 0) / 1000)
      """),
    Check(
      "the sample … is there and deleted",
      """
      SELECT upper(d.id::text) FROM assay_deletions d
      WHERE EXISTS (SELECT FROM assay_ids i WHERE i.id = d.id)
        OR EXISTS (SELECT FROM assay_samples s WHERE s.derived AND s.id = d.id)
      """),
    // Reads every text to its end.
    Check(
      "the text of the sample … is not a JSON object",
      """
      SELECT upper(y.id::text) FROM (
        SELECT s.id, \(SampleFunctions.sample) AS sample
        FROM assay_samples s JOIN assay_forms f ON f.id = s.form LEFT JOIN assay_subjects u ON u.id = s.subject) y
      WHERE left(y.sample, 1) <> '{' OR right(y.sample, 1) <> '}' OR strpos(y.sample, E'\\x01') > 0
      """),
    Check(
      "the sample … has a form or a subject that is not there",
      """
      SELECT upper(s.id::text) FROM assay_samples s
      WHERE NOT EXISTS (SELECT FROM assay_forms x WHERE x.id = s.form)
        OR s.subject <> \(StoreTables.noSubject) AND NOT EXISTS (SELECT FROM assay_subjects x WHERE x.id = s.subject)
      """),
    Check(
      "the form … has a source or device that is not there",
      """
      SELECT f.id::text FROM assay_forms f
      WHERE (f.source IS NOT NULL AND NOT EXISTS (SELECT FROM assay_sources x WHERE x.id = f.source))
        OR (f.device IS NOT NULL AND NOT EXISTS (SELECT FROM assay_devices x WHERE x.id = f.device))
      """),
    Check(
      // The others are made at the end of a bulk import, or by who writes next.
      "the leaf … does not have its index",
      """
      SELECT l.relname::text FROM pg_inherits b JOIN pg_inherits i ON i.inhparent = b.inhrelid
      JOIN pg_class l ON l.oid = i.inhrelid
      WHERE b.inhparent = 'assay_samples'::regclass
        AND 1 > (SELECT count(*) FROM pg_index x WHERE x.indrelid = l.oid AND x.indisvalid)
      """),
    Check(
      "the type number … has samples and no name",
      """
      SELECT u.type::text FROM (SELECT DISTINCT type FROM assay_samples UNION SELECT type FROM assay_deletions) u
      WHERE NOT EXISTS (SELECT FROM assay_types t WHERE t.id = u.type)
      """),
    Check(
      "the correlation … has members and is not there",
      """
      SELECT DISTINCT upper(m.correlation::text) FROM assay_members m WHERE NOT EXISTS (
        SELECT FROM assay_samples s WHERE s.subject = m.subject AND s.type = m.type AND s.start_us = m.start_us
          AND s.id = m.correlation)
      """),
    Check(
      "a member of the correlation … is not there",
      """
      SELECT DISTINCT upper(m.correlation::text) FROM assay_members m WHERE NOT EXISTS (
        SELECT FROM assay_samples s WHERE s.subject = m.member_subject AND s.type = m.member_type
          AND s.start_us = m.member_start_us AND s.id = m.member)
      """),
    Check(
      "the members of the correlation … are not numbered from 0",
      """
      SELECT upper(m.correlation::text) FROM assay_members m GROUP BY m.correlation
      HAVING min(m.position) <> 0 OR max(m.position) <> count(*) - 1
      """),
    Check(
      "the type … has members, is one, or has longer or more samples than it says",
      """
      SELECT t.name FROM assay_types t LEFT JOIN (
        SELECT type, count(*) AS count, max(CASE WHEN start_us > \(StoreTables.noTimeText) THEN end_us - start_us END)
          AS longest FROM assay_samples GROUP BY type) s ON s.type = t.id
      WHERE (NOT t.has_members AND EXISTS (SELECT FROM assay_members m WHERE m.type = t.id))
        OR (NOT t.is_member AND EXISTS (SELECT FROM assay_members m WHERE m.member_type = t.id))
        OR s.longest > t.longest_us OR coalesce(s.count, 0) <> t.samples
      """),
    Check(
      "the commit … added or deleted samples, and is not numbered",
      """
      SELECT u.number::text FROM (
        SELECT DISTINCT added AS number FROM assay_samples UNION SELECT deleted FROM assay_deletions) u
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
