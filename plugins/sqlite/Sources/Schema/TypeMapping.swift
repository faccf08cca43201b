import HealthModel
import HealthStorage

/// The types a store holds, as it remembers them, matched with the registry.
struct TypeMapping: Sendable {
  /// For each type of the registry its number in the store; 0 when the store has none.
  private(set) var numbers: [Int64]
  /// For each type of the registry the length of its longest sample, in microseconds.
  private(set) var longest: [Int64]
  private(set) var strangers: [(number: Int64, name: String)] = []
  /// Which types have a view and remember all their cases since this was read.
  private var isReady: [Bool]

  /// Reads what the store remembers.
  ///
  /// - Throws: `StorageError.incompatible` when the registry would make stored samples mean something else.
  init(in db: Database, registry: Registry) throws {
    numbers = Array(repeating: 0, count: registry.types.count)
    longest = Array(repeating: 0, count: registry.types.count)
    isReady = Array(repeating: false, count: registry.types.count)
    let cases = try Self.storedCases(in: db)
    let statement = try PreparedStatement(
      "SELECT id, name, kind, shape, unit, aggregation, longest_us FROM assay_types ORDER BY id", in: db)
    while try statement.step() {
      let number = statement.integer(0)
      let name = statement.text(1)
      guard let index = registry.typeIndex(named: name) else {
        strangers.append((number, name))
        continue
      }
      let stored = TypeSignature(
        kind: statement.text(2), shape: statement.optionalText(3), unit: statement.optionalText(4),
        aggregation: statement.optionalText(5), cases: cases[number] ?? [:])
      if let change = stored.change(to: registry.types[index]) { throw Self.incompatible(name, change) }
      guard numbers[index] == 0 else {
        throw Self.incompatible(name, "it is now the same type as another one in the store")
      }
      numbers[index] = number
      longest[index] = statement.integer(6)
    }
  }

  /// The names of cases by raw value, for each type by its number.
  private static func storedCases(in db: Database) throws -> [Int64: [Int64: String]] {
    let statement = try PreparedStatement("SELECT type, raw, name FROM assay_cases", in: db)
    var cases: [Int64: [Int64: String]] = [:]
    while try statement.step() { cases[statement.integer(0), default: [:]][statement.integer(1)] = statement.text(2) }
    return cases
  }

  /// The indexes of the store's types in the registry, by their numbers.
  var indexes: [Int64: Int] {
    var indexes: [Int64: Int] = [:]
    for (index, number) in numbers.enumerated() where number != 0 { indexes[number] = index }
    return indexes
  }

  /// Makes a type ready for its samples: gives it a number and a view when it is new, and remembers its new cases.
  mutating func prepare(_ index: Int, registry: Registry, in db: Database) throws {
    guard !isReady[index] else { return }
    let type = registry.types[index]
    if numbers[index] == 0 {
      numbers[index] = try Self.number(of: type.id, TypeSignature(type), in: db)
      try TypeViews(of: type, number: numbers[index], registry, in: db).make()
      try ParentIndex(of: type, number: numbers[index])?.make(in: db)
    } else if type.shape.structure != nil {
      // The definition may have more parts than when the first samples came.
      try TypeViews(of: type, number: numbers[index], registry, in: db).make()
      try ParentIndex(of: type, number: numbers[index])?.make(in: db)
    }
    let statement = try PreparedStatement(
      "INSERT INTO assay_cases (type, raw, name) VALUES (?1, ?2, ?3) ON CONFLICT (type, raw) DO NOTHING", in: db)
    for item in type.shape.enumeration?.cases ?? [] {
      guard let raw = item.raw else { continue }
      statement.bind(1, numbers[index])
      statement.bind(2, Int64(raw))
      statement.bind(3, copying: item.name)
      try statement.run()
    }
    isReady[index] = true
  }

  /// The number of a type, which it gets when it is new.
  static func number(of name: String, _ signature: TypeSignature, in db: Database) throws -> Int64 {
    let known = try PreparedStatement("SELECT id FROM assay_types WHERE name = ?1", in: db)
    known.bind(1, copying: name)
    if try known.step() { return known.integer(0) }
    let statement = try PreparedStatement(
      """
      INSERT INTO assay_types (name, kind, shape, unit, aggregation, longest_us) VALUES (?1, ?2, ?3, ?4, ?5, 0)
      """, in: db)
    statement.bind(1, copying: name)
    statement.bind(2, copying: signature.kind)
    statement.bind(3, optional: signature.shape)
    statement.bind(4, optional: signature.unit)
    statement.bind(5, optional: signature.aggregation)
    try statement.run()
    return statement.lastRowID
  }

