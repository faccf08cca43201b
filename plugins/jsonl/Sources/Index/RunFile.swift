import HealthStorage

/// A file of the index: records in the order of their keys, never changed once it is written.
///
/// Records are in blocks of 128, the last one shorter. After them are three words for each block, the first two of
/// its first key and the hash of the block, and at the end eight words: a number that says what the file is, the layout,
/// a hash, the count and the last key. Words are in the byte order of the machine: a file of another one is not
/// recognized, and made again.
final class RunFile: Sendable {
  static let recordWords = 8
  static let blockRecords = 128
  static let blockWords = recordWords * blockRecords
  static let fenceWords = 3
  static let trailerWords = 8
  private static let mark: UInt64 = 0x3178_6479_6173_7361
  private static let layout: UInt64 = 1

  private let file: OpenFile
  /// The name in the folder of the index.
  let name: String
  /// How many records there are, at least one.
  let count: Int
  /// The hash of the count, the last key and the words for the blocks: it stands for the whole content.
  let hash: UInt64
  private let fences: [UInt64]
  private let first: IndexKey
  private let last: IndexKey

  /// Opens a file that was written.
  ///
  /// - Throws: `StorageError` with `indexDamage` when it is not whole; blocks are checked when they are read.
  init(_ file: OpenFile, name: String) throws {
    let size = try file.size()
    let trailer = try file.words(at: size - Self.trailerWords * 8, count: size < 64 ? 0 : Self.trailerWords)
    guard trailer.count == Self.trailerWords, trailer[0] == Self.mark, trailer[1] == Self.layout,
      let count = Int(exactly: trailer[3]), count > 0, count <= size / 64
    else { throw StorageError.indexDamage(file.name) }
    let blocks = (count + Self.blockRecords - 1) / Self.blockRecords
    let footer = blocks * Self.fenceWords
    guard size == (count * Self.recordWords + footer + Self.trailerWords) * 8 else {
      throw StorageError.indexDamage(file.name)
    }
    let fences = try file.words(at: count * Self.recordWords * 8, count: footer)
    guard fences.count == footer, Checksum.hash(fences + trailer[3...]) == trailer[2] else {
      throw StorageError.indexDamage(file.name)
    }
    self.file = file
    self.name = name
    self.count = count
    self.fences = fences
    hash = trailer[2]
    // Only the first two words of the first key are known: it stands for the least key there can be.
    first = IndexKey(first: fences[0], second: fences[1], third: 0, fourth: 0)
    last = IndexKey(first: trailer[4], second: trailer[5], third: trailer[6], fourth: trailer[7])
  }

  static func trailer(count: Int, fences: [UInt64], last: IndexKey) -> [UInt64] {
    let words = [UInt64(truncatingIfNeeded: count), last.first, last.second, last.third, last.fourth]
    return [mark, layout, Checksum.hash(fences + words)] + words
  }

  func spans(_ key: IndexKey) -> Bool { first <= key && key <= last }

  /// The words of a block.
  ///
  /// - Throws: `StorageError` with `indexDamage` when they are not what was written.
  func block(_ number: Int) throws -> [UInt64] {
    let start = number * Self.blockRecords
    let words = min(Self.blockRecords, count - start) * Self.recordWords
    let block = try file.words(at: start * Self.recordWords * 8, count: words)
    guard block.count == words, Checksum.hash(block) == fences[number * Self.fenceWords + 2] else {
      throw StorageError.indexDamage(file.name)
    }
    return block
  }

  /// Places between which the first record that does not come before a key is, found without reading.
  func candidates(_ key: IndexKey) -> Range<Int> {
    let before = blocks { first, second in first != key.first ? first < key.first : second < key.second }
    let through = blocks { first, second in first != key.first ? first < key.first : second <= key.second }
    return max(0, before - 1) * Self.blockRecords..<min(count, through * Self.blockRecords)
  }

  /// How many blocks at the beginning have first keys that meet a condition, which holds for none after the first that
  /// does not meet it.
  private func blocks(where holds: (UInt64, UInt64) -> Bool) -> Int {
    var low = 0
    var high = fences.count / Self.fenceWords
    while low < high {
      let middle = (low + high) / 2
      if holds(fences[middle * Self.fenceWords], fences[middle * Self.fenceWords + 1]) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
