/// Passes samples that share no time with others by the merger, which has work only where samples meet.
struct MergeGate: Sendable {
  private var merger = SourceMerger()
  /// The last sample, as long as nothing else is open.
  private var held: MergedSample?
  private var isMerging = false
  /// The times of the samples in the merger; of some that it has passed on, too.
  private var times: [Range<Int64>] = []
  /// How many there were left when those that had ended were last forgotten.
  private var kept = 0
  /// None of the samples in the merger starts before this.
  private var since: Int64 = 0
  /// When the last of them ends.
  private var reach: Int64 = 0
  /// When the last instant among them is.
  private var lastInstant = Int64.min

  /// Registers sources that the merger does not know yet; the merger assigns them the same numbers.
  mutating func learn(_ sources: SubjectSources, _ tables: borrowing PartTables) {
    while merger.sourceCount < sources.count,
      let source = sources.source(Int32(truncatingIfNeeded: merger.sourceCount), tables)
    { _ = merger.number(of: source) }
  }

  /// No piece that is still to come starts before this; `Int64.max` when nothing is open.
  var pendingSince: Int64 { isMerging ? since : held?.start ?? Int64.max }

  /// Adds a sample; its start is not before that of the last one, and what was before it is settled.
  ///
  /// Where something is open, the sources are learned before.
  mutating func add(_ sample: MergedSample, _ take: (MergedPiece) -> Void) {
    if isMerging {
      addToMerger(sample, take)
    } else if let other = held {
      held = nil
      isMerging = true
      since = other.start
      reach = other.end
      lastInstant = Int64.min
      kept = 0
      addToMerger(other, take)
      addToMerger(sample, take)
    } else {
      held = sample
    }
  }

  /// Passes on everything that cannot share time with samples from a start on.
  @discardableResult
  mutating func settle(before start: Int64, _ take: (MergedPiece) -> Void) -> Bool {
    if isMerging {
      guard start > reach || start == reach && lastInstant != reach else { return false }
      merger.finish(take)
      times.removeAll(keepingCapacity: true)
      isMerging = false
    } else if let sample = held {
      guard start > sample.end || start == sample.end && sample.start < sample.end else { return false }
      take(MergedPiece(sample: sample, start: sample.start, end: sample.end, winner: nil))
      held = nil
    }
    return true
  }

  private mutating func addToMerger(_ sample: MergedSample, _ take: (MergedPiece) -> Void) {
    merger.add(sample, take)
    reach = max(reach, sample.end)
    if sample.start == sample.end { lastInstant = sample.start }
    times.append(sample.start..<sample.end)
    // Forgetting costs a look at all, and halves them at least or waits for twice as many.
    guard times.count >= 2 * kept + 16 else { return }
    times.removeAll { $0.upperBound <= sample.start }
    kept = times.count
    since = times.reduce(sample.start) { min($0, $1.lowerBound) }
  }
}
