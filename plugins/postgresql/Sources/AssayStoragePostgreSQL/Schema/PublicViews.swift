/// The views that people query: samples, sources and imports.
///
/// Their columns are a public contract. What a query does not name is not computed.
enum PublicViews {
  /// The statements that make the views.
  static let statements = [
    """
    CREATE VIEW samples AS SELECT
      s.id,
      t.name AS type,
      (SELECT x.name FROM assay_subjects x WHERE x.id = s.subject) AS subject,
      \(time("s.start_us")) AS start_time,
      \(time("s.end_us")) AS end_time,
      s.start_us,
      s.end_us,
      CASE WHEN \(isTimed) THEN \(civil("s.start_us")) + (\(json) ->> 'offset')::interval END AS local_start,
      coalesce(s.metadata ->> 'HKTimeZone', \(json) ->> 'offset') AS time_zone,
      s.value,
      s.name AS text,
      \(json) ->> 'unit' AS unit,
      (SELECT x.name FROM assay_sources x WHERE x.id = s.source) AS source,
      (SELECT x.bundle FROM assay_sources x WHERE x.id = s.source) AS source_bundle,
      (SELECT coalesce(x.name, x.model) FROM assay_devices x WHERE x.id = s.device) AS device,
      \(json) -> 'original' ->> 'value' AS original_value,
      \(json) -> 'original' ->> 'unit' AS original_unit,
      (SELECT m.correlation \(link)) AS correlation_id,
      (SELECT m.role \(link)) AS role,
      \(json) ->> 'origin' AS origin,
      s.metadata,
      s.sample
    FROM assay_samples s JOIN assay_types t ON t.id = s.type
    """,
    "CREATE VIEW sources AS SELECT name, bundle, version, product, os FROM assay_sources",
    """
    CREATE VIEW imports AS SELECT substr(key, 8) AS input, content::json AS progress
    FROM assay_notes WHERE starts_with(key, 'import:') ORDER BY place
    """,
  ]

  private static let isTimed = "s.start_us > \(StoreTables.noTimeText)"

  /// The sample as JSON.
  ///
  /// PostgreSQL has no text with U+0000, so U+0000 and U+0001 are written as `StoredText` does.
  private static let json =
    #"replace(replace(s.sample, '\u0001', '\u00011'), '\u0000', '\u00010')::json"#

  private static let link = "FROM assay_members m WHERE m.member = s.id ORDER BY m.correlation, m.position LIMIT 1"

  /// A time of a sample as `timestamptz`; NULL for a sample without a time.
  static func time(_ time: String) -> String { "CASE WHEN \(isTimed) THEN \(civil(time)) AT TIME ZONE 'UTC' END" }

  /// Date and time of day in UTC.
  ///
  /// Days and their rest are added one by one: an interval is multiplied as a double.
  private static func civil(_ time: String) -> String {
    """
    (timestamp 'epoch' + \(time) / 86400000000 * interval '1 day' \
    + \(time) % 86400000000 * interval '1 microsecond')
    """
  }
}
