/// The views that people query: samples, sources and imports.
///
/// Their columns are a public contract. What a query does not name is not computed.
enum PublicViews {
  static let statements = [
    "CREATE VIEW samples AS \(samples)",
    "CREATE VIEW sources AS SELECT name, bundle, version, product, os FROM assay_sources",
    """
    CREATE VIEW imports AS SELECT substr(key, 8) AS input, content::json AS progress
    FROM assay_notes WHERE starts_with(key, 'import:') ORDER BY place
    """,
  ]

  /// The query of `samples`.
  ///
  /// Lists are joined, not looked up by row, so that `subject = 'P01'` is a range of the index.
  static let samples = """
    SELECT
      s.id,
      t.name AS type,
      u.name AS subject,
      \(time("s.start_us")) AS start_time,
      \(time("s.end_us")) AS end_time,
      s.start_us,
      s.end_us,
      CASE WHEN \(isTimed) THEN \(civil("s.start_us")) + (\(member("utc_offset", "offset")))::interval END AS local_start,
      coalesce(\(metadata) ->> 'HKTimeZone', \(member("utc_offset", "offset"))) AS time_zone,
      s.value,
      CASE WHEN s.value IS NULL THEN s.name END AS text,
      \(member("unit", "unit")) AS unit,
      o.name AS source,
      o.bundle AS source_bundle,
      coalesce(d.name, d.model) AS device,
      CASE WHEN s.rest <> '' THEN \(json) -> 'original' ->> 'value' END AS original_value,
      CASE WHEN s.rest <> '' THEN \(json) -> 'original' ->> 'unit' END AS original_unit,
      (SELECT m.correlation \(link)) AS correlation_id,
      (SELECT m.role \(link)) AS role,
      \(member("origin", "origin")) AS origin,
      \(metadata) AS metadata,
      \(SampleFunctions.sample) AS sample
    \(from)
    """

  /// The tables of a row `s` with what it shares: its form `f`, type `t`, subject `u`, source `o` and device `d`.
  static let from = """
    FROM assay_samples s JOIN assay_types t ON t.id = s.type JOIN assay_forms f ON f.id = s.form
    LEFT JOIN assay_subjects u ON u.id = s.subject
    LEFT JOIN assay_sources o ON o.id = f.source LEFT JOIN assay_devices d ON d.id = f.device
    """

  /// The metadata of a row `s` with its form `f`.
  static let metadata = """
    (CASE WHEN f.metadata IS NOT NULL OR f.is_whole THEN f.metadata \
    ELSE nullif(split_part(s.rest, E'\\x01', 1), '')::jsonb END)
    """

  private static let isTimed = "s.start_us > \(StoreTables.noTimeText)"

  /// The sample as JSON.
  ///
  /// PostgreSQL has no text with U+0000, so U+0000 and U+0001 are written as `StoredText` does.
  private static let json =
    #"replace(replace(\#(SampleFunctions.sample), '\u0001', '\u00011'), '\u0000', '\u00010')::json"#

  /// A member that forms hold; a sample whose text is kept whole has it there.
  private static func member(_ column: String, _ name: String) -> String {
    "CASE WHEN f.is_whole THEN \(json) ->> '\(name)' ELSE f.\(column) END"
  }

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

/// The functions of a store: they rebuild a sample's text from its row, as `LineBuilder` does outside the server.
enum SampleFunctions {
  static let statements = [time, line]

  /// The call for a row `s` with its form `f` and its subject `u`.
  static let sample =
    "assay_line(f.content, s.id, s.start_us, s.end_us, s.value, s.name, u.content, s.rest)"

  // Columns hold only times of these years; others would be errors of `timestamp`.
  private static let time = """
    CREATE FUNCTION assay_time(us bigint) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
      SELECT to_char(t, 'YYYY-MM-DD"T"HH24:MI:SS') || CASE
          WHEN us % 1000000 = 0 THEN '' WHEN us % 1000 = 0 THEN to_char(t, '.MS') ELSE to_char(t, '.US') END || 'Z'
      FROM (SELECT CASE WHEN us BETWEEN \(SharedForm.columnTimes.lowerBound) AND \(SharedForm.columnTimes.upperBound)
        THEN timestamp 'epoch' + us / 86400000000 * interval '1 day' + us % 86400000000 * interval '1 microsecond'
        END AS t) x
    $$
    """

  // A value that is put into a hole never has the mark of one.
  private static var line: String {
    var text = "$1"
    let values = [
      ("U", #"'"' || upper($2::text) || '"'"#), ("S", #"'"' || coalesce(assay_time($3), '') || '"'"#),
      ("E", #"'"' || coalesce(assay_time($4), '') || '"'"#), ("V", "coalesce($5::text, '')"),
      ("N", #"'"' || coalesce($6, '') || '"'"#), ("P", "coalesce($7, '')"),
    ]
    for (hole, value) in values { text = "replace(\(text), E'\\x01\(hole)', \(value))" }
    var filled = text
    for (index, hole) in SharedForm.restHoles.enumerated() {
      filled = "replace(\(filled), E'\\x01\(Character(UnicodeScalar(hole)))', split_part($8, E'\\x01', \(index + 1)))"
    }
    return """
      CREATE FUNCTION assay_line(
        content text, id uuid, start_us bigint, end_us bigint, value double precision, name text, subject text, rest text
      ) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT CASE WHEN starts_with($1, E'\\x01*') THEN $8 WHEN $8 = '' THEN \(text) ELSE \(filled) END
      $$
      """
  }
}
