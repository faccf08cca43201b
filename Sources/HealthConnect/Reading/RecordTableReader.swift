import HealthModel

/// Reads a table whose records are one sample each.
final class RecordTableReader: TableReader {
  private let context: RecordContext
  private let table: RecordTable
  private let row: RecordStatement
  private let type: [UInt8]
  private let unit: [UInt8]
  private let memberTypes: [[UInt8]]
  private(set) var place: DatabasePlace

  init(_ table: RecordTable, _ context: RecordContext, _ known: Set<String>) throws(DatabaseFault) {
    self.context = context
    self.table = table
    place = DatabasePlace(table: table.name, row: 0)
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

  func next(into line: inout SampleText) throws(DatabaseFault) -> Bool {
    guard try row.step() else { return false }
    place.row = row.integer(RecordColumns.row)
    line.removeAll()
    let id = context.id(of: row)
    line.begin(id, type: type)
    switch table.form {
    case .quantity: line.value(row, RecordColumns.own, unit: unit)
    case .cases(let column, let cases, _):
      line.value(row.setInteger(RecordColumns.own), cases: cases, column: column)
    case .bloodPressure: appendPressures(of: id, to: &line)
    default: break
    }
    line.times(of: row)
    try context.appendOrigin(of: row, to: &line)
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
