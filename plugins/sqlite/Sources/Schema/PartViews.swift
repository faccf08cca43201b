import HealthModel

/// The views that show the parts of structured samples as rows: one for each list with a row for each element, and one
/// with a row for each point of a series.
///
/// A list `events` of the type `workout` is in the view `workout_events`, the points of `workoutRoute` are in
/// `workoutRoute_points`.
enum PartViews {
  /// The views of a type, with what each selects; none for a type without lists and points.
  static func views(of type: TypeDefinition, number: Int64) -> [(name: String, select: String)] {
    guard let shape = type.shape.structure else { return [] }
    var views = shape.lists.map { list in
      (name: "\(type.id)_\(list.name)", select: select(elementsOf: list, number: number))
    }
    if let points = shape.points, !points.columns.isEmpty, !shape.lists.contains(where: { $0.name == "points" }) {
      views.append((name: "\(type.id)_points", select: select(points, number: number)))
    }
    return views
  }

  /// The columns by which the parts of a sample are found, and their order in it.
  private static func place(_ position: String) -> [SQLColumn] {
    [
      SQLColumn("sample_id", Views.uuid("s.id")), SQLColumn("start_us", "s.start_us"),
      SQLColumn("position", position),
    ]
  }

  private static func statement(_ columns: [SQLColumn], from table: String, number: Int64) -> String {
    """
    SELECT
      \(SQLColumn.list(columns))
    FROM assay_samples s CROSS JOIN \(table) p WHERE s.type = \(number)
    """
  }

  // MARK: Lists

  private static func select(elementsOf list: ListDefinition, number: Int64) -> String {
    var columns = place("p.key")
    switch list.element {
    case .group(let fields): columns += FieldColumns(of: "p.value", at: []).columns(fields)
    case .value(let field):
      var value = FieldColumns(of: "p.value", at: []).columns(of: field, isAlone: true)
      value[0].name = "value"
      columns += value
    }
    return statement(columns, from: "json_each(s.value, \(JSONPath(["lists", list.name]).sql))", number: number)
  }

  // MARK: Points

  /// What a view of points may show: an expression of SQL nests 1,000 deep at most.
  private static let mostColumns = 200

  private static func select(_ points: PointsDefinition, number: Int64) -> String {
    var arrays = points.columns.prefix(mostColumns).map { (name: $0.name, isWhole: $0.value.isWhole) }
    var isTimed = false
    if case .times = points.timing {
      isTimed = true
      arrays.insert((name: "time", isWhole: false), at: 0)
    }
    // One array is read as it is, several are put together point by point: looking each number up by its place would
    // take a time that grows with the square of their count.
    let isSingle = arrays.count == 1
    let numbers = arrays.enumerated().map { place, array in
      let number = isSingle ? "p.value" : "json_extract(p.value, '$[\(place + 1)]')"
      return (name: array.name, sql: array.isWhole ? "CAST(\(number) AS INTEGER)" : "CAST(\(number) AS REAL)")
    }
    var columns = place(isSingle ? "p.key" : "json_extract(p.value, '$[0]')")
    if let seconds = isTimed ? numbers.first?.sql : seconds(points.timing, at: columns[2].sql) {
      columns.append(SQLColumn("seconds", seconds))
      columns.append(SQLColumn("time_us", "s.start_us + CAST(round(\(seconds) * 1000000) AS INTEGER)"))
    }
    columns += numbers.dropFirst(isTimed ? 1 : 0).map { SQLColumn($0.name, $0.sql) }
    // The rate is read once for a sample: the text of all its points would be copied for each.
    let rateTable = points.timing.hertz == nil ? "" : "json_each(s.value, \(rate)) r CROSS JOIN "
    let table =
      isSingle
      ? "json_each(s.value, \(JSONPath(["points", arrays[0].name]).sql))"
      : "json_each(\(rows(of: arrays.map(\.name))))"
    return statement(columns, from: rateTable + table, number: number)
  }

  private static let rate = JSONPath(["points", "rate", "value"]).sql

  /// The time of a point at a fixed rate, in seconds after the start.
  private static func seconds(_ timing: PointTiming, at position: String) -> String? {
    guard case .rate = timing, let hertz = timing.hertz else { return nil }
    return hertz == 1 ? "\(position) / CAST(r.value AS REAL)" : "\(position) / (r.value * \(hertz))"
  }

  /// An array of the points, each an array of its place and its numbers; every digit of a double is kept.
  private static func rows(of arrays: [String]) -> String {
    let cells = arrays.enumerated().map { index, name in
      "SELECT key AS n, \(index) AS c, value AS v FROM json_each(s.value, \(JSONPath(["points", name]).sql))"
    }
    let numbers = arrays.indices.map { index in
      let number = "max(CASE c WHEN \(index) THEN v END)"
      return "CASE WHEN \(number) IS NULL THEN 'null' ELSE printf('%!.17g', \(number)) END"
    }
    return """
      (SELECT json_group_array(json(r)) FROM (\
      SELECT '[' || n || ',' || \(numbers.joined(separator: " || ',' || ")) || ']' AS r \
      FROM (\(cells.joined(separator: " UNION ALL "))) GROUP BY n ORDER BY n))
      """
  }
}

extension FieldValue {
  /// Whether the numbers of a column are whole.
  fileprivate var isWhole: Bool {
    switch self {
    case .integer, .boolean: true
    default: false
    }
  }
}
