import HealthModel

/// *rate-impossible*: how much the values of one series came to in the last minutes.
///
/// A value is spread evenly over its time, and what a minute came to is compared, since phones write steps of minutes
/// onto samples of seconds. A sample of a minute or longer is compared by itself as well.
struct RateWindow: Sendable {
  private struct Minute: Sendable {
    /// Minutes since 1970 UTC.
    var number: Int64
    var sum: Double
    /// Whether a finding was made of it, or of a sample within it.
    var isReported = false
  }

  private static let minuteLength = 60 * Instant.second
  /// Sums of parts are off by a few units in the last place; a rate at the limit is none above it.
  static let slack = 1 + 1e-9

  /// The minutes; once the window is full, a ring whose oldest is at `oldest`.
  private var ring: [Minute] = []
  private var oldest = 0
  /// Where the minute used last is.
  private var recent = 0
  /// No minute ever taken is later.
  private var latest = Int64.min

  /// Where the time of a value ends: an instant at local midnight is where apps write the total of the day.
  static func end(of start: Int64, to end: Int64, offset: Int16) -> Int64 {
    let local = start &+ Int64(offset == SampleBatch.noOffset ? 0 : offset) &* minuteLength
    return start == end && local.isMultiple(of: Instant.day) ? start &+ Instant.day : end
  }

  /// Takes a value that came to be between two instants.
  ///
  /// - Returns: the rate in a second, when it is above the maximum: the sample's own, else that of the first minute
  ///   which it brings above.
  mutating func take(
    _ value: Double, from start: Int64, to end: Int64, maximum: Double, limit: Int, left: inout Int
  ) -> Double? {
    guard value > 0 else { return nil }
    let most = maximum * Self.slack
    let length = end &- start
    var found: Double?
    if length >= Self.minuteLength {
      let rate = value / (Double(length) / Double(Instant.second))
      if rate > most { found = rate }
    }
    let first = Self.minute(of: start)
    // A sample that ends with a minute has no part in the next.
    let last = length == 0 ? first : Self.minute(of: end &- 1)
    guard last &- first < Int64(limit) else { return found }
    for number in first...last {
      let from = max(start, number &* Self.minuteLength)
      let to = min(end, (number &+ 1) &* Self.minuteLength)
      let part = length == 0 ? value : value * (Double(to &- from) / Double(length))
      let index = place(of: number, limit, &left)
      ring[index].sum += part
      let rate = ring[index].sum / 60
      if rate > most, !ring[index].isReported {
        ring[index].isReported = true
        found = found ?? rate
      }
    }
    return found
  }

  /// Where a minute is in the ring; a new one takes the place of the one that was new longest ago.
  private mutating func place(of number: Int64, _ limit: Int, _ left: inout Int) -> Int {
    // Mostly it is the minute used last or the one after it.
    for known in recent...recent + 1 where known < ring.count && ring[known].number == number {
      recent = known
      return known
    }
    if number <= latest, let known = ring.lastIndex(where: { $0.number == number }) {
      recent = known
      return known
    }
    latest = max(latest, number)
    let minute = Minute(number: number, sum: 0)
    if ring.count < limit {
      recent = ring.count
      ring.append(minute)
    } else {
      recent = oldest
      ring[oldest] = minute
      oldest = oldest + 1 == limit ? 0 : oldest + 1
      left += 1
    }
    return recent
  }

  private static func minute(of microseconds: Int64) -> Int64 {
    microseconds / minuteLength - (microseconds % minuteLength < 0 ? 1 : 0)
  }
}
