/// Decides moment by moment which source counts, in one pass over samples in the order of their starts.
///
/// At each moment the highest source that has a sample there counts with all samples it has there; the others lose the
/// stretch to it. An instant counts unless a higher source has a sample that holds the moment (its end excluded), or an
/// instant at the same moment. Samples of one source never lose to each other.
///
/// Costs O(log *d*) for each sample and O(1) for each piece that is passed on, where *d* is how many samples are open
/// at once, and memory proportional to *d*. When the counting source changes, a piece ends for each open sample.
struct SourceMerger: Sendable {
  private static let nobody: Int32 = -1

  private var sources: [MergeSource] = []
  private var numbers: [MergeSource: Int32] = [:]
  private var openCount: [Int] = []
  private var open = OpenSamples()
  private var instants: [MergedSample] = []
  /// The last start or end that was reached.
  ///
  /// Samples that start here wait for others that do, until `settle`.
  private var moment = Int64.min
  private var winner = SourceMerger.nobody
  private var challenger = SourceMerger.nobody

  init() {}

  var sourceCount: Int { sources.count }

  mutating func number(of source: MergeSource) -> Int32 {
    if let number = numbers[source] { return number }
    let number = Int32(truncatingIfNeeded: sources.count)
    sources.append(source)
    openCount.append(0)
    numbers[source] = number
    return number
  }

  func source(_ number: Int32) -> MergeSource { sources[Int(number)] }

  /// Takes the next sample and passes on pieces that end before it; its start is not before that of the last one.
  ///
  /// Of a sample that comes late all the same, what is before the one that came last counts.
  mutating func add(_ sample: MergedSample, _ take: (MergedPiece) -> Void) {
    if sample.start > moment {
      advance(to: sample.start, take)
    } else if sample.start < moment {
      let end = max(sample.start, min(sample.end, moment))
      take(MergedPiece(sample: sample, start: sample.start, end: end, winner: nil))
      guard sample.end > moment else { return }
    }
    guard sample.start < sample.end else {
      instants.append(sample)
      return
    }
    open.insert(OpenSamples.Entry(sample: sample, pieceStart: moment))
    openCount[Int(sample.source)] += 1
    if challenger == Self.nobody || outranks(sample.source, challenger) { challenger = sample.source }
  }

  /// Passes on the pieces that are left; afterwards another run of samples may begin.
  mutating func finish(_ take: (MergedPiece) -> Void) {
    advance(to: Int64.max, take)
    settle(take)
    moment = Int64.min
  }

  private func outranks(_ source: Int32, _ other: Int32) -> Bool {
    source != other && sources[Int(source)] < sources[Int(other)]
  }

  /// Closes the samples that end no later than a moment, and advances to that moment.
  private mutating func advance(to time: Int64, _ take: (MergedPiece) -> Void) {
    settle(take)
    while let end = open.firstEnd, end <= time {
      moment = end
      while let ended = open.removeFirst(endingBy: moment) {
        openCount[Int(ended.sample.source)] -= 1
        take(Self.piece(of: ended, until: ended.sample.end, under: winner))
      }
      if moment < time { settle(take) }
    }
    moment = time
  }

  /// Decides who counts from the moment on, when everything that ends or starts there is known.
  private mutating func settle(_ take: (MergedPiece) -> Void) {
    var next = winner
    if next == Self.nobody || openCount[Int(next)] == 0 {
      next = highestOpen()
    } else if challenger != Self.nobody, outranks(challenger, next) {
      next = challenger
    }
    challenger = Self.nobody
    if next != winner {
      let before = winner
      let now = moment
      open.cut(at: now) { take(Self.piece(of: $0, until: now, under: before)) }
      winner = next
    }
    if !instants.isEmpty { settleInstants(take) }
  }

  private mutating func settleInstants(_ take: (MergedPiece) -> Void) {
    var highest = winner
    for instant in instants where highest == Self.nobody || outranks(instant.source, highest) {
      highest = instant.source
    }
    for instant in instants {
      take(
        MergedPiece(
          sample: instant, start: instant.start, end: instant.start, winner: instant.source == highest ? nil : highest))
    }
    instants.removeAll(keepingCapacity: true)
  }

  /// Looks at all open samples; asked only when the counting source has none left, where a piece ends for each of them.
  private func highestOpen() -> Int32 {
    var highest = Self.nobody
    for entry in open.entries where highest == Self.nobody || outranks(entry.sample.source, highest) {
      highest = entry.sample.source
    }
    return highest
  }

  private static func piece(of entry: OpenSamples.Entry, until end: Int64, under winner: Int32) -> MergedPiece {
    let counts = winner == nobody || winner == entry.sample.source
    return MergedPiece(sample: entry.sample, start: entry.pieceStart, end: end, winner: counts ? nil : winner)
  }
}

/// The samples that go on at a moment, the one that ends first in front: a binary heap.
struct OpenSamples: Sendable {
  /// A sample, and since when it has won or lost without a change.
  struct Entry: Sendable {
    var sample: MergedSample
    var pieceStart: Int64
  }

  private(set) var entries: [Entry] = []

  var firstEnd: Int64? { entries.first?.sample.end }

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

/// A stretch of a sample that counts, or that is lost to another source.
///
/// The pieces of a sample follow each other without gaps from its start to its end. Neighbors differ in whether they
/// count or in whom they are lost to, so that a sample that nothing interrupts is one piece.
struct MergedPiece: Sendable, Hashable {
  var sample: MergedSample
  /// Start of the stretch in microseconds since 1970 UTC.
  var start: Int64
  /// End of the stretch; at the start for an instant only.
  var end: Int64
  var winner: Int32?
}

struct MergedSample: Sendable, Hashable {
  /// Start in microseconds since 1970 UTC.
  var start: Int64
  /// End in microseconds since 1970 UTC; at the start for an instant.
  var end: Int64
  /// The quantity's value in the canonical unit; 0 for other kinds.
  var value: Double
  /// The case's index in the type's enum; -1 for other kinds.
  var enumCase: Int32
  /// The number that `SourceMerger.number(of:)` gave its source.
  var source: Int32
  /// Index into the scan's zones; -1 when the sample names none.
  var zone: Int32
  /// Clock offset of the start in minutes.
  var startOffset: Int16
}
