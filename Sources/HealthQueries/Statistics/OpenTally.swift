import AssayPlatform
import HealthModel
import HealthStorage

/// An interval whose samples are still coming.
struct OpenTally: Sendable {
  let place: IntervalPlace
  var count = 0
  var minimum = Double.infinity
  var maximum = -Double.infinity
  var recent = RecentValue()
  var duration: Int64 = 0
  /// The sum, or for averages that of the values as long as none has a weight.
  var sum = CompactSum()
  var weighted = CompactSum()
  /// The weights together, in microseconds.
  var weight = 0.0

  init(_ place: IntervalPlace) { self.place = place }

  /// Counts a sample that starts in the interval; samples come in the order of start and id.
  mutating func countSample(_ value: Double, _ start: Int64, _ end: Int64) {
    count &+= 1
    if value < minimum { minimum = value }
    if value > maximum { maximum = value }
    recent = RecentValue(value: value, start: start, end: end)
  }

  /// Adds a value that held for a number of microseconds.
  mutating func average(_ value: Double, for length: Int64) {
    if length > 0 {
      weighted.add(product: value, Double(length))
      weight += Double(length)
    } else if weight == 0 {
      // A value without weight counts only if none has a weight.
      sum.add(value)
    }
  }

  /// Adds a value that shared a time with others.
  mutating func average(_ value: Double, for length: Int64, sharedBy sharers: Int) {
    guard length > 0, sharers > 1 else { return average(value, for: length) }
    weighted.add(Proration(of: value, part: length, whole: Int64(sharers)))
    weight += Double(length) / Double(sharers)
  }

  /// Adds a length to the duration; lengths of hostile data may come to more than a number holds.
  mutating func addDuration(_ length: Int64) {
    let (sum, overflow) = duration.addingReportingOverflow(length)
    duration = overflow ? .max : sum
  }

  /// The result of the samples.
  func closed(_ style: AggregationStyle?, source: Int32, enumCase: Int32) -> IntervalTally {
    IntervalTally(
      key: place.key, keyEnd: place.keyEnd, source: source, enumCase: enumCase, count: count,
      sum: style == .cumulative ? sum.value : 0, average: average(style), minimum: minimum, maximum: maximum,
      recent: recent, duration: duration)
  }

  private func average(_ style: AggregationStyle?) -> Double? {
    guard let style, style != .cumulative, count > 0 else { return nil }
    let mean = weight > 0 ? weighted.value / weight : sum.value / Double(count)
    guard style == .discreteEquivalentContinuousLevel else { return mean }
    let level = 10 * mean.decimalLogarithm
    return level.isFinite ? level : nil
  }

  /// The energy of a sound level, in units of that of 0 dB.
  static func energy(ofLevel level: Double) -> Double { (level / 10).powerOfTen }
}
