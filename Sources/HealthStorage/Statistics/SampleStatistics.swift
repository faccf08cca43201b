package import HealthModel

/// The statistics of the samples of one type: HealthKit's `HKStatistics`, before sources are merged.
///
/// Values are in the canonical unit; categories and correlations have counts and durations only.
public struct SampleStatistics: Sendable, Hashable {
  /// How many samples.
  public var count = 0
  /// The sum of the values, added exactly and rounded once.
  ///
  /// Setting it forgets what was added.
  public var sum: Double {
    get { exactSum.value }
    set {
      exactSum = ExactSum()
      exactSum.add(newValue)
    }
  }
  /// The smallest value; `nil` without samples.
  public var minimum: Double?
  /// The largest value; `nil` without samples.
  public var maximum: Double?
  /// The value that starts last, of several the one with the greatest id; `nil` without samples.
  public var mostRecent: Double?
  /// The earliest start in microseconds since 1970 UTC.
  public var firstStart: Int64?
  /// The latest start in microseconds since 1970 UTC.
  public var lastStart: Int64?
  /// The lengths of the samples together, in microseconds.
  public var duration: Int64 = 0

  private var mostRecentID = SampleID.none
  private var exactSum = ExactSum()

  /// Creates statistics of nothing.
  public init() {}

  /// The mean of the values; `nil` without samples.
  package var average: Double? { count == 0 ? nil : sum / Double(count) }

  /// Adds the samples of a batch; members of correlations, which a query passes on after them, are left out.
  package mutating func add(_ batch: SampleBatch) {
    for row in 0..<batch.count where batch.correlation[row] < 0 { add(row, of: batch) }
  }

  private mutating func add(_ row: Int, of batch: SampleBatch) {
    let value = batch.value[row]
    let start = batch.start[row]
    count += 1
    exactSum.add(value)
    minimum = Swift.min(minimum ?? value, value)
    maximum = Swift.max(maximum ?? value, value)
    guard start != SampleBatch.noTime else { return }
    duration = duration.addingReportingOverflow(batch.end[row] - start).partialValue
    firstStart = Swift.min(firstStart ?? start, start)
    if let last = lastStart, (start, batch.id[row]) < (last, mostRecentID) { return }
    lastStart = start
    mostRecent = value
    mostRecentID = batch.id[row]
  }
}
