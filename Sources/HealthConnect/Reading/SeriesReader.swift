import HealthModel

/// Reads a series: each point is a sample with an id of its own, the same each time that the record is read.
final class SeriesReader: TableReader {
  private let context: RecordContext
  private let table: RecordTable
  private let points: RecordStatement
  private let parent: SeriesParent
  private let type: [UInt8]
  private let unit: [UInt8]
  private(set) var place: DatabasePlace
  private(set) var fault: String?
  /// What all points of the record have in common: all of the sample after its start.
  private var tail = SampleText()
  private var record: UUIDBytes?
  private var scratch: [UInt8] = []

  // The series: the table of points, its column, the unit of that, and the field in codes.
  init(
    _ table: RecordTable, series: (table: String, column: String, unit: String, field: String),
    _ context: RecordContext, _ known: DatabaseSchema.Columns, points columns: Set<String>
  ) throws(DatabaseFault) {
    self.context = context
    self.table = table
    place = DatabasePlace(table: series.table, row: 0)
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

  func next(into line: inout SampleText) throws(DatabaseFault) -> Bool {
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

  private func appendTail() throws(DatabaseFault) {
    tail.offset(",\"offset\":", seconds: parent.row.setZone(RecordColumns.startOffset))
    try context.appendOrigin(of: parent.row, to: &tail)
    try context.appendMetadata(of: parent.row, .part(of: record), to: &tail)
    context.append(table.notes, of: parent.row, from: RecordColumns.own, to: &tail)
    tail.end()
  }
}
