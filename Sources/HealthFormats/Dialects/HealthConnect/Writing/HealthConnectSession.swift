import HealthModel

/// A session whose samples come one by one, such as the stages of a night.
struct HealthConnectSession: Sendable {
  /// The record up to the time of its end, which is not known yet.
  private let beginning: [UInt8]
  private var stages: [UInt8] = []
  private var metadata: [UInt8] = []
  private let source: [UInt8]
  private let start: Int64
  private var end: Int64
  private var endOffset: Int16
  /// Where the last stage ends: stages do not overlap.
  private var lastStage = Int64.min

  init(_ row: Int, stage: Int, _ code: HealthConnectCode, of batch: SampleBatch) {
    (start, end, endOffset) = (batch.start[row], batch.end[row], batch.endOffset[row])
    source = Self.source(row, of: batch)
    beginning = HealthConnectWriter.beginning(code, row, of: batch)
    HealthConnectWriter.appendMetadata(row, of: batch, to: &metadata)
    append(row, stage, of: batch)
  }

  /// Takes a sample that touches the session and is of the same source; says whether it did.
  mutating func take(_ row: Int, stage: Int, of batch: SampleBatch) -> Bool {
    guard batch.start[row] >= start, batch.start[row] <= end, Self.source(row, of: batch) == source,
      stage < 0 || batch.start[row] >= lastStage
    else { return false }
    if batch.end[row] > end { (end, endOffset) = (batch.end[row], batch.endOffset[row]) }
    append(row, stage, of: batch)
    return true
  }

  private mutating func append(_ row: Int, _ stage: Int, of batch: SampleBatch) {
    guard stage >= 0 else { return }
    lastStage = batch.end[row]
    if !stages.isEmpty { stages.append(UInt8(ascii: ",")) }
    stages += #"{"startTime":""#.utf8
    TimestampWriter.append(batch.start[row], to: &stages)
    stages += #"","endTime":""#.utf8
    TimestampWriter.append(batch.end[row], to: &stages)
    stages += #"","stage":\#(stage)}"#.utf8
  }

  private static func source(_ row: Int, of batch: SampleBatch) -> [UInt8] {
    batch.source[row] < 0 ? [] : Array(batch.arena[batch.sources.ranges[Int(batch.source[row])].indices])
  }

  func finish(_ write: ([UInt8]) -> Void) {
    var record = beginning
    HealthConnectWriter.appendEnd(end, endOffset, to: &record)
    record += #","stages":["#.utf8
    record += stages
    record.append(UInt8(ascii: "]"))
    record += metadata
    record.append(UInt8(ascii: "}"))
    write(record)
  }
}
