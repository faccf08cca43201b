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

/// New records of the three tables, in any order.
struct IndexRecords: Sendable {
  var ids: [IndexRecord] = []
  var times: [IndexRecord] = []
  var links: [IndexRecord] = []

  var count: Int { ids.count + times.count + links.count }

  subscript(table: IndexTable) -> [IndexRecord] {
    switch table {
    case .ids: ids
    case .times: times
    case .links: links
    }
  }
}

extension SampleIndex {
  /// Adds records as a file of each table that has some.
  mutating func add(_ records: IndexRecords, at place: inout RunLocation) throws {
    for table in IndexTable.allCases {
      let sorted = records[table].sorted { left, right in
        left.key == right.key ? left.commit < right.commit : left.key < right.key
      }
      guard !sorted.isEmpty else { continue }
      var writer = try place.makeRun(table)
      for (index, record) in sorted.enumerated() {
        // Of several with one key the last one is the latest.
        if index + 1 < sorted.count, sorted[index + 1].key == record.key { continue }
        try writer.append(record)
      }
      if let run = try writer.finish(syncs: place.syncs) { self[table].append(run) }
    }
    next = max(next, place.next)
  }

  /// Makes one file of some neighboring ones of a table.
  mutating func merge(_ range: Range<Int>, of table: IndexTable, at place: inout RunLocation) throws -> [RunFile] {
    let old = Array(self[table][range])
    var merge = try RunMerge(old)
    var writer = try place.makeRun(table)
    // A deletion need not be recorded once nothing older is left that could contradict it; an id is known for ever.
    let keepsDead = table == .ids || range.lowerBound > 0
    while let record = try merge.next() {
      if keepsDead || !record.isDead { try writer.append(record) }
    }
    let run = try writer.finish(syncs: place.syncs)
    self[table].replaceSubrange(range, with: run.map { [$0] } ?? [])
    next = max(next, place.next)
    return old
  }

  /// Which files of a table should be merged next; `nil` when there are few.
  ///
  /// They are those at the end that are of the last one's class of size, or of a lower one, when there are four or more:
  /// so there are few files, and a record is copied once for each class.
  func mergeable(_ table: IndexTable) -> Range<Int>? {
    let runs = self[table]
    guard let last = runs.last else { return nil }
    let level = Self.level(last.count)
    var start = runs.count
    while start > 0, Self.level(runs[start - 1].count) <= level { start -= 1 }
    return runs.count - start >= 4 ? start..<runs.count : nil
  }

  private static func level(_ count: Int) -> Int {
    var level = 0
    var size = count / 4096
    while size > 0 {
      level += 1
      size /= 4
    }
    return level
  }
}
