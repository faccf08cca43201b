import HealthFormats
import HealthModel

/// Reads the routes of workouts: the points of a workout, which follow each other, are one sample.
final class RouteTableReader: TableReader {
  private let context: RecordContext
  private let points: RecordStatement
  private let parent: SeriesParent
  private let type: [UInt8]
  private(set) var place: DatabaseLocation
  private(set) var fault: String?
  private var isAtPoint = false
  private var isAtEnd = false
  private var columns = [Column](repeating: Column(), count: 5)
  private var times: [UInt8] = []

  private struct Column {
    var text: [UInt8] = []
    var isSet = false
  }

  /// The most points of a sample: so many are within the longest line.
  private static let most = 60_000
  private static let names = ["latitude", "longitude", "altitude", "horizontalAccuracy", "verticalAccuracy"]
  private static let units = ["deg", "deg", "m", "m", "m"]

  init(_ table: RecordTable, _ context: RecordContext, _ known: DatabaseSchema.Columns, points columns: Set<String>)
    throws(Failure)
  {
    self.context = context
    place = DatabaseLocation(table: "exercise_route_table", row: 0)
    type = context.types.id(of: "\(table.record).exerciseRoute")
    points = try RecordStatement(
      "SELECT rowid, "
        + RecordColumns.select(
          [
            "parent_key", "timestamp_millis", "latitude", "longitude", "altitude", "horizontal_accuracy",
            "vertical_accuracy",
          ], from: "exercise_route_table", in: columns
        ).dropFirst("SELECT ".count), in: context.database)
    parent = try SeriesParent(table, [], context, known)
  }

  func next(into line: inout SampleText) throws(Failure) -> Bool {
    if !isAtPoint, !isAtEnd { try step() }
    guard !isAtEnd else { return false }
    place.row = points.integer(0)
    let workout = points.integer(1)
    let first = points.setInteger(2)
    var last = first
    var count = 0
    times.removeAll(keepingCapacity: true)
    for index in columns.indices {
      columns[index].text.removeAll(keepingCapacity: true)
      columns[index].isSet = false
    }
    repeat {
      last = points.setInteger(2)
      append(after: first, count == 0)
      count += 1
      try step()
    } while !isAtEnd && points.integer(1) == workout && count < Self.most
    isAtPoint = !isAtEnd
    try write(from: first, to: last, of: workout, into: &line)
    return true
  }

  private func step() throws(Failure) { if !(try points.step()) { isAtEnd = true } }

  private func append(after first: Int64?, _ isFirst: Bool) {
    if !isFirst { times.append(UInt8(ascii: ",")) }
    let (time, isOverflow) = (points.setInteger(2) ?? 0).subtractingReportingOverflow(first ?? 0)
    DecimalWriter.append(isOverflow ? -1 : Double(time) / 1_000, to: &times)
    for index in columns.indices {
      if !isFirst { columns[index].text.append(UInt8(ascii: ",")) }
      if let number = points.setNumber(3 + Int32(truncatingIfNeeded: index)), number.isFinite {
        DecimalWriter.append(number, to: &columns[index].text)
        columns[index].isSet = true
      } else {
        columns[index].text += "null".utf8
      }
    }
  }

  private func write(from first: Int64?, to last: Int64?, of workout: Int64, into line: inout SampleText)
    throws(Failure)
  {
    let isThere = try parent.find(workout).isThere
    fault = isThere ? nil : parent.orphan
    let record = isThere ? context.id(of: parent.row) : nil
    line.removeAll()
    line.begin(first.flatMap { first in context.id(of: record, part: Array("route \(first)".utf8)) }, type: type)
    if let record {
      line.append(",\"parent\":")
      line.quote(record)
    }
    line.time(",\"start\":", milliseconds: first)
    line.time(",\"end\":", milliseconds: last)
    line.append(",\"points\":{\"time\":[")
    line.bytes += times
    line.append("],\"units\":{")
    // Places are needed; what is known of none of them is left out.
    let shown = columns.indices.filter { $0 < 2 || columns[$0].isSet }
    for index in shown {
      line.append(index == 0 ? "" : ",")
      line.quote(Self.names[index])
      line.append(":")
      line.quote(Self.units[index])
    }
    line.append("}")
    for index in shown {
      line.append(",")
      line.quote(Self.names[index])
      line.append(":[")
      line.bytes += columns[index].text
      line.append("]")
    }
    line.append("}")
    if isThere {
      line.offset(",\"offset\":", seconds: parent.row.setZone(RecordColumns.startOffset))
      try context.appendMetadata(of: parent.row, .part(of: record), to: &line)
    }
    line.end()
  }
}

/// Finds the records that rows of another table belong to.
///
/// Rows of one record follow each other, so the last is kept.
final class SeriesParent {
  let row: RecordStatement
  /// What is said of a row whose record is not there.
  let orphan: String
  /// The record that was found last; `nil` if the rows name one that is not there.
  private var number: Int64?
  private var isFound = false

  init(_ table: RecordTable, _ columns: [String], _ context: RecordContext, _ known: DatabaseSchema.Columns)
    throws(Failure)
  {
    guard known.isKeyed else {
      throw Failure.database(
        0, "row_id is not the key of \(table.name), so its records cannot be found by their number")
    }
    orphan = "its record is not in \(table.name)"
    row = try RecordStatement(RecordColumns.sql(of: table, columns, in: known.names, byKey: true), in: context.database)
  }

  /// Goes to a record.
  ///
  /// - Returns: whether it is there, and whether it is another than before.
  func find(_ number: Int64) throws(Failure) -> (isThere: Bool, isNew: Bool) {
    if self.number == number { return (isFound, false) }
    row.restart(with: number)
    isFound = try row.step()
    self.number = number
    return (isFound, true)
  }
}
