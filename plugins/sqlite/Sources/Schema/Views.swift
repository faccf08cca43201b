import HealthModel
import HealthStorage
import HealthUnits

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
    """, "CREATE VIEW sources AS SELECT name, bundle, version, product, os FROM assay_sources",
  ]

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
    guard content.parts.isEmpty else { return SQLColumn.list(columns.map { SQLColumn($0.0, $0.1) } + content.parts) }
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

/// The numbers that a type computes, as columns of its view.
///
/// What SQL cannot say as conditions mean it has no column: times that are texts in the store, points, and whether all
/// or any elements meet a condition.
struct ComputedColumns {
  private let shape: StructureShape
  private let isTimed: Bool

  /// The columns of a type, in the order of its definition.
  static func columns(of type: TypeDefinition, in registry: Registry) -> [SQLColumn] {
    guard let shape = type.shape.structure else { return [] }
    let computed = ComputedColumns(shape: shape, isTimed: type.shape.hasTime)
    let binder = ConditionBinder(types: [type], registry: registry, use: .definition)
    return type.expressions.compactMap { item in
      // An expression that means nothing by this catalog is what lint reports.
      guard let bound = try? binder.value(of: item), let sql = computed.sql(bound) else { return nil }
      return SQLColumn(item.name, sql)
    }
  }

  private init(shape: StructureShape, isTimed: Bool) {
    self.shape = shape
    self.isTimed = isTimed
  }

  /// An expression as SQL; within a function, on the element of a list.
  ///
  /// What is missing is NULL, with which SQL reckons as conditions do with what is unknown.
  private func sql(_ expression: BoundExpression, of list: ListDefinition? = nil) -> String? {
    switch expression {
    case .constant(let value): return Self.constant(value)
    case .sample(.field(let index)): return Self.value(shape.fields[index], field(index))
    case .element(.field(let index)):
      return list.flatMap { Self.value($0.element.fields[index], Self.element(index, $0)) }
    case .converted(let part, let conversion): return sql(part, of: list).map { Self.converted($0) { conversion($0) } }
    case .raw(let part, let numbers):
      guard let part = sql(part, of: list), !numbers.isEmpty else { return nil }
      let cases = numbers.sorted { $0.key < $1.key }.map { "WHEN \(Views.quoted($0.key, by: "'")) THEN \($0.value)" }
      return "CASE \(part) \(cases.joined(separator: " ")) END"
    case .arithmetic(.sample(.end), .minus, .sample(.start)):
      return isTimed ? "((s.end_us - s.start_us) / 1000000.0)" : nil
    case .arithmetic(let left, let sign, let right): return joined([left, right], sign.text, of: list)
    case .comparison(let left, let comparison, let right): return joined([left, right], comparison.rawValue, of: list)
    case .all(let parts): return joined(parts, "AND", of: list)
    case .any(let parts): return joined(parts, "OR", of: list)
    case .not(let part): return sql(part, of: list).map { "(NOT \($0))" }
    case .isMissing(.sample(.field(let index))): return "(\(field(index).sql) IS NULL)"
    case .isMissing(.element(.field(let index))): return list.map { "(\(Self.element(index, $0).sql) IS NULL)" }
    case .isMissing(let part): return sql(part, of: list).map { "(\($0) IS NULL)" }
    case .isOneOf(let part, let texts):
      return sql(part, of: list).map {
        "(\($0) IN (\(texts.map { Views.quoted($0, by: "'") }.joined(separator: ", "))))"
      }
    case .first(let parts):
      let all = parts.compactMap { sql($0, of: list) }
      guard all.count == parts.count else { return nil }
      return all.count == 1 ? all[0] : "coalesce(\(all.joined(separator: ", ")))"
    case .fold(let function, .list(let index), let body, let filter):
      return fold(function, shape.lists[index], body, filter)
    case .fold, .sample, .element: return nil
    }
  }

  private func joined(_ parts: [BoundExpression], _ sign: String, of list: ListDefinition?) -> String? {
    let all = parts.compactMap { sql($0, of: list) }
    return all.count == parts.count ? "(\(all.joined(separator: " \(sign) ")))" : nil
  }

  /// What a function comes to over the elements of a list.
  private func fold(
    _ function: ConditionFunction, _ list: ListDefinition, _ body: BoundExpression?, _ filter: BoundExpression?
  ) -> String? {
    let body = body.map { sql($0, of: list) }
    var conditions: [String] = []
    if let filter {
      guard let condition = sql(filter, of: list) else { return nil }
      conditions.append(condition)
    }
    let selected: String
    var order = ""
    switch (function, body) {
    case (.count, nil): selected = "CAST(count(*) AS REAL)"
    case (.sum, let value??): selected = "sum(\(value))"
    case (.average, let value??): selected = "avg(\(value))"
    case (.minimum, let value??): selected = "min(\(value))"
    case (.maximum, let value??): selected = "max(\(value))"
    case (.first, let value??):
      selected = value
      conditions.append("\(value) IS NOT NULL")
      order = " ORDER BY e.key LIMIT 1"
    default: return nil
    }
    let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    return "(SELECT \(selected) FROM json_each(s.value, \(JSONPath(["lists", list.name]).sql)) e\(filter)\(order))"
  }

  /// A place in JSON: an expression of SQL, and the keys that lead on from it.
  private struct Place {
    let object: String
    let keys: [String]

    var sql: String { keys.isEmpty ? object : "json_extract(\(object), \(JSONPath(keys).sql))" }

    func at(_ key: String) -> Place { Place(object: object, keys: keys + [key]) }
  }

  private func field(_ index: Int) -> Place { Place(object: "s.value", keys: ["fields", shape.fields[index].name]) }

  private static func element(_ index: Int, _ list: ListDefinition) -> Place {
    guard case .group(let fields) = list.element else { return Place(object: "e.value", keys: []) }
    return Place(object: "e.value", keys: [fields[index].name])
  }

  /// What a field says; `nil` for values that SQL does not compare as conditions do.
  private static func value(_ field: FieldDefinition, _ place: Place) -> String? {
    switch field.value {
    case .quantity, .quantityOf: "CAST(\(place.at("value").sql) AS REAL)"
    case .number, .integer: "CAST(\(place.sql) AS REAL)"
    case .boolean, .enumeration, .text, .date, .quantityType: place.sql
    case .uuid: "upper(\(place.sql))"
    case .time, .metadata, .document: nil
    }
  }

  private static func constant(_ value: ConditionValue) -> String? {
    switch value {
    case .number(let number): number.isFinite ? "\(number)" : nil
    case .text(let text): Views.quoted(text, by: "'")
    case .boolean(let value): value ? "1" : "0"
    case .time, .quantity, .missing: nil
    }
  }

  /// A number in another unit, divided where that is exact: a kilometer is a thousand meters, and no double is 0.001.
  private static func converted(_ number: String, by conversion: (Double) -> Double) -> String {
    let shift = conversion(0)
    let factor = conversion(1) - shift
    let divisor = (1 / factor).rounded()
    let scaled = factor < 1 && 1 / divisor == factor ? "\(number) / \(divisor)" : "\(number) * \(factor)"
    return shift == 0 ? "(\(scaled))" : "(\(scaled) + \(shift))"
  }
}
