/// Words prepared so that the nearest one to a mistyped word is found without comparing it with most of them.
///
/// A file may hold a wrong word in every line, each of them new: looking one up costs about a microsecond for hundreds
/// of words. Case is ignored.
package struct NearWords: Sendable {
  package let words: [String]
  /// The words in lower case, one after the other.
  private var text: [UInt8] = []
  private var entries: [Entry] = []

  private struct Entry: Sendable {
    let start: Int
    let count: Int
    let letters: LetterCounts
  }

  /// Prepares words; of equals the first counts.
  package init(_ words: some Sequence<String>) {
    self.words = Array(words)
    for word in self.words {
      let start = text.count
      text.append(contentsOf: word.lowercased().utf8)
      entries.append(Entry(start: start, count: text.count - start, letters: LetterCounts(text[start...])))
    }
  }

  /// The word that is equal to a text in lower case.
  package func same(as text: [UInt8]) -> String? {
    entries.indices.first { entries[$0].count == text.count && self.text[range(of: $0)] == text[...] }.map { words[$0] }
  }

  /// The word with the smallest edit distance to a text in lower case; of several the first.
  ///
  /// - Returns: `nil` when no word is that near.
  package func nearest(to text: [UInt8], within limit: Int) -> String? {
    let letters = LetterCounts(text[...])
    var distance = EditDistance()
    var best: Int?
    var limit = limit
    for (index, entry) in entries.enumerated() {
      guard isNear(entry, text, letters, limit),
        let found = distance.between(text[...], self.text[range(of: index)], limit: limit)
      else { continue }
      best = index
      if found == 0 { break }
      limit = found - 1
    }
    return best.map { words[$0] }
  }

  /// How many words a text is compared with letter by letter; what tests bound.
  package func comparisons(with text: [UInt8], within limit: Int) -> Int {
    let letters = LetterCounts(text[...])
    return entries.count { isNear($0, text, letters, limit) }
  }

  /// Whether a word may be within a distance, by its length and its letters alone.
  private func isNear(_ entry: Entry, _ text: [UInt8], _ letters: LetterCounts, _ limit: Int) -> Bool {
    abs(entry.count - text.count) <= limit && letters.fewestEdits(to: entry.letters) <= limit
  }

  private func range(of index: Int) -> Range<Int> {
    let entry = entries[index]
    return entry.start..<entry.start + entry.count
  }
}

/// How often a word has each of 32 classes of bytes, up to four times, as one bit for each occurrence.
private struct LetterCounts: Sendable {
  private var upToTwo: UInt64 = 0
  private var upToFour: UInt64 = 0

  init(_ word: ArraySlice<UInt8>) {
    for byte in word {
      let first = UInt64(1) << UInt64(byte & 31)
      let second = first << 32
      if upToTwo & first == 0 {
        upToTwo |= first
      } else if upToTwo & second == 0 {
        upToTwo |= second
      } else if upToFour & first == 0 {
        upToFour |= first
      } else {
        upToFour |= second
      }
    }
  }

  /// A number of edits that is never too high: an edit adds one occurrence at most, and removes one at most.
  func fewestEdits(to other: LetterCounts) -> Int {
    max(
      (upToTwo & ~other.upToTwo).nonzeroBitCount + (upToFour & ~other.upToFour).nonzeroBitCount,
      (other.upToTwo & ~upToTwo).nonzeroBitCount + (other.upToFour & ~upToFour).nonzeroBitCount)
  }
}
