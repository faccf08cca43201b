import HealthModel
import HealthStorage

/// Finds the samples of one type of a query, in its order, as far as the index knows them: type, time, place in the
/// order, and whether they are in correlations.
struct HeadSource {
  private let snapshot: Snapshot
  private let query: SampleQuery
  private let registry: Registry
  private let ceiling: Int64
  private let after: PagePosition?
  private var reader: IndexReader

  /// Prepares a query; of samples that were stored after the commit `ceiling` nothing is known.
  init(_ snapshot: Snapshot, _ query: SampleQuery, registry: Registry, ceiling: Int64) {
    self.snapshot = snapshot
    self.query = query
    self.registry = registry
    self.ceiling = ceiling
    after = query.after.map { PagePosition($0, sort: query.sort, in: registry) }
    reader = IndexReader(snapshot.index, types: snapshot.state.types.count, ceiling: ceiling)
  }

  /// Passes the samples of a type on until the function returns `false`, and then returns `false`.
  mutating func forEach(of number: Int, _ body: (StoredSample) throws -> Bool) throws -> Bool {
    if isBeforeToken(number) { return true }
    if let ids = query.ids { return try forEach(of: number, in: ids, body) }
    if query.from == nil, query.to == nil {
      // Samples without a time come first, whatever the direction.
      guard try pass(withoutTime(of: number), body) else { return false }
    }
    let range = starts(of: number)
    guard range.lowerBound < range.upperBound else { return true }
    return try query.sort.isByEnd
      ? forEachByEnd(of: number, in: range, body) : forEachByStart(of: number, in: range, body)
  }

  /// The starts between which samples can match, the upper one excluded: what ends after a moment began at most so long
  /// before it as the longest sample of the type lasts.
  private func starts(of number: Int) -> Range<Int64> {
    let longest = snapshot.state.types[number].longest
    var low = SampleBatch.noTime + 1
    var high = Int64.max
    if let from = query.from { low = max(low, query.isStrictStart ? from : Self.difference(from, longest)) }
    if let to = query.to { high = query.isStrictEnd && to < Int64.max ? to + 1 : to }
    return low < high ? low..<high : low..<low
  }

  private static func difference(_ left: Int64, _ right: Int64) -> Int64 {
    let (value, isTooSmall) = left.subtractingReportingOverflow(right)
    return isTooSmall ? SampleBatch.noTime + 1 : value
  }

  /// Whether a sample belongs to the answer, according to the index.
  private mutating func isWanted(_ sample: StoredSample) throws -> Bool {
    guard query.matchesTime(sample.start, sample.end), isBehind(sample) else { return false }
    if !query.omitsMembers { return true }
    return try !reader.isMember(sample.id)
  }

  private mutating func pass(_ samples: [StoredSample], _ body: (StoredSample) throws -> Bool) throws -> Bool {
    for sample in samples {
      guard try isWanted(sample) else { continue }
      guard try body(sample) else { return false }
    }
    return true
  }

  /// Whether all samples of a type come before the start of the answer.
  private func isBeforeToken(_ number: Int) -> Bool {
    guard let token = query.after, let index = snapshot.types.indexes[number] else { return false }
    return registry.types[index].id.utf8.lexicographicallyPrecedes(token.type.utf8)
  }

  private func isBehind(_ sample: StoredSample) -> Bool {
    guard let after, let index = snapshot.types.indexes[sample.type] else { return true }
    return after.precedes(
      SampleSortKey(type: Int32(truncatingIfNeeded: index), start: sample.start, end: sample.end, id: sample.id))
  }

  /// The sample of a record; `nil` for one that does not count.
  private func live(_ record: IndexRecord) throws -> StoredSample? {
    if record.isDead || record.commit > ceiling { return nil }
    return try StoredSample(record)
  }

  /// The samples of a type that have no time; a person has few of them.
  private func withoutTime(of number: Int) throws -> [StoredSample] {
    let start = SampleBatch.noTime
    var merge = try RunMerge(
      snapshot.index[.times], from: IndexKey(type: number, start: start), to: IndexKey(type: number, start: start + 1))
    var samples: [StoredSample] = []
    while let record = try merge.next() {
      if let sample = try live(record) { samples.append(sample) }
    }
    return samples
  }

  private mutating func forEach(
    of number: Int, in ids: [SampleID], _ body: (StoredSample) throws -> Bool
  ) throws -> Bool {
    var samples: [StoredSample] = []
    for id in Set(ids).sorted() {
      guard let stored = try reader.stored(id), stored.type == number, let sample = try reader.sample(stored) else {
        continue
      }
      samples.append(sample)
    }
    let order = SampleOrder(query.sort)
    samples.sort { left, right in
      order.precedes(
        SampleSortKey(type: 0, start: left.start, end: left.end, id: left.id),
        SampleSortKey(type: 0, start: right.start, end: right.end, id: right.id))
    }
    return try pass(samples, body)
  }

  private mutating func forEachByStart(
    of number: Int, in range: Range<Int64>, _ body: (StoredSample) throws -> Bool
  ) throws -> Bool {
    let isDescending = query.sort.isDescending
    let starts = narrowed(range, of: number)
    var merge = try RunMerge(
      snapshot.index[.times], from: IndexKey(type: number, start: starts.lowerBound),
      to: IndexKey(type: number, start: starts.upperBound), isDescending: isDescending)
    // Ids ascend in either direction: backwards, those of one start are turned around.
    var same: [StoredSample] = []
    while let record = try merge.next() {
      guard let sample = try live(record), try isWanted(sample) else { continue }
      guard isDescending else {
        guard try body(sample) else { return false }
        continue
      }
      if let first = same.first, first.start != sample.start {
        for sample in same.reversed() { guard try body(sample) else { return false } }
        same.removeAll(keepingCapacity: true)
      }
      same.append(sample)
    }
    for sample in same.reversed() { guard try body(sample) else { return false } }
    return true
  }

  /// Skips starts before the start of the answer.
  private func narrowed(_ range: Range<Int64>, of number: Int) -> Range<Int64> {
    guard let token = query.after, let time = token.time, let index = snapshot.types.indexes[number],
      registry.types[index].id == token.type
    else { return range }
    if query.sort.isDescending {
      let end = time < Int64.max ? time + 1 : time
      return range.lowerBound..<max(range.lowerBound, min(range.upperBound, end))
    }
    return min(range.upperBound, max(range.lowerBound, time))..<range.upperBound
  }

  /// Goes by the ends in rounds, each of which finds the next ones after the last round's: the index is in the order of
  /// starts, and a round holds a fixed number of samples.
  private mutating func forEachByEnd(
    of number: Int, in range: Range<Int64>, _ body: (StoredSample) throws -> Bool
  ) throws -> Bool {
    var last: StoredSample?
    while true {
      var round = EndRound(isDescending: query.sort.isDescending, behind: last)
      let longest = snapshot.state.types[number].longest
      let starts = round.starts(in: range, longest: longest)
      var merge = try RunMerge(
        snapshot.index[.times], from: IndexKey(type: number, start: starts.lowerBound),
        to: IndexKey(type: number, start: starts.upperBound), isDescending: query.sort.isDescending)
      while let record = try merge.next() {
        guard let sample = try live(record) else { continue }
        if round.isComplete(at: sample.start, longest: longest) { break }
        if query.matchesTime(sample.start, sample.end), isBehind(sample) { round.add(sample) }
      }
      let found = round.finish()
      guard try pass(found, body) else { return false }
      guard round.isFull, let end = found.last else { return true }
      last = end
    }
  }
}

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
