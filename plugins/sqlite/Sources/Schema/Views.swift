import HealthModel
import HealthStorage

/// The views that people query: one for each type in the store, more for the parts of structured samples, and `samples`,
/// `imports` and `sources`.
///
/// Their columns are a public contract. What a query does not name is not computed: everything beside the sample's own
/// row is a subquery.
enum Views {
  static let fixed = [
    """
    CREATE VIEW samples AS SELECT
      \(columns(ofAnyType))
    FROM assay_types t CROSS JOIN assay_samples s ON s.type = t.id
    """,
    """
    CREATE VIEW imports AS SELECT
      path AS file, lower(hex(prefix_hash)) AS hash, catalog_hash AS catalog, version,
      read, accepted, duplicates, conflicts, refused, finished, incomplete
    FROM assay_imports
    """,
    "CREATE VIEW sources AS SELECT name, bundle, version, product, os FROM assay_sources",
  ]

  /// Names that no view of a type has.
  static let reserved: Set<String> = ["samples", "imports", "sources"]

  static func select(_ type: TypeDefinition, number: Int64, _ registry: Registry) -> String {
    """
    SELECT
      \(columns(Content(type, registry)))
    FROM assay_samples s WHERE s.type = \(number)
    """
  }

  /// The differences between the views of types.
  private struct Content {
    var type: String?
    var value: String
    var unit: String
    var start: String
    /// The columns of a structured type.
    var parts: [SQLColumn] = []

    init(type: String?, value: String, unit: String, start: String) {
      self.type = type
      self.value = value
      self.unit = unit
      self.start = start
    }

    init(_ definition: TypeDefinition, _ registry: Registry) {
      type = nil
      unit = TypeSignature(definition).unit.map { Views.quoted($0, by: "'") } ?? "NULL"
      switch definition.shape.column {
      case .number, .text, .parts: value = "s.value"
      case .enumCase: value = Views.caseName
      case .absent: value = "NULL"
      }
      // The key of a sample without a time begins with 0.
      start = definition.shape.hasTime ? "s.start_us" : "NULL"
      guard let shape = definition.shape.structure else { return }
      if shape.parent != nil {
        parts.append(SQLColumn("parent", "upper(json_extract(s.value, \(JSONPath(["parent"]).sql)))"))
      }
      parts += FieldColumns(of: "s.value", at: ["fields"]).columns(shape.fields)
      parts += ComputedColumns.columns(of: definition, in: registry)
    }
  }

  private static let ofAnyType = Content(
    type: "t.name", value: "CASE WHEN t.kind = 'quantity' THEN s.value ELSE \(caseName) END", unit: "t.unit",
    start: "CASE WHEN s.end_us IS NULL THEN NULL ELSE s.start_us END")

  private static let caseName =
    "coalesce((SELECT c.name FROM assay_cases c WHERE c.type = s.type AND c.raw = s.value), s.value)"

  private static func columns(_ content: Content) -> String {
    let isTimed = content.start == "s.start_us"
    let startTime = isTimed ? utc("s.start_us") : "CASE WHEN s.end_us IS NULL THEN NULL ELSE \(utc("s.start_us")) END"
    let link = """
      FROM assay_members m WHERE m.member_type = s.type AND m.member_start_us = s.start_us AND m.member_id = s.id \
      ORDER BY m.correlation_id, m.position LIMIT 1
      """
    var columns: [(String, String)] = [("id", uuid("s.id"))]
    if let type = content.type { columns.append(("type", type)) }
    let others: [(String, String)] = [
      ("subject", name(in: "assay_subjects", "s.subject")),
      ("start_time", content.start == "NULL" ? "NULL" : startTime),
      ("end_time", utc("s.end_us")),
      ("start_us", content.start),
      ("end_us", "s.end_us"),
      ("local_start", civil("(s.start_us + s.start_offset * 60000000)")),
      ("time_zone", "coalesce(json_extract(s.metadata, '$.HKTimeZone'), \(offset("s.start_offset")))"),
      ("value", content.value),
      ("unit", content.unit),
      ("source", name(in: "assay_sources", "s.source")),
      ("source_bundle", "(SELECT x.bundle FROM assay_sources x WHERE x.id = s.source)"),
      ("device", "(SELECT coalesce(x.name, x.model) FROM assay_devices x WHERE x.id = s.device)"),
      ("original_value", "json_extract(s.original, '$.value')"),
      ("original_unit", "json_extract(s.original, '$.unit')"),
      ("correlation_id", "(SELECT \(uuid("m.correlation_id")) \(link))"),
      ("role", "(SELECT m.role \(link))"),
      ("origin", name(in: "assay_origins", "s.origin")),
      ("metadata", "s.metadata"),
    ]
    columns += others
    guard content.parts.isEmpty else {
      return SQLColumn.list(columns.map { SQLColumn($0.0, $0.1) } + content.parts)
    }
    // As the views of stores that were made before there were other columns: their text stays.
    return columns.map { "\($0.1) AS \($0.0)" }.joined(separator: ",\n  ")
  }

  private static func name(in table: String, _ number: String) -> String {
    "(SELECT x.name FROM \(table) x WHERE x.id = \(number))"
  }

  /// The upper-case text form of an id.
  static func uuid(_ id: String) -> String {
    let parts = ["1, 8", "9, 4", "13, 4", "17, 4", "21"]
    return parts.map { "substr(hex(\(id)), \($0))" }.joined(separator: " || '-' || ")
  }

  /// The time in UTC as the normalized form writes it.
  static func utc(_ time: String) -> String { civil(time) + " || 'Z'" }

  /// Date and time of day, with as many decimals as there are.
  ///
  /// SQLite divides toward zero, so the rest of a second is made positive first: a microsecond before 1970 is
  /// 23:59:59.999999.
  private static func civil(_ time: String) -> String {
    let rest = "((\(time) % 1000000 + 1000000) % 1000000)"
    return """
      strftime('%Y-%m-%dT%H:%M:%S', (\(time) - \(rest)) / 1000000, 'unixepoch') || \
      CASE WHEN \(rest) = 0 THEN '' WHEN \(rest) % 1000 = 0 THEN printf('.%03d', \(rest) / 1000) \
      ELSE printf('.%06d', \(rest)) END
      """
  }

  /// An offset in minutes as `±HH:MM`.
  private static func offset(_ minutes: String) -> String {
    """
    CASE WHEN \(minutes) < 0 THEN printf('-%02d:%02d', -\(minutes) / 60, -\(minutes) % 60) \
    WHEN \(minutes) >= 0 THEN printf('+%02d:%02d', \(minutes) / 60, \(minutes) % 60) END
    """
  }

  /// A text between quotes of SQL.
  ///
  /// SQL knows no characters that several scalars make: a quote with a combining mark after it is a quote. NUL would end
  /// the statement.
  static func quoted(_ text: String, by mark: Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView()
    result.append(mark)
    for scalar in text.unicodeScalars {
      result.append(scalar.value == 0 ? "\u{FFFD}" : scalar)
      if scalar == mark { result.append(mark) }
    }
    result.append(mark)
    return String(result)
  }
}
