import HealthModel

/// The tables of the index, each a list of records in the order of their keys.
enum IndexTable: String, Sendable, CaseIterable {
  /// By id: the digest, type and start of a sample, or that it was deleted.
  case ids
  /// By type, start and id: where a sample's line is.
  case times
  /// By member, then correlation: which correlations a sample is in.
  case links
}

/// The sort key of a record: up to four words, compared in order.
struct IndexKey: Sendable, Hashable, Comparable {
  var first: UInt64
  var second: UInt64
  var third: UInt64 = 0
  var fourth: UInt64 = 0

  /// The key of an id in `ids`, and that before all correlations of a member in `links`.
  init(_ id: SampleID) {
    first = id.high
    second = id.low
  }

  init(member: SampleID, correlation: SampleID) {
    first = member.high
    second = member.low
    third = correlation.high
    fourth = correlation.low
  }

  /// The key of a sample in `times`; a sample without a time comes first.
  init(type: Int, start: Int64, id: SampleID = .none) {
    first = UInt64(truncatingIfNeeded: type)
    second = Self.ordered(start)
    third = id.high
    fourth = id.low
  }

  init(first: UInt64, second: UInt64, third: UInt64, fourth: UInt64) {
    self.first = first
    self.second = second
    self.third = third
    self.fourth = fourth
  }

  /// A number as a word of the same order, and back.
  static func ordered(_ number: Int64) -> UInt64 { UInt64(bitPattern: number) ^ 1 << 63 }

  static func number(_ word: UInt64) -> Int64 { Int64(bitPattern: word ^ 1 << 63) }

  static func < (left: IndexKey, right: IndexKey) -> Bool {
    if left.first != right.first { return left.first < right.first }
    if left.second != right.second { return left.second < right.second }
    if left.third != right.third { return left.third < right.third }
    return left.fourth < right.fourth
  }
}

/// An entry of the index, eight words long: of several with one key, the one of the latest commit holds.
struct IndexRecord: Sendable {
  var key: IndexKey
  var first: UInt64
  var second: UInt64
  var third: UInt64
  /// The number of the commit, and in the highest bit whether it deleted what the key stands for.
  private(set) var stamp: UInt64

  private static let deadBit: UInt64 = 1 << 63

  init(
    _ key: IndexKey, _ first: UInt64 = 0, _ second: UInt64 = 0, _ third: UInt64 = 0, commit: Int64, isDead: Bool = false
  ) {
    self.key = key
    self.first = first
    self.second = second
    self.third = third
    stamp = UInt64(bitPattern: commit) | (isDead ? Self.deadBit : 0)
  }

  /// Reads a record from its eight words; the caller guarantees that they exist.
  init(_ words: [UInt64], at place: Int) {
    key = IndexKey(first: words[place], second: words[place + 1], third: words[place + 2], fourth: words[place + 3])
    first = words[place + 4]
    second = words[place + 5]
    third = words[place + 6]
    stamp = words[place + 7]
  }

  func append(to words: inout [UInt64]) {
    words.append(key.first)
    words.append(key.second)
    words.append(key.third)
    words.append(key.fourth)
    words.append(first)
    words.append(second)
    words.append(third)
    words.append(stamp)
  }

  /// The number of the commit that stored what the key stands for, or deleted it.
  var commit: Int64 { Int64(bitPattern: stamp & ~Self.deadBit) }

  /// Whether the commit deleted it.
  var isDead: Bool { stamp & Self.deadBit != 0 }
}
