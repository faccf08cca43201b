import HealthFormats
package import HealthModel

/// The records of a Health Connect database as lines of samples, table by table.
///
/// The same file and types give the same lines. A database of which nothing is a table of Health Connect is refused.
package final class HealthConnectRows {
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
  package private(set) var place = DatabaseLocation(table: "", row: 0)
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

  package init(path: String, registry: Registry) throws(Failure) {
    context = try RecordContext(ForeignDatabase(path: path), RecordTypes(registry))
    version = context.schema.version
    steps = Self.steps(context.schema)
    let isOne = steps.contains { step in
      if case .table = step { true } else { false }
    }
    guard isOne || context.schema.tables["application_info_table"] != nil else {
      throw Failure.database(0, "it is a SQLite database without a table of Health Connect")
    }
  }

  /// The bytes of the last line, without a line feed.
  package var line: [UInt8] { sample.bytes }

  /// The next line; `nil` after the last.
  package func nextRow() throws(Failure) -> Row? {
    while next < steps.count || !leftovers.isEmpty {
      if let leftover = leftovers.popLast() { return refuse(leftover.table, leftover.reason) }
      do {
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
    place = DatabaseLocation(table: table, row: place.table == table ? place.row : 0)
    sample.removeAll()
    sample.append("{}")
    return .refused("\(table): \(reason)")
  }

  private func advance() throws(Failure) -> Bool {
    if reader == nil {
      if case .table(let table) = steps[next] { try context.checkPages(of: table.children) }
      try context.checkPages(of: [name(of: steps[next])])
      reader = try makeReader(steps[next])
    }
    guard let reader, try reader.next(into: &sample) else { return false }
    place = reader.place
    return true
  }

  private func rowCount(of table: String, atMost most: Int = .max) throws(Failure) -> Int {
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

  private func makeReader(_ step: Step) throws(Failure) -> (any TableReader)? {
    switch step {
    case .refusal, .orphans, .missing: return nil
    case .unknown(let name): return try UnknownTableReader(name, context.schema.tables[name]?.names ?? [], context)
    case .routes(let table):
      guard let known = context.schema.tables[table.name], let points = context.schema.tables["exercise_route_table"]
      else { return nil }
      return try RouteTableReader(table, context, known, points: points.names)
    case .table(let table):
      guard let known = context.schema.tables[table.name] else { return nil }
      switch table.form {
      case .quantity, .presence, .cases, .bloodPressure: return try RecordTableReader(table, context, known.names)
      case .nutrition: return try NutritionReader(table, context, known.names)
      case .series(let child, let column, let unit, let field):
        guard let points = context.schema.tables[child] else { return nil }
        return try SeriesReader(table, series: (child, column, unit, field), context, known, points: points.names)
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

/// Reads workouts: a session with its laps and segments as events.
final class ExerciseReader: TableReader {
  private let context: RecordContext
  private let table: RecordTable
  private let row: RecordStatement
  private let type: [UInt8]
  private var laps: ChildRows
  private var segments: ChildRows
  private(set) var place: DatabaseLocation

  var leftovers: [(table: String, reason: String)] {
    laps.leftovers(without: table.name) + segments.leftovers(without: table.name)
  }

  init(_ table: RecordTable, _ context: RecordContext, _ known: Set<String>) throws(Failure) {
    self.context = context
    self.table = table
    place = DatabaseLocation(table: table.name, row: 0)
    type = context.types.id(of: "\(table.record).exerciseType")
    laps = try ChildRows("exercise_laps_table", ["lap_start_time", "lap_end_time", "lap_length"], context)
    segments = try ChildRows(
      "exercise_segments_table",
      ["segment_start_time", "segment_end_time", "segment_type", "repetitions_count"], context)
    row = try RecordStatement(
      RecordColumns.sql(
        of: table, ["exercise_type", "planned_exercise_session_id"] + table.notes.map(\.column), in: known),
      in: context.database)
  }

  func next(into line: inout SampleText) throws(Failure) -> Bool {
    guard try row.step() else { return false }
    place.row = row.integer(RecordColumns.row)
    line.removeAll()
    line.begin(context.id(of: row), type: type)
    let exercise = RowExercise(row, RecordColumns.own)
    exercise.beginFields(to: &line)
    line.append("}")
    appendEvents(to: &line)
    line.times(of: row)
    try context.appendMetadata(of: row, .whole, to: &line)
    exercise.appendMetadata(to: &line)
    if let plan = row.id(RecordColumns.own + 1) {
      line.key("health_connect_planned_session")
      line.quote(plan)
    }
    context.append(table.notes, of: row, from: RecordColumns.own + 2, to: &line)
    line.end()
    return true
  }

  private func appendEvents(to line: inout SampleText) {
    let laps = laps.take(of: place.row)
    let segments = segments.take(of: place.row)
    guard !laps.isEmpty || !segments.isEmpty else { return }
    line.append(",\"lists\":{\"events\":[")
    var isFirst = true
    for lap in laps {
      begin("lap", lap, &isFirst, to: &line)
      if let length = lap.numbers[2] {
        line.append(",\"metadata\":{\"HKLapLength\":{\"value\":")
        line.append(length)
        line.append(",\"unit\":\"m\"}}")
      }
      line.append("}")
    }
    for segment in segments {
      begin("segment", segment, &isFirst, to: &line)
      line.append(",\"metadata\":{\"health_connect_segment_type\":")
      line.append(segment.integers[2] ?? 0)
      if let count = segment.integers[3], count > 0 {
        line.append(",\"health_connect_repetitions\":")
        line.append(count)
      }
      line.append("}}")
    }
    line.append("]}")
  }

  private func begin(_ kind: String, _ event: ChildRows.Row, _ isFirst: inout Bool, to line: inout SampleText) {
    line.append(isFirst ? "{\"kind\":" : ",{\"kind\":")
    isFirst = false
    line.quote(kind)
    line.time(",\"start\":", milliseconds: event.integers[0])
    guard let start = event.integers[0], let end = event.integers[1] else { return }
    let (length, isOverflow) = end.subtractingReportingOverflow(start)
    guard !isOverflow else { return }
    line.append(",\"duration\":{\"value\":")
    line.append(Double(length) / 1_000)
    line.append(",\"unit\":\"s\"}")
  }
}

/// Reads planned workouts with their blocks and the steps of these.
///
/// What a step aims at is in a form that is not published, and is not read.
final class PlanReader: TableReader {
  private let context: RecordContext
  private let table: RecordTable
  private let row: RecordStatement
  private let type: [UInt8]
  private var blocks: ChildRows
  private var steps: ChildRows
  private(set) var place: DatabaseLocation

  var leftovers: [(table: String, reason: String)] {
    blocks.leftovers(without: table.name) + steps.leftovers(without: blocks.table)
  }

  init(_ table: RecordTable, _ context: RecordContext, _ known: Set<String>) throws(Failure) {
    self.context = context
    self.table = table
    place = DatabaseLocation(table: table.name, row: 0)
    type = context.types.id(of: table.record)
    blocks = try ChildRows(
      "planned_exercise_session_blocks_table", ["row_id", "repetitions"], text: "block_description", context)
    steps = try ChildRows(
      "planned_exercise_session_steps_table", ["category", "step_exercise_type"], text: "step_description", context)
    row = try RecordStatement(
      RecordColumns.sql(
        of: table, ["exercise_type", "has_explicit_time", "completed_session_id"] + table.notes.map(\.column),
        in: known), in: context.database)
  }

  func next(into line: inout SampleText) throws(Failure) -> Bool {
    guard try row.step() else { return false }
    place.row = row.integer(RecordColumns.row)
    line.removeAll()
    line.begin(context.id(of: row), type: type)
    let own = RecordColumns.own
    let exercise = RowExercise(row, own)
    exercise.beginFields(to: &line)
    if let explicit = row.setInteger(own + 1) {
      line.append(explicit == 0 ? ",\"hasExplicitTime\":false" : ",\"hasExplicitTime\":true")
    }
    if let session = row.id(own + 2) {
      line.append(",\"completedSession\":")
      line.quote(session)
    }
    line.append("}")
    appendBlocks(to: &line)
    line.times(of: row)
    try context.appendMetadata(of: row, .whole, to: &line)
    exercise.appendMetadata(to: &line)
    context.append(table.notes, of: row, from: own + 3, to: &line)
    line.end()
    return true
  }

  private func appendBlocks(to line: inout SampleText) {
    let own = blocks.take(of: place.row)
    guard !own.isEmpty else { return }
    line.append(",\"lists\":{\"blocks\":[")
    for (number, block) in own.enumerated() {
      line.append(number == 0 ? "{\"number\":" : ",{\"number\":")
      line.append(Int64(number + 1))
      append(",\"repetitions\":", block.integers[1], to: &line)
      append(block.text, to: &line)
    }
    line.append("],\"steps\":[")
    var isFirst = true
    for (number, block) in own.enumerated() {
      guard let row = block.integers[0] else { continue }
      for step in steps.take(of: row) {
        line.append(isFirst ? "{\"block\":" : ",{\"block\":")
        isFirst = false
        line.append(Int64(number + 1))
        append(",\"category\":", step.integers[0], to: &line)
        append(",\"segmentType\":", step.integers[1], to: &line)
        append(step.text, to: &line)
      }
    }
    line.append("]}")
  }

  private func append(_ key: StaticString, _ number: Int64?, to line: inout SampleText) {
    guard let number else { return }
    line.append(key)
    line.append(number)
  }

  private func append(_ description: String?, to line: inout SampleText) {
    if let description {
      line.append(",\"description\":")
      line.quote(description)
    }
    line.append("}")
  }
}

/// Reads a table whose records are one sample each.
final class RecordTableReader: TableReader {
  private let context: RecordContext
  private let table: RecordTable
  private let row: RecordStatement
  private let type: [UInt8]
  private let unit: [UInt8]
  private let memberTypes: [[UInt8]]
  private(set) var place: DatabaseLocation

  init(_ table: RecordTable, _ context: RecordContext, _ known: Set<String>) throws(Failure) {
    self.context = context
    self.table = table
    place = DatabaseLocation(table: table.name, row: 0)
    var columns: [String] = []
    var code = table.record
    var unit: [UInt8] = []
    var memberTypes: [[UInt8]] = []
    switch table.form {
    case .quantity(let column, let text, let field):
      columns = [column]
      code += "." + field
      JSONText.appendQuoted(text.utf8, to: &unit)
    case .cases(let column, _, let field):
      columns = [column]
      code += "." + field
    case .bloodPressure:
      columns = ["systolic", "diastolic"]
      memberTypes = columns.map { context.types.id(of: "\(table.record).\($0)") }
    default: break
    }
    if case .presence = table.form, !context.types.has(code), let field = Self.presences[code] { code += "." + field }
    type = context.types.id(of: code)
    if table.notes.contains(where: { $0.form.isCycleStart }) { try context.readCycleStarts() }
    self.unit = unit
    self.memberTypes = memberTypes
    firstNote = RecordColumns.own + Int32(truncatingIfNeeded: columns.count)
    row = try RecordStatement(
      RecordColumns.sql(of: table, columns + table.notes.map(\.column), in: known), in: context.database)
  }

  private let firstNote: Int32

  /// The fields by which codes name records that are samples by being there.
  private static let presences = [
    "SexualActivityRecord": "protectionUsed", "MindfulnessSessionRecord": "mindfulnessSessionType",
  ]

  func next(into line: inout SampleText) throws(Failure) -> Bool {
    guard try row.step() else { return false }
    place.row = row.integer(RecordColumns.row)
    line.removeAll()
    let id = context.id(of: row)
    line.begin(id, type: type)
    switch table.form {
    case .quantity: line.value(row, RecordColumns.own, unit: unit)
    case .cases(let column, let cases, _): line.value(row.setInteger(RecordColumns.own), cases: cases, column: column)
    case .bloodPressure: appendPressures(of: id, to: &line)
    default: break
    }
    line.times(of: row)
    try context.appendMetadata(of: row, .whole, to: &line)
    context.append(table.notes, of: row, from: firstNote, to: &line)
    line.end()
    return true
  }

  private func appendPressures(of id: UUIDBytes?, to line: inout SampleText) {
    line.append(",\"members\":[")
    for (index, name) in ["systolic", "diastolic"].enumerated() {
      if index > 0 { line.append(",") }
      line.begin(context.id(of: id, part: Array(name.utf8)), type: memberTypes[index])
      line.value(row, RecordColumns.own + Int32(index), unit: Self.millimeters)
      line.append("}")
    }
    line.append("]")
  }

  private static let millimeters = Array("\"mmHg\"".utf8)
}

/// Reads a series: each point is a sample with an id of its own, the same each time that the record is read.
final class SeriesReader: TableReader {
  private let context: RecordContext
  private let table: RecordTable
  private let points: RecordStatement
  private let parent: SeriesParent
  private let type: [UInt8]
  private let unit: [UInt8]
  private(set) var place: DatabaseLocation
  private(set) var fault: String?
  /// What all points of the record have in common: all of the sample after its start.
  private var tail = SampleText()
  private var record: UUIDBytes?
  private var scratch: [UInt8] = []

  // The series: the table of points, its column, the unit of that, and the field in codes.
  init(
    _ table: RecordTable, series: (table: String, column: String, unit: String, field: String),
    _ context: RecordContext, _ known: DatabaseSchema.Columns, points columns: Set<String>
  ) throws(Failure) {
    self.context = context
    self.table = table
    place = DatabaseLocation(table: series.table, row: 0)
    type = context.types.id(of: "\(table.record).\(series.field)")
    var unit: [UInt8] = []
    JSONText.appendQuoted(series.unit.utf8, to: &unit)
    self.unit = unit
    points = try RecordStatement(
      "SELECT rowid, "
        + RecordColumns.select(["parent_key", "epoch_millis", series.column], from: series.table, in: columns)
        .dropFirst("SELECT ".count), in: context.database)
    parent = try SeriesParent(table, table.notes.map(\.column), context, known)
  }

  func next(into line: inout SampleText) throws(Failure) -> Bool {
    guard try points.step() else { return false }
    place.row = points.integer(0)
    let (isThere, isNew) = try parent.find(points.integer(1))
    if isNew {
      fault = isThere ? nil : parent.orphan
      record = isThere ? context.id(of: parent.row) : nil
      tail.removeAll()
      if isThere { try appendTail() } else { tail.append("}") }
    }
    line.removeAll()
    let time = points.setInteger(2)
    line.begin(time.flatMap { context.id(of: record, milliseconds: $0, &scratch) }, type: type)
    line.value(points, 3, unit: unit)
    line.time(",\"start\":", milliseconds: time)
    line.bytes += tail.bytes
    return true
  }

  private func appendTail() throws(Failure) {
    tail.offset(",\"offset\":", seconds: parent.row.setZone(RecordColumns.startOffset))
    try context.appendMetadata(of: parent.row, .part(of: record), to: &tail)
    context.append(table.notes, of: parent.row, from: RecordColumns.own, to: &tail)
    tail.end()
  }
}

/// The kind of exercise of a row, as workouts and planned workouts have it.
private struct RowExercise {
  private let number: Int64?
  private let type: ExerciseType?

  init(_ row: RecordStatement, _ column: Int32) {
    number = row.setInteger(column)
    type = number.flatMap { ExerciseType.platform($0) }
  }

  /// Begins the fields with HealthKit's activity; another field or the end of the object follows.
  func beginFields(to line: inout SampleText) {
    line.append(",\"fields\":{\"activity\":")
    line.append(Int64(type?.activity ?? 3000))
  }

  /// Adds the kind's own name as metadata.
  func appendMetadata(to line: inout SampleText) {
    guard let number else { return }
    line.key("health_connect_exercise_type")
    if let type { line.quote(type.name) } else { line.append(number) }
  }
}

extension RecordStatement {
  /// The id in a cell; `nil` for what is not one.
  func id(_ column: Int32) -> UUIDBytes? { kind(column) == .blob ? withBytes(column) { UUIDBytes($0) } : nil }
}
