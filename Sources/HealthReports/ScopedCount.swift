/// The count of a threshold that is about a part of the samples: of a type, source, file, data set or subject.
public struct ScopedCount: Sendable, Hashable, Codable {
  /// The threshold as it is written.
  public var condition: String
  /// What was counted: refused samples, or findings.
  public var count: Int
  /// The samples read that it is about.
  public var read: Int

  package init(condition: String, count: Int = 0, read: Int = 0) {
    self.condition = condition
    self.count = count
    self.read = read
  }

  /// The sums of two lists; what one of them lacks counts as zero.
  static func merged(_ left: [ScopedCount], _ right: [ScopedCount]) -> [ScopedCount] {
    var sums = left
    for (index, item) in right.enumerated() {
      // Lists of one run have the same order.
      let isHere = sums.indices.contains(index) && sums[index].condition == item.condition
      if let place = isHere ? index : sums.firstIndex(where: { $0.condition == item.condition }) {
        sums[place].count += item.count
        sums[place].read += item.read
      } else {
        sums.append(item)
      }
    }
    return sums
  }
}
