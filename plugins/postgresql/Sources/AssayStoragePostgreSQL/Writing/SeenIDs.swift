import HealthModel

/// Ids that a writer has stored, as a Bloom filter: what it has not seen is new, and need not be looked up.
///
/// It holds as long as the store was empty at its beginning and nobody else writes. Each part is four times as large as
/// the one before, 16 bits for an id.
struct SeenIDs {
  private struct Part {
    var words: [UInt64]
    var free: Int
  }

  private static let first = 1 << 16
  private static let most = 5

  private var parts: [Part] = []

  /// Adds an id; `false` when there is no room, and the filter is of no use any more.
  mutating func insert(_ id: SampleID) -> Bool {
    if parts.last.map({ $0.free == 0 }) ?? true {
      guard parts.count < Self.most else { return false }
      let capacity = Self.first << (2 * parts.count)
      parts.append(Part(words: [UInt64](repeating: 0, count: capacity / 4), free: capacity))
    }
    let last = parts.count - 1
    let hash = Self.hash(id)
    for step in 0..<4 {
      let bit = Self.bit(step, of: hash, count: parts[last].words.count)
      parts[last].words[bit >> 6] |= 1 << UInt64(bit & 63)
    }
    parts[last].free -= 1
    return true
  }

  /// Whether an id may have been added; `false` is certain.
  func mayContain(_ id: SampleID) -> Bool {
    let hash = Self.hash(id)
    return parts.contains { part in
      (0..<4).allSatisfy { step in
        let bit = Self.bit(step, of: hash, count: part.words.count)
        return part.words[bit >> 6] & 1 << UInt64(bit & 63) != 0
      }
    }
  }

  /// Two halves that any bit of the id changes: given ids may be counted up.
  private static func hash(_ id: SampleID) -> (UInt64, UInt64) {
    let mixed = mix(id.high ^ mix(id.low))
    return (mixed, mix(mixed ^ id.low) | 1)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let first = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
    let second = (first ^ first >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return second ^ second >> 33
  }

  private static func bit(_ step: Int, of hash: (UInt64, UInt64), count: Int) -> Int {
    Int(truncatingIfNeeded: (hash.0 &+ UInt64(step) &* hash.1) & UInt64(count * 64 - 1))
  }
}
