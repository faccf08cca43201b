/// The edit distance of two words, with buffers that serve one comparison after the other.
struct EditDistance {
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var row: [Int] = []

  /// Counts insertions, deletions, substitutions and swaps of neighbors that turn one word into the other.
  ///
  /// Only cells within `limit` of the diagonal are computed: all others exceed the limit.
  ///
  /// - Returns: `nil` above the limit.
  mutating func between(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>, limit: Int) -> Int? {
    guard limit >= 0 else { return nil }
    var (one, other) = (first, second)
    while let left = one.first, left == other.first {
      one.removeFirst()
      other.removeFirst()
    }
    while let left = one.last, left == other.last {
      one.removeLast()
      other.removeLast()
    }
    guard abs(one.count - other.count) <= limit else { return nil }
    guard !one.isEmpty, !other.isEmpty else { return max(one.count, other.count) }
    let width = other.count
    let beyond = limit + 1
    grow(to: width + 1)
    for j in 0...width { last[j] = min(j, beyond) }
    for i in 1...one.count {
      let from = max(1, i - limit)
      let to = min(width, i + limit)
      row[from - 1] = from == 1 ? min(i, beyond) : beyond
      var smallest = row[from - 1]
      for j in from...to {
        let mine = one[one.startIndex + i - 1]
        let its = other[other.startIndex + j - 1]
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (mine == its ? 0 : 1))
        if i > 1, j > 1, mine == other[other.startIndex + j - 2], one[one.startIndex + i - 2] == its {
          cost = min(cost, beforeLast[j - 2] + 1)
        }
        row[j] = min(cost, beyond)
        smallest = min(smallest, row[j])
      }
      if smallest > limit { return nil }
      // The next row looks one cell further.
      if to < width { row[to + 1] = beyond }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[width] <= limit ? last[width] : nil
  }

  private mutating func grow(to count: Int) {
    guard row.count < count else { return }
    beforeLast = Array(repeating: 0, count: count)
    last = beforeLast
    row = beforeLast
  }
}
