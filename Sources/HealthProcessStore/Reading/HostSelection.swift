import HealthModel
import HealthStorage

/// The filter of the host on an answer: it drops samples that do not match, that are before the page, or after the
/// limit.
struct HostSelection {
  private let plan: SplitQuery
  private var left: Int?

  init(_ plan: SplitQuery) {
    self.plan = plan
    left = plan.limit
  }

  /// Whether the limit is reached.
  var isDone: Bool { left == 0 }

  /// The groups of a batch that meet the conditions.
  func matching(_ batch: SampleBatch) -> SampleBatch {
    guard let filter = plan.filter else { return batch }
    return batch.keeping { group in
      filter.matches(group.lowerBound, members: group.lowerBound + 1..<group.upperBound, of: batch)
    }
  }

  /// The groups of a batch that are on the page, in the requested order.
  mutating func page(_ batch: SampleBatch) -> SampleBatch {
    guard plan.after != nil || left != nil else { return batch }
    var left = self.left
    let page = batch.keeping { group in
      if let after = plan.after, !after.precedes(SampleSortKey(group.lowerBound, of: batch)) { return false }
      guard let count = left else { return true }
      left = max(0, count - 1)
      return count > 0
    }
    self.left = left
    return page
  }
}

extension SampleBatch {
  /// The groups that a function wants; the batch itself when it wants all.
  func keeping(_ isWanted: (Range<Int>) -> Bool) -> SampleBatch {
    var kept = SampleBatch()
    var isCopying = false
    var row = 0
    while row < count {
      let group = self.group(at: row)
      let wanted = isWanted(group)
      if !wanted, !isCopying {
        isCopying = true
        kept.append(0..<row, of: self)
      } else if wanted, isCopying {
        kept.append(group, of: self)
      }
      row = group.upperBound
    }
    return isCopying ? kept : self
  }

  /// Appends whole groups of another batch.
  mutating func append(_ groups: Range<Int>, of other: SampleBatch) {
    let shift = count - groups.lowerBound
    for row in groups {
      let parent = Int(other.correlation[row])
      append(row, of: other, correlation: parent < 0 ? -1 : Int32(truncatingIfNeeded: parent + shift))
    }
  }
}
