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
