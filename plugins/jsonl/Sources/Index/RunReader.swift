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
