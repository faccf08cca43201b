import HealthStorage

/// Bounds on start and end. A query holds one lower and one upper bound, each on one of the two; a bound that follows
/// from the one that is there changes nothing.
extension SampleQuery {
  /// Requires that samples start at or after a moment; `false` when the query cannot say it.
  mutating func require(startAtLeast moment: Int64) -> Bool {
    guard let from else {
      self.from = moment
      isStrictStart = true
      return true
    }
    // After a bound on the end the start may only be bounded later: an end is never before its start.
    guard isStrictStart || moment >= from else { return false }
    self.from = max(from, moment)
    isStrictStart = true
    return true
  }

  /// Requires that samples end at or after a moment; `false` when the query cannot say it.
  mutating func require(endAtLeast moment: Int64) -> Bool {
    guard let from else {
      self.from = moment
      isStrictStart = false
      return true
    }
    if isStrictStart { return moment <= from }
    self.from = max(from, moment)
    return true
  }

  /// Requires that samples start before a moment; `false` when the query cannot say it.
  mutating func require(startBefore moment: Int64) -> Bool {
    guard let to else {
      self.to = moment
      isStrictEnd = false
      return true
    }
    if isStrictEnd { return to < moment }
    self.to = min(to, moment)
    return true
  }

  /// Requires that samples end before or at a moment; `false` when the query cannot say it.
  mutating func require(endAtMost moment: Int64) -> Bool {
    guard let to else {
      self.to = moment
      isStrictEnd = true
      return true
    }
    guard isStrictEnd || moment < to else { return false }
    self.to = min(to, moment)
    isStrictEnd = true
    return true
  }
}
