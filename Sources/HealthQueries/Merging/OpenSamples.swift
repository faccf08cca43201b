/// The samples that go on at a moment, the one that ends first in front: a binary heap.
struct OpenSamples: Sendable {
  /// A sample, and since when it has won or lost without a change.
  struct Entry: Sendable {
    var sample: MergedSample
    var pieceStart: Int64
  }

  /// In the order of the heap.
  private(set) var entries: [Entry] = []

  /// When the next one ends; `nil` when none is open.
  var firstEnd: Int64? { entries.first?.sample.end }

  /// Opens a sample, at the cost of the logarithm of how many are open.
  mutating func insert(_ entry: Entry) {
    var place = entries.count
    entries.append(entry)
    while place > 0 {
      let parent = (place - 1) / 2
      guard entry.sample.end < entries[parent].sample.end else { break }
      entries[place] = entries[parent]
      place = parent
    }
    entries[place] = entry
  }

  /// Closes the one that ends first, if it ends no later than a moment, in time logarithmic in the number of open
  /// samples.
  mutating func removeFirst(endingBy time: Int64) -> Entry? {
    guard let first = entries.first, first.sample.end <= time, let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return first }
    var place = 0
    while true {
      var child = 2 * place + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1].sample.end < entries[child].sample.end { child += 1 }
      guard entries[child].sample.end < last.sample.end else { break }
      entries[place] = entries[child]
      place = child
    }
    entries[place] = last
    return first
  }

  /// Lets new pieces begin for all samples, and passes on those that went before.
  mutating func cut(at moment: Int64, _ take: (Entry) -> Void) {
    for index in entries.indices where entries[index].pieceStart < moment {
      take(entries[index])
      entries[index].pieceStart = moment
    }
  }
}
