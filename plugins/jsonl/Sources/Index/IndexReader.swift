import HealthModel
import HealthStorage

/// Looks up single ids in an index, and caches recent reads: ids that are close together cost least in their order.
struct IndexReader: Sendable {
  private var ids: [RunReader]
  private var times: [RunReader]
  private var links: [RunReader]
  /// How many types the store has met.
  private let types: Int
  /// The last commit that counts.
  private let ceiling: Int64

  /// Reads an index as it was at a commit; later ones must not have deleted anything.
  init(_ index: SampleIndex, types: Int, ceiling: Int64 = Int64.max) {
    ids = index[.ids].map { RunReader($0) }
    times = index[.times].map { RunReader($0) }
    links = index[.links].map { RunReader($0) }
    self.types = types
    self.ceiling = ceiling
  }

  /// The entry of an id; `nil` if no sample ever had it.
  mutating func stored(_ id: SampleID) throws -> StoredID? {
    let key = IndexKey(id)
    var best: IndexRecord?
    for place in ids.indices.reversed() {
      guard let record = try ids[place].record(for: key), record.commit <= ceiling else { continue }
      if let known = best, known.commit >= record.commit { continue }
      best = record
    }
    return best.map { StoredID($0) }
  }

  /// Where the line of a stored sample is; `nil` for one that was deleted.
  mutating func sample(_ stored: StoredID) throws -> StoredSample? {
    guard !stored.isDead else { return nil }
    guard stored.type >= 0, stored.type < types else { throw StorageError.indexDamage("the index") }
    let key = IndexKey(type: stored.type, start: stored.start, id: stored.id)
    var best: IndexRecord?
    for place in times.indices.reversed() {
      guard let record = try times[place].record(for: key), record.commit <= ceiling else { continue }
      if let known = best, known.commit >= record.commit { continue }
      best = record
    }
    guard let best, !best.isDead else { return nil }
    return try StoredSample(best)
  }

  mutating func sample(_ id: SampleID) throws -> StoredSample? {
    guard let stored = try self.stored(id) else { return nil }
    return try sample(stored)
  }

  mutating func correlations(of member: SampleID) throws -> [StoredID] {
    var found: [SampleID: Int64] = [:]
    for place in links.indices {
      var next = try links[place].lowerBound(IndexKey(member))
      while next < links[place].run.count {
        let record = try links[place].record(next)
        guard record.key.first == member.high, record.key.second == member.low else { break }
        let correlation = SampleID(high: record.key.third, low: record.key.fourth)
        if record.commit <= ceiling { found[correlation] = max(found[correlation] ?? 0, record.commit) }
        next += 1
      }
    }
    var result: [StoredID] = []
    for (id, commit) in found {
      // A correlation that was deleted, or deleted and stored again, no longer has the links of its first life.
      guard let stored = try self.stored(id), !stored.isDead, stored.commit == commit else { continue }
      result.append(stored)
    }
    return result
  }

  mutating func isMember(_ id: SampleID) throws -> Bool {
    if links.isEmpty { return false }
    return try !correlations(of: id).isEmpty
  }
}

/// Looks records of a file up, keeping the blocks it read last.
struct RunReader: Sendable {
  let run: RunFile
  private var numbers: [Int]
  private var blocks: [[UInt64]]
  private static let slots = 4

  init(_ run: RunFile) {
    self.run = run
    numbers = Array(repeating: -1, count: Self.slots)
    blocks = Array(repeating: [], count: Self.slots)
  }

  mutating func record(_ place: Int) throws -> IndexRecord {
    let number = place / RunFile.blockRecords
    let slot = number % Self.slots
    if numbers[slot] != number {
      // A block that cannot be read must not stand for another one.
      numbers[slot] = -1
      blocks[slot] = try run.block(number)
      numbers[slot] = number
    }
    return IndexRecord(blocks[slot], at: place % RunFile.blockRecords * RunFile.recordWords)
  }

  /// The place of the first record that does not come before a key; the count when there is none.
  mutating func lowerBound(_ key: IndexKey) throws -> Int {
    let candidates = run.candidates(key)
    var low = candidates.lowerBound
    var high = candidates.upperBound
    while low < high {
      let middle = (low + high) / 2
      if try record(middle).key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func record(for key: IndexKey) throws -> IndexRecord? {
    guard run.spans(key) else { return nil }
    let place = try lowerBound(key)
    guard place < run.count else { return nil }
    let record = try self.record(place)
    return record.key == key ? record : nil
  }
}
