import HealthFormats
import HealthModel

/// Reads nights: each stage is a sample, then each session, whose title and notes no stage could have.
///
/// A session without stages is asleep as a whole. Two stages that HealthKit has no case for are samples of a type of
/// their own.
final class SleepReader: TableReader {
  private let context: RecordContext
  private let table: RecordTable
  private let stages: RecordStatement?
  private let parent: SeriesParent?
  private let sessions: RecordStatement
  private let stageType: [UInt8]
  private let otherType: [UInt8]
  private let sessionType: [UInt8]
  private(set) var place: DatabaseLocation
  private(set) var fault: String?
  private var staged: Set<Int64> = []
  private var isAtSessions = false
  /// Whether the session of this row is to be written as asleep as well.
  private var isPending = false
  private var record: UUIDBytes?
  private var tail = SampleText()

  /// The stages' cases of `sleepAnalysis`: awake, asleepUnspecified, asleepCore, asleepDeep, asleepREM, awake.
  private static let cases = [-1, 2, 1, -1, 3, 4, 5, 2]
  /// The most sessions that are kept in mind.
  private static let most = 1_000_000

  init(_ table: RecordTable, _ context: RecordContext, _ known: DatabaseSchema.Columns) throws(Failure) {
    self.context = context
    self.table = table
    stageType = context.types.id(of: "\(table.record).stages[].stage")
    otherType = context.types.id(of: "\(table.record).stages[]")
    sessionType = context.types.id(of: table.record)
    let columns = table.notes.map(\.column)
    if let child = context.schema.tables["sleep_stages_table"] {
      place = DatabaseLocation(table: "sleep_stages_table", row: 0)
      stages = try RecordStatement(
        "SELECT rowid, "
          + RecordColumns.select(
            ["parent_key", "stage_start_time", "stage_end_time", "stage_type"], from: "sleep_stages_table",
            in: child.names
          ).dropFirst("SELECT ".count), in: context.database)
      parent = try SeriesParent(table, [], context, known)
    } else {
      place = DatabaseLocation(table: table.name, row: 0)
      stages = nil
      parent = nil
    }
    sessions = try RecordStatement(RecordColumns.sql(of: table, columns, in: known.names), in: context.database)
  }

  func next(into line: inout SampleText) throws(Failure) -> Bool {
    if !isAtSessions {
      if let stages, try stages.step() {
        try appendStage(of: stages, to: &line)
        return true
      }
      isAtSessions = true
      fault = nil
      place = DatabaseLocation(table: table.name, row: 0)
    }
    if isPending {
      isPending = false
      try appendSession(asStage: true, to: &line)
      return true
    }
    guard try sessions.step() else { return false }
    place.row = sessions.integer(RecordColumns.row)
    // Without the table of stages it is not known whether the session has any.
    isPending = stages != nil && !staged.contains(place.row)
    try appendSession(asStage: false, to: &line)
    return true
  }

  private func appendStage(of stages: RecordStatement, to line: inout SampleText) throws(Failure) {
    place.row = stages.integer(0)
    let session = stages.integer(1)
    if let parent, case let (isThere, isNew) = try parent.find(session), isNew {
      fault = isThere ? nil : parent.orphan
      if isThere { staged.insert(session) }
      guard staged.count <= Self.most else {
        throw Failure.database(0, "it has stages of more than \(Self.most) nights")
      }
      tail.removeAll()
      record = isThere ? context.id(of: parent.row) : nil
      if isThere { try appendTail(of: parent.row) } else { tail.append("}") }
    }
    let number = stages.setInteger(4)
    let start = stages.setInteger(2)
    let isOther = number == 0 || number == 3
    line.removeAll()
    let id = start.flatMap { start in context.id(of: record, part: Array("\(start)".utf8)) }
    line.begin(id, type: isOther ? otherType : stageType)
    if isOther, let number {
      line.append(",\"value\":")
      line.append(number)
    } else {
      line.value(number, cases: Self.cases, column: "stage_type")
    }
    line.time(",\"start\":", milliseconds: start)
    line.time(",\"end\":", milliseconds: stages.setInteger(3))
    guard number == 7, record != nil else {
      line.bytes += tail.bytes
      return
    }
    // Its word goes into the metadata, which is at the end.
    line.bytes += tail.bytes.dropLast(2)
    line.append(",\"health_connect_stage\":\"awake_in_bed\"}}")
  }

  /// What the samples of a night have in common.
  ///
  /// It ends with metadata: that of which record they are.
  private func appendTail(of row: RecordStatement) throws(Failure) {
    tail.offset(",\"offset\":", seconds: row.setZone(RecordColumns.startOffset))
    try context.appendMetadata(of: row, .part(of: record), to: &tail)
    tail.end()
  }

  private func appendSession(asStage: Bool, to line: inout SampleText) throws(Failure) {
    let id = context.id(of: sessions)
    line.removeAll()
    line.begin(asStage ? context.id(of: id, part: Array("asleep".utf8)) : id, type: asStage ? stageType : sessionType)
    if asStage { line.append(",\"value\":1") }
    line.times(of: sessions)
    try context.appendMetadata(of: sessions, asStage ? .part(of: id) : .whole, to: &line)
    if asStage {
      line.key("health_connect_stage")
      line.append("\"none\"")
    } else {
      context.append(table.notes, of: sessions, from: RecordColumns.own, to: &line)
    }
    line.end()
  }
}
