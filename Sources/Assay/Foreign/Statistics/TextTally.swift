import HealthModel

/// Counts different texts: the first thousand of them, each with how often it is there.
struct TextTally: Sendable {
  /// The most different texts that are counted.
  static let limit = 1000
  /// The bytes of a text that are kept to show it.
  private static let kept = 200

  /// How often each text is there, in the order of their first places.
  private(set) var entries: [(text: String, count: Int)] = []
  /// Whether there are more than can be counted.
  private(set) var isFull = false
  private var places: [UInt64: Int] = [:]

  /// Adds a text; allocates only for one that is new.
  mutating func add(_ range: Range<Int>, in bytes: RawSpan) {
    // FNV-1a: two of a thousand texts have the same digest once in 10^13 files.
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    for place in range {
      digest = (digest ^ UInt64(bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self))) &* 0x0000_0100_0000_01B3
    }
    if let place = places[digest] {
      entries[place].count += 1
    } else if entries.count < Self.limit {
      places[digest] = entries.count
      let shown = range.lowerBound..<min(range.upperBound, range.lowerBound + Self.kept)
      let text = shown.map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
      entries.append((text: String(decoding: text, as: UTF8.self), count: 1))
    } else {
      isFull = true
    }
  }

  /// The most frequent texts, those of one frequency by their bytes.
  func frequent(_ count: Int) -> [(text: String, count: Int)] {
    let sorted = entries.sorted { left, right in
      if left.count != right.count { return left.count > right.count }
      return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
    return Array(sorted.prefix(count))
  }
}