  /// Remembers the length of a type's longest sample, by which queries find samples that began earlier.
  mutating func lengthen(_ index: Int, to length: Int64, in db: Database) throws {
    guard length > longest[index] else { return }
    longest[index] = length
    let statement = try PreparedStatement("UPDATE assay_types SET longest_us = ?2 WHERE id = ?1", in: db)
    statement.bind(1, numbers[index])
    statement.bind(2, length)
    try statement.run()
  }

  private static func incompatible(_ name: String, _ change: String) -> StorageError {
    StorageError(
      .incompatible, "the store has samples of \(TextEscaping.escaped(name)), and \(TextEscaping.escaped(change))",
      hint: "give the changed type a new id, or use a new store")
  }
}

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
      ? "json_each(s.value, \(JSONPath(["points", arrays[0].name]).sql))" : "json_each(\(rows(of: arrays.map(\.name))))"
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
  fileprivate var isWhole: Bool {
    switch self {
    case .integer, .boolean: true
    default: false
    }
  }
}

/// Makes the views of a type when its first samples come, and again when its definition has other parts by then.
struct TypeViews {
  private let type: TypeDefinition
  private let number: Int64
  private let registry: Registry
  private let db: Database

  init(of type: TypeDefinition, number: Int64, _ registry: Registry, in db: Database) {
    self.type = type
    self.number = number
    self.registry = registry
    self.db = db
  }

  /// Makes the views that are missing or are not as this program makes them.
  ///
  /// A type whose name is taken has no view; `samples` has its rows. A list or points whose view would have the name of a
  /// type, or of anything else in the store, has none either.
  func make() throws {
    if isAllowed(type.id) {
      try make(type.id, Views.select(type, number: number, registry), replacing: try stored(type.id))
    }
    for view in PartViews.views(of: type, number: number) where isAllowed(view.name) {
      guard try !isType(view.name) else { continue }
      let stored = try stored(view.name)
      // A view of another type, or one that a person has made, stays.
      guard stored?.hasSuffix(" WHERE s.type = \(number)") ?? true else { continue }
      try make(view.name, view.select, replacing: stored)
    }
  }

  private func make(_ name: String, _ select: String, replacing stored: String?) throws {
    let view = Views.quoted(name, by: "\"")
    let sql = "CREATE VIEW \(view) AS \(select)"
    guard stored != sql else { return }
    try db.execute(sql: "DROP VIEW IF EXISTS \(view)")
    try db.execute(sql: sql)
  }

  private func isAllowed(_ name: String) -> Bool {
    let name = name.lowercased()
    return !Views.reserved.contains(name) && !name.hasPrefix("assay_") && !name.hasPrefix("sqlite_")
  }

  /// The text of the view, table or index of this name; `nil` when there is none.
  private func stored(_ name: String) throws -> String? {
    let statement = try PreparedStatement(
      "SELECT coalesce(sql, '') FROM sqlite_master WHERE name = ?1 COLLATE NOCASE", in: db)
    statement.bind(1, copying: name)
    return try statement.step() ? statement.text(0) : nil
  }

  private func isType(_ name: String) throws -> Bool {
    if registry.types.contains(where: { $0.id.lowercased() == name.lowercased() }) { return true }
    let statement = try PreparedStatement("SELECT 1 FROM assay_types WHERE name = ?1 COLLATE NOCASE", in: db)
    statement.bind(1, copying: name)
    return try statement.step()
  }
}

/// The facts about a type of the registry that the store needs to write and to read its values.
struct TypeCoding: Sendable {
  enum Value: Sendable {
    /// A REAL in the canonical unit.
    case number
    /// The raw INTEGER of a case, or its name as TEXT when it has none.
    case cases([Case])
    case text
    /// TEXT: the object of a structured sample, which conditions on values are not about.
    case parts
    /// NULL: the value is in the members.
    case absent
  }

  struct Case: Sendable {
    var raw: Int64?
    var names: [String]
    /// The name's bytes, for binding.
    var name: [UInt8]
  }

  let value: Value
  /// Whether samples of the type have a time; the ids of those without one never follow from their content.
  let hasTime: Bool
  /// For a correlation, the names of its members' roles.
  let roles: [String]

  init(_ type: TypeDefinition) {
    hasTime = type.shape.hasTime
    roles = type.shape.members?.map(\.role) ?? []
    switch type.shape.column {
    case .number: value = .number
    case .enumCase:
      let cases = type.shape.enumeration?.cases ?? []
      value = .cases(
        cases.map { item in
          Case(raw: item.raw.map { Int64($0) }, names: [item.name] + item.aliases, name: Array(item.name.utf8))
        })
    case .text: value = .text
    case .parts: value = .parts
    case .absent: value = .absent
    }
  }
}
