import HealthModel

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
  private(set) var place: DatabasePlace

  var leftovers: [(table: String, reason: String)] {
    blocks.leftovers(without: table.name) + steps.leftovers(without: blocks.table)
  }

  init(_ table: RecordTable, _ context: RecordContext, _ known: Set<String>) throws(DatabaseFault) {
    self.context = context
    self.table = table
    place = DatabasePlace(table: table.name, row: 0)
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

  func next(into line: inout SampleText) throws(DatabaseFault) -> Bool {
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
      line.append(",\"completedSession\":\"")
      session.append(to: &line.bytes)
      line.append("\"")
    }
    line.append("}")
    appendBlocks(to: &line)
    line.times(of: row)
    try context.appendOrigin(of: row, to: &line)
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
