/// The nearest known word to a mistyped one.
public enum Suggestion {
  /// The candidate that most likely was meant, or `nil` when none is near.
  ///
  /// It is equal without regard to case, else has the smallest edit distance of at most a third of the word's length
  /// (at least 1, at most 3). Ties go to the first.
  public static func nearest(to word: some StringProtocol, among candidates: some Sequence<String>) -> String? {
    let target = Array(word.lowercased().utf8.prefix(128))
    guard !target.isEmpty else { return nil }
    let limit = min(3, max(1, target.count / 3))
    var best: (distance: Int, word: String)?
    for candidate in candidates {
      let other = Array(candidate.lowercased().utf8)
      if other == target { return candidate }
      guard abs(other.count - target.count) <= limit else { continue }
      let distance = editDistance(target, other, limit: (best?.distance ?? limit + 1) - 1)
      if let distance, distance < (best?.distance ?? Int.max) { best = (distance, candidate) }
    }
    return best?.word
  }

  /// Insertions, deletions, substitutions and swaps of neighbors between two words; `nil` above the limit.
  static func editDistance(_ first: [UInt8], _ second: [UInt8], limit: Int) -> Int? {
    guard limit >= 0 else { return nil }
    var beforeLast = [Int](repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    for i in first.indices {
      var row = [i + 1]
      row.reserveCapacity(second.count + 1)
      var smallest = i + 1
      for j in second.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (first[i] == second[j] ? 0 : 1))
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
        smallest = min(smallest, cost)
      }
      if smallest > limit { return nil }
      (beforeLast, last) = (last, row)
    }
    let distance = last[second.count]
    return distance <= limit ? distance : nil
  }
}
