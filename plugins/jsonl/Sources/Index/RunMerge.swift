/// The records of several files as one list in the order of their keys, or backwards; of those with one key the one of
/// the latest commit.
struct RunMerge {
  private var readers: [RunReader]
  private var rest: [Range<Int>]
  /// The next record of each file.
  private var heads: [IndexRecord?]
  private let isDescending: Bool

  init(_ runs: [RunFile]) throws {
    readers = runs.map { RunReader($0) }
    rest = runs.map { 0..<$0.count }
    heads = Array(repeating: nil, count: runs.count)
    isDescending = false
    for place in readers.indices { try advance(place) }
  }

  init(_ runs: [RunFile], from: IndexKey, to: IndexKey, isDescending: Bool = false) throws {
    readers = runs.map { RunReader($0) }
    rest = []
    heads = Array(repeating: nil, count: runs.count)
    self.isDescending = isDescending
    for place in readers.indices {
      let start = try readers[place].lowerBound(from)
      let end = try from < to ? readers[place].lowerBound(to) : start
      rest.append(start..<max(start, end))
    }
    for place in readers.indices { try advance(place) }
  }

  private mutating func advance(_ place: Int) throws {
    let left = rest[place]
    guard !left.isEmpty else {
      heads[place] = nil
      return
    }
    if isDescending {
      heads[place] = try readers[place].record(left.upperBound - 1)
      rest[place] = left.lowerBound..<left.upperBound - 1
    } else {
      heads[place] = try readers[place].record(left.lowerBound)
      rest[place] = left.lowerBound + 1..<left.upperBound
    }
  }

  /// The next record; `nil` after the last.
  mutating func next() throws -> IndexRecord? {
    var best: IndexRecord?
    for place in heads.indices {
      guard let record = heads[place] else { continue }
      guard let known = best else {
        best = record
        continue
      }
      if record.key == known.key {
        if record.commit > known.commit { best = record }
      } else if (record.key < known.key) != isDescending {
        best = record
      }
    }
    guard let best else { return nil }
    for place in heads.indices where heads[place]?.key == best.key { try advance(place) }
    return best
  }
}
