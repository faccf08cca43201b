package import HealthModel

/// The records of a Health Connect database as lines of samples, table by table.
///
/// The same file and types give the same lines. A database of which nothing is a table of Health Connect is refused.
package final class HealthConnectRows {
  /// What a line is.
  package enum Row: Sendable, Hashable {
    case sample
    /// A row of a table that has no type, by the name of the table.
    case unsupported(String)
    /// A row of a known table of which no sample can be made, and why.
    case refusedRow(String)
    /// What is not read, and why.
    case refused(String)
  }

  private let context: RecordContext
  /// What is read, in order; a reader is made when its turn comes.
  private var steps: [Step]
  private var next = 0
  private var reader: (any TableReader)?
  /// What the last reader left over.
  private var leftovers: [(table: String, reason: String)] = []
  private var sample = SampleText()
  /// Where the last line came from.
  package private(set) var place = DatabasePlace(table: "", row: 0)
  /// The version of the schema, `user_version`.
  package let version: Int64

  private enum Step {
    case table(RecordTable)
    case routes(RecordTable)
    case unknown(String)
    case refusal(String, String)
    /// Rows of a table whose records are in another one, which is missing.
    case orphans(String, of: String)
    /// A table that records of another one are also in, which is missing.
    case missing(String, of: String)
  }

  package init(path: String, registry: Registry) throws(DatabaseFault) {
    context = try RecordContext(ForeignDatabase(path: path), RecordTypes(registry))
    version = context.schema.version
    steps = Self.steps(context.schema)
    let isOne = steps.contains { step in
      if case .table = step { true } else { false }
    }
    guard isOne || context.schema.tables["application_info_table"] != nil else {
      throw DatabaseFault(0, "it is a SQLite database without a table of Health Connect")
    }
  }

  /// The bytes of the last line, without a line feed.
  package var line: [UInt8] { sample.bytes }

  /// The next line; `nil` after the last.
  package func nextRow() throws(DatabaseFault) -> Row? {
    while next < steps.count || !leftovers.isEmpty {
      if let leftover = leftovers.popLast() { return refuse(leftover.table, leftover.reason) }
      do throws(DatabaseFault) {
        switch steps[next] {
        case .refusal(let table, let reason):
          next += 1
          return refuse(table, reason)
        case .orphans(let table, let parent):
          let count = try rowCount(of: table)
          next += 1
          guard count > 0 else { continue }
          return refuse(table, "\(count) of its rows are not read: \(parent), which their records are in, is missing")
        case .missing(let table, let parent):
          let count = try rowCount(of: parent, atMost: 1)
          next += 1
          guard count > 0 else { continue }
          return refuse(table, "it is missing, so the records in \(parent) are incomplete")
        case .unknown(let table):
          if try advance() { return .unsupported(table) }
        case .table, .routes:
          if try advance() { return reader?.fault.map { .refusedRow($0) } ?? .sample }
        }
        next += 1
        leftovers = reader?.leftovers.reversed() ?? []
        reader = nil
      } catch {
        guard !error.isDamage, case let table = name(of: steps[next]) else { throw error }
        next += 1
        reader = nil
        return refuse(table, error.description)
      }
    }
    return nil
  }

  private func refuse(_ table: String, _ reason: String) -> Row {
    place = DatabasePlace(table: table, row: place.table == table ? place.row : 0)
    sample.removeAll()
    sample.append("{}")
    return .refused("\(table): \(reason)")
  }

  private func advance() throws(DatabaseFault) -> Bool {
    if reader == nil {
      if case .table(let table) = steps[next] { try context.checkPages(of: table.children) }
      try context.checkPages(of: [name(of: steps[next])])
      reader = try makeReader(steps[next])
    }
    guard let reader, try reader.next(into: &sample) else { return false }
    place = reader.place
    return true
  }

  private func rowCount(of table: String, atMost most: Int = .max) throws(DatabaseFault) -> Int {
    try context.checkPages(of: [table])
    let rows = try RecordStatement("SELECT 1 FROM \"\(table)\" NOT INDEXED", in: context.database)
    var count = 0
    while count < most, try rows.step() { count += 1 }
    return count
  }

  private func name(of step: Step) -> String {
    switch step {
    case .table(let table): table.name
    case .routes: "exercise_route_table"
    case .unknown(let name), .refusal(let name, _), .orphans(let name, _), .missing(let name, _): name
    }
  }

  private func makeReader(_ step: Step) throws(DatabaseFault) -> (any TableReader)? {
    switch step {
    case .refusal, .orphans, .missing: return nil
    case .unknown(let name):
      return try UnknownTableReader(name, context.schema.tables[name]?.names ?? [], context)
    case .routes(let table):
      guard let known = context.schema.tables[table.name],
        let points = context.schema.tables["exercise_route_table"]
      else { return nil }
      return try RouteTableReader(table, context, known, points: points.names)
    case .table(let table):
      guard let known = context.schema.tables[table.name] else { return nil }
      switch table.form {
      case .quantity, .presence, .cases, .bloodPressure: return try RecordTableReader(table, context, known.names)
      case .nutrition: return try NutritionReader(table, context, known.names)
      case .series(let child, let column, let unit, let field):
        guard let points = context.schema.tables[child] else { return nil }
        return try SeriesReader(
          table, series: (child, column, unit, field), context, known, points: points.names)
      case .sleep: return try SleepReader(table, context, known)
      case .exercise: return try ExerciseReader(table, context, known.names)
      case .plannedExercise: return try PlanReader(table, context, known.names)
      }
    }
  }

  /// What is read of a database, in order: the tables of records, then those that are not known, then what is refused.
  private static func steps(_ schema: DatabaseSchema) -> [Step] {
    var steps: [Step] = []
    var known = RecordTable.others
    for table in RecordTable.all {
      known.insert(table.name)
      known.formUnion(table.children)
      let children = table.children.filter { schema.tables[$0] != nil }
      guard schema.tables[table.name] != nil else {
        steps += children.map { .orphans($0, of: table.name) }
        continue
      }
      // Goals are not read.
      let missing = table.children.filter { !children.contains($0) && !$0.hasSuffix("_goals_table") }
      steps += missing.map { .missing($0, of: table.name) }
      steps.append(.table(table))
      if case .exercise = table.form { steps.append(.routes(table)) }
    }
    let unknown = schema.tables.keys.filter { !known.contains($0) }
    for name in unknown.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { steps.append(.unknown(name)) }
    for other in schema.others {
      steps.append(.refusal(other, "it is passed over: only tables are read, and no view, trigger or virtual table"))
    }
    return steps
  }
}
