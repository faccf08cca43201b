import HealthUnits
import SeededRandom
import Testing

/// The nearest word is the one that comparing with all words finds, at a small part of the work.
struct NearWordsTests {
  @Test("the nearest word is that of comparing with all") func sameAsComparingWithAll() {
    var generator = SeededGenerator(seed: SeededGenerator.seed)
    var found = 0
    for _ in 0..<300 {
      let words = (0..<30).map { _ in Self.word(1...12, &generator) }
      let list = SimilarNames(words)
      for _ in 0..<20 {
        let text =
          Bool.random(using: &generator) ? Array(Self.word(1...12, &generator).utf8) : Self.mistyped(words, &generator)
        let limit = Int.random(in: 0...3, using: &generator)
        let expected = Self.nearest(to: text, words, limit)
        found += expected == nil ? 0 : 1
        #expect(list.nearest(to: text, within: limit) == expected)
      }
    }
    #expect(found > 1000)
  }

  @Test("a text is compared with few words letter by letter") func comparesWithFew() {
    var generator = SeededGenerator(seed: SeededGenerator.seed)
    let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    func name() -> [UInt8] {
      Array("hkquantitytypeidentifier".utf8)
        + (0..<Int.random(in: 6...16, using: &generator)).map { _ in letters.randomElement(using: &generator) ?? 0 }
    }
    let list = SimilarNames((0..<400).map { _ in String(decoding: name(), as: UTF8.self) })
    let compared = (0..<200).reduce(0) { sum, _ in sum + list.comparisons(with: name(), within: 3) }
    // 80,000 pairs; nearly all of them differ by more letters than three edits change.
    #expect(compared < 800)
  }

  @Test("a word that is equal is found without regard to case") func same() {
    let list = SimilarNames(["kg", "KG", "min"])
    #expect(list.same(as: Array("kg".utf8)) == "kg")
    #expect(list.same(as: Array("MIN".utf8)) == nil)
    #expect(list.nearest(to: Array("kg".utf8), within: 0) == "kg")
  }

  /// A word of few letters, so that many are near each other.
  private static func word(_ length: ClosedRange<Int>, _ generator: inout SeededGenerator) -> String {
    let count = Int.random(in: length, using: &generator)
    return String(decoding: (0..<count).map { _ in UInt8.random(in: 97...101, using: &generator) }, as: UTF8.self)
  }

  private static func mistyped(_ words: [String], _ generator: inout SeededGenerator) -> [UInt8] {
    var text = Array((words.randomElement(using: &generator) ?? "").utf8)
    for _ in 0..<Int.random(in: 0...4, using: &generator) where text.count > 1 {
      let place = Int.random(in: 0..<text.count - 1, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: text.remove(at: place)
      case 1: text.insert(UInt8.random(in: 97...101, using: &generator), at: place)
      case 2: text[place] = UInt8.random(in: 97...101, using: &generator)
      default: text.swapAt(place, place + 1)
      }
    }
    return text
  }

  private static func nearest(to text: [UInt8], _ words: [String], _ limit: Int) -> String? {
    let distances = words.map { distance(text, Array($0.utf8)) }
    guard let least = distances.min(), least <= limit else { return nil }
    return distances.firstIndex(of: least).map { words[$0] }
  }

  /// Insertions, deletions, substitutions and swaps of neighbors, by the whole table.
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var table = (0...one.count).map { row in (0...other.count).map { row == 0 ? $0 : $0 == 0 ? row : 0 } }
    for i in one.indices {
      for j in other.indices {
        var cost = min(table[i][j + 1] + 1, table[i + 1][j] + 1, table[i][j] + (one[i] == other[j] ? 0 : 1))
        if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] { cost = min(cost, table[i - 1][j - 1] + 1) }
        table[i + 1][j + 1] = cost
      }
    }
    return table[one.count][other.count]
  }
}
