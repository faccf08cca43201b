import HealthModel

/// Reads workouts: a session with its laps and segments as events.
final class ExerciseReader: TableReader {
  private let context: RecordContext
  private let table: RecordTable
  private let row: RecordStatement
  private let type: [UInt8]
  private var laps: ChildRows
  private var segments: ChildRows
  private(set) var place: DatabasePlace

  var leftovers: [(table: String, reason: String)] {
    laps.leftovers(without: table.name) + segments.leftovers(without: table.name)
  }

  init(_ table: RecordTable, _ context: RecordContext, _ known: Set<String>) throws(DatabaseFault) {
    self.context = context
    self.table = table
    place = DatabasePlace(table: table.name, row: 0)
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

  func next(into line: inout SampleText) throws(DatabaseFault) -> Bool {
    guard try row.step() else { return false }
    place.row = row.integer(RecordColumns.row)
    line.removeAll()
    line.begin(context.id(of: row), type: type)
    let exercise = RowExercise(row, RecordColumns.own)
    exercise.beginFields(to: &line)
    line.append("}")
    appendEvents(to: &line)
    line.times(of: row)
    try context.appendOrigin(of: row, to: &line)
    try context.appendMetadata(of: row, .whole, to: &line)
    exercise.appendMetadata(to: &line)
    if let plan = row.id(RecordColumns.own + 1) {
      line.key("health_connect_planned_session")
      line.append("\"")
      plan.append(to: &line.bytes)
      line.append("\"")
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
