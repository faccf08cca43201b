import HealthModel

/// The next samples in the order of ends, of samples that come in the order of starts, or backwards: up to a number
/// that fits in memory.
struct EndRound {
  private let isDescending: Bool
  private let last: StoredSample?
  private var samples: [StoredSample] = []
  /// The last sample that is certainly in this round; `nil` while the round is not full.
  private var bound: StoredSample?
  private let limit: Int

  init(isDescending: Bool, behind last: StoredSample?, limit: Int = 1 << 15) {
    self.isDescending = isDescending
    self.last = last
    self.limit = limit
  }

  /// Whether samples were left for another round.
  var isFull: Bool { bound != nil }

  /// Of starts, those that samples of this round can have.
  func starts(in range: Range<Int64>, longest: Int64) -> Range<Int64> {
    guard let last else { return range }
    if isDescending {
      // A sample that ends no later than the last one also starts no later than that.
      let end = last.end < Int64.max ? last.end + 1 : last.end
      return range.lowerBound..<max(range.lowerBound, min(range.upperBound, end))
    }
    let (start, isTooSmall) = last.end.subtractingReportingOverflow(longest)
    return min(range.upperBound, max(range.lowerBound, isTooSmall ? range.lowerBound : start))..<range.upperBound
  }

  /// Whether no sample from a start on can come before those that are there.
  func isComplete(at start: Int64, longest: Int64) -> Bool {
    guard let bound else { return false }
    if isDescending {
      let (end, isTooLarge) = start.addingReportingOverflow(longest)
      return !isTooLarge && end < bound.end
    }
    return start > bound.end
  }

  /// Adds a sample if it comes after the round before.
  mutating func add(_ sample: StoredSample) {
    if let last, !Self.precedes(last, sample, isDescending: isDescending) { return }
    if let bound, Self.precedes(bound, sample, isDescending: isDescending) { return }
    samples.append(sample)
    if samples.count >= limit * 2 { trim() }
  }

  private mutating func trim() {
    let isDescending = self.isDescending
    samples.sort { left, right in Self.precedes(left, right, isDescending: isDescending) }
    guard samples.count > limit else { return }
    samples.removeLast(samples.count - limit)
    bound = samples.last
  }

  /// The samples of the round in their order.
  mutating func finish() -> [StoredSample] {
    trim()
    return samples
  }

  /// By end, in the requested direction, then id.
  private static func precedes(_ left: StoredSample, _ right: StoredSample, isDescending: Bool) -> Bool {
    if left.end != right.end { return (left.end < right.end) != isDescending }
    return left.id < right.id
  }
}
