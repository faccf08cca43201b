import HealthModel
import HealthStorage

/// Runs of samples that are in one interval, in tight loops: columns in, sums out, nothing allocated.
///
/// A run ends before the first sample that does not end in the interval, and before samples that must be looked at more
/// closely.
extension OpenTally {
  /// Adds samples whose values are averaged.
  mutating func addMeanRun(_ columns: SampleColumns, from first: Int) -> Int {
    let (starts, ends, values) = (columns.start.span, columns.end.span, columns.value.span)
    let rows = min(starts.count, ends.count, values.count)
    let limit = place.to
    var row = first
    while row < rows, ends[row] < limit {
      let value = values[row]
      if value < minimum { minimum = value }
      if value > maximum { maximum = value }
      duration &+= ends[row] &- starts[row]
      row &+= 1
    }
    sum.add(values, in: first..<row)
    endRun(columns, first..<row)
    return row
  }

  /// Adds samples whose values are averaged by the time they held.
  ///
  /// - Returns: the row after the run; it is the first one when instants of one start wait for each other.
  mutating func addWeightedRun(_ columns: SampleColumns, from first: Int, held: inout HeldValues, hold: Int64) -> Int {
    let (starts, ends, values) = (columns.start.span, columns.end.span, columns.value.span)
    let rows = min(starts.count, ends.count, values.count)
    let limit = place.to
    guard held.count == 0 else { return first }
    var row = first
    // An instant that waits is the row before: its value and start are at hand.
    var waits = false
    while row < rows, ends[row] < limit {
      let (start, value) = (starts[row], values[row])
      if waits {
        // A sample that starts at the instant does not end its time, and may share it.
        if start == starts[row &- 1] { break }
        average(values[row &- 1], for: min(start &- starts[row &- 1], hold))
      }
      let length = ends[row] &- start
      waits = length == 0
      if length > 0 {
        average(value, for: length)
        duration &+= length
      }
      if value < minimum { minimum = value }
      if value > maximum { maximum = value }
      row &+= 1
    }
    if waits, row > first { held.add(values[row &- 1], at: starts[row &- 1], in: place) }
    endRun(columns, first..<row)
    return row
  }

  /// Adds samples of a cumulative quantity that follow each other without sharing time.
  mutating func addSumRun(_ columns: SampleColumns, from first: Int) -> Int {
    let (starts, ends, values) = (columns.start.span, columns.end.span, columns.value.span)
    let rows = min(starts.count, ends.count, values.count)
    let limit = place.to
    var row = first
    while row &+ 1 < rows {
      let (start, end, next) = (starts[row], ends[row], starts[row &+ 1])
      // Two instants at one moment share it, and so do an instant and what starts there.
      guard end < limit, end <= next, start < next else { break }
      duration &+= end &- start
      row &+= 1
    }
    sum.add(values, in: first..<row)
    endRun(columns, first..<row)
    return row
  }

  private mutating func endRun(_ columns: SampleColumns, _ run: Range<Int>) {
    guard let last = run.last else { return }
    count &+= run.count
    recent = RecentValue(value: columns.value[last], start: columns.start[last], end: columns.end[last])
  }
}
