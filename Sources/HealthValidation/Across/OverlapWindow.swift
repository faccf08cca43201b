/// A stretch of time that a sample fills.
struct Stretch: Sendable {
  var start: Int64
  var end: Int64
  var place: SamplePlace
}

/// *overlap*: the last stretches of one series, which must not share time.
///
/// A session frames its stages, so sessions are compared with sessions and the others with the others. Stretches that
/// only touch share no time.
struct OverlapWindow: Sendable {
  private struct Entry: Sendable {
    var time: Stretch
    var isSession: Bool
  }

  /// The entries; once the window is full, a ring whose oldest is at `oldest`.
  private var ring: [Entry] = []
  private var oldest = 0
  /// No stretch ever taken ends later or begins earlier: sorted input is never searched.
  private var latestEnd = Int64.min
  private var earliestStart = Int64.max

  /// Takes a stretch that is longer than nothing.
  ///
  /// - Returns: the first of the remembered stretches that shares time with it, in the order they were read.
  mutating func take(_ time: Stretch, isSession: Bool, limit: Int, left: inout Int) -> Stretch? {
    let other = first(sharing: time, isSession)
    latestEnd = max(latestEnd, time.end)
    earliestStart = min(earliestStart, time.start)
    let entry = Entry(time: time, isSession: isSession)
    if ring.count < limit {
      ring.append(entry)
    } else {
      ring[oldest] = entry
      oldest = oldest + 1 == limit ? 0 : oldest + 1
      left += 1
    }
    return other
  }

  private func first(sharing time: Stretch, _ isSession: Bool) -> Stretch? {
    guard time.start < latestEnd, time.end > earliestStart else { return nil }
    return first(sharing: time, isSession, in: oldest..<ring.count)
      ?? first(sharing: time, isSession, in: 0..<oldest)
  }

  private func first(sharing time: Stretch, _ isSession: Bool, in numbers: Range<Int>) -> Stretch? {
    for number in numbers {
      let other = ring[number]
      if other.time.start < time.end, time.start < other.time.end, other.isSession == isSession { return other.time }
    }
    return nil
  }
}
