import HealthPlugins

/// The views that show structured samples and their parts as rows: fields, elements of lists, points of series.
///
/// The plugin does not know what types hold, so that they are the same for all types, and no name of a definition is
/// ever part of a statement: names and values are what the samples say, as JSON. They are made with the first structured
/// sample, in stores of any version; a table or view of that name that is there already stays.
struct StructureViews {
  /// Whether the views are there, as far as this transaction knows.
  private var areMade = false

  /// Makes the views that are missing; the store's lock must be held.
  mutating func make(_ connection: ServerConnection) throws(PluginError) {
    guard !areMade else { return }
    for view in Self.all {
      let found = try connection.run("SELECT to_regclass($1) IS NOT NULL", [.text(view.name)])
      if !found.flag(0, 0) { try connection.run("CREATE VIEW \(view.name) AS \(view.select)") }
    }
    areMade = true
  }

  static let all: [(name: String, select: String)] = [
    ("structured_samples", samples), ("list_elements", elements), ("series_points", points),
  ]

  // The form finds what may have a part, its JSON what has one.
  private static let samples = #"""
    SELECT
      s.id,
      t.name AS type,
      u.name AS subject,
      \#(PublicViews.time("s.start_us")) AS start_time,
      \#(PublicViews.time("s.end_us")) AS end_time,
      s.start_us,
      s.end_us,
      o.name AS source,
      (j.sample ->> 'parent')::uuid AS parent,
      j.sample -> 'fields' AS fields
    \#(PublicViews.from)
    CROSS JOIN LATERAL (SELECT \#(json) AS sample OFFSET 0) j
    WHERE f.is_structured AND coalesce(
      j.sample -> 'fields', j.sample -> 'lists', j.sample -> 'points', j.sample -> 'parent') IS NOT NULL
    """#

  private static let elements = #"""
    SELECT
      s.id AS sample_id,
      t.name AS type,
      s.start_us,
      l.key AS list,
      (e.place - 1)::integer AS position,
      e.element
    \#(PublicViews.from)
    CROSS JOIN LATERAL (SELECT \#(json) -> 'lists' AS lists OFFSET 0) j
    CROSS JOIN LATERAL json_each(CASE json_typeof(j.lists) WHEN 'object' THEN j.lists END) l
    CROSS JOIN LATERAL json_array_elements(CASE json_typeof(l.value) WHEN 'array' THEN l.value END)
      WITH ORDINALITY e(element, place)
    WHERE f.is_structured AND (f.is_whole OR strpos(f.content, '"lists":') > 0)
    """#

  // A sample's JSON is read once for all of its points, and each column once: looking every number up by its place would
  // take a time that grows with the square of their count.
  private static let points = #"""
    SELECT
      s.id AS sample_id,
      t.name AS type,
      s.start_us,
      p.position,
      p.seconds,
      s.start_us + round(p.seconds * 1000000)::bigint AS time_us,
      p.numbers
    \#(PublicViews.from)
    CROSS JOIN LATERAL (SELECT \#(json) -> 'points' AS points OFFSET 0) j
    CROSS JOIN LATERAL (SELECT \#(hertz) AS hertz OFFSET 0) r
    CROSS JOIN LATERAL (
      SELECT
        (n.place - 1)::integer AS position,
        coalesce(
          max((n.number #>> '{}')::double precision) FILTER (WHERE c.key = 'time'),
          (n.place - 1) / nullif(r.hertz, 0)) AS seconds,
        json_object_agg(c.key, n.number) FILTER (WHERE c.key <> 'time') AS numbers
      FROM json_each(CASE json_typeof(j.points) WHEN 'object' THEN j.points END) c
      CROSS JOIN LATERAL json_array_elements(CASE json_typeof(c.value) WHEN 'array' THEN c.value END)
        WITH ORDINALITY n(number, place)
      GROUP BY n.place
    ) p
    WHERE f.is_structured AND (f.is_whole OR strpos(f.content, '"points":') > 0)
    """#

  /// The rate of points in 1/s; NULL where they have none, or one in a unit that is none of a rate.
  private static let hertz = #"""
    (j.points -> 'rate' ->> 'value')::double precision / CASE j.points -> 'rate' ->> 'unit'
      WHEN 'Hz' THEN 1 WHEN 'count/s' THEN 1 WHEN 'kHz' THEN 0.001 WHEN 'count/min' THEN 60 WHEN 'count/hr' THEN 3600
    END::double precision
    """#

  /// The sample as JSON that PostgreSQL takes apart, as `StoredText` writes U+0000 and U+0001.
  ///
  /// Half of a surrogate pair, which a text may hold, becomes U+FFFD: one sample must not fail a question about all.
  private static let json = #"""
    (SELECT replace(replace(CASE WHEN l.sample ~ '\\u[dD][89a-fA-F]' THEN regexp_replace(l.sample, \#
    '\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|\#
    (?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}', '\\ufffd', 'g') \#
    ELSE l.sample END, '\u0001', '\u00011'), '\u0000', '\u00010')::json \#
    FROM (SELECT \#(SampleFunctions.sample) AS sample OFFSET 0) l)
    """#
}
