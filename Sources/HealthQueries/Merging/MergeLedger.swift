import HealthModel

/// Counts what merging leaves out of one part of the time, and joins them with those of the next part.
///
/// A stretch that goes on over the border of two parts is one loss. Memory holds the listed losses, the pairs of
/// sources, and the samples that cross the part's borders.
struct MergeLedger: Sendable {
  private var sources: [MergeSource] = []
  private var numbers: [MergeSource: Int] = [:]
  private var totals: LedgerTotals
  private var count = 0
  /// At least the first `MergeExplanation.limit` losses.
  private var listed: [LedgerLoss] = []
  /// Later starts are not listed any more.
  private var lastListed = Int64.max
  /// The losses that start first of those that do not start with their sample, and may go on from the part before.
  private var heads: [LedgerLoss] = []
  /// The losses that end last of those that do not end with their sample, and may go on in the next part.
  private var tails: [LedgerLoss] = []

  init(pairLimit: Int = MergeExplanation.pairLimit) { totals = LedgerTotals(limit: pairLimit) }

  /// How many pairs of sources and how many stretches are held now.
  var room: (pairs: Int, losses: Int) { (totals.totals.count, listed.count) }

  /// Enters a stretch of a sample that did not count, cut to the part.
  mutating func add(_ piece: MergedPiece, loser: MergeSource, winner: MergeSource, amount: Double) {
    let way = LedgerLoss.Way(loser: number(of: loser), winner: number(of: winner))
    let loss = LedgerLoss(piece, way: way, amount: amount)
    totals.add(loss, sources)
    count += 1
    noteHead(loss)
    noteTail(loss)
    list(loss)
  }

  /// Adds the ledger of the next part of the time.
  mutating func append(_ later: MergeLedger) {
    var later = later
    var new: [Int] = []
    for source in later.sources { new.append(number(of: source)) }
    later.renumber(new)
    let followers = Dictionary(later.heads.map { ($0.seamAtStart, $0) }) { first, _ in first }
    let followed = tails.filter { followers[$0.seamAtEnd] != nil }
    let seams = Set(followed.map(\.seamAtEnd))

    totals.add(later.totals, sources)
    for loss in followed { totals.join(loss.way) }
    count += later.count - followed.count

    for index in listed.indices {
      if let follower = followers[listed[index].seamAtEnd] { listed[index].goOn(follower) }
    }
    for loss in later.listed where !seams.contains(loss.seamAtStart) { list(loss) }
    for loss in later.heads where !seams.contains(loss.seamAtStart) { noteHead(loss) }
    let ended = tails
    tails = []
    for var loss in ended {
      if let follower = followers[loss.seamAtEnd] { loss.goOn(follower) }
      noteTail(loss)
    }
    for loss in later.tails where !seams.contains(loss.seamAtStart) { noteTail(loss) }
  }

  /// The content of the ledger.
  ///
  /// - Returns: the losses and pairs by what the sources are called.
  func explanation(naive: Double? = nil, merged: Double? = nil) -> MergeExplanation {
    let losses = Self.first(MergeExplanation.limit, of: listed, sources).map { loss in
      MergeExplanation.Loss(
        source: sources[loss.way.loser].shown, winner: sources[loss.way.winner].shown, start: loss.start,
        end: loss.end, amount: naive == nil ? nil : loss.amount)
    }
    var totals = totals
    totals.finish(sources)
    let pairs = totals.sorted(sources).map { way, total in
      MergeExplanation.Pair(
        source: sources[way.loser].shown, winner: sources[way.winner].shown, count: total.count,
        duration: total.duration, amount: naive == nil ? nil : total.amount.value)
    }
    var explanation = MergeExplanation(losses: losses, lossCount: count, pairs: pairs, naive: naive, merged: merged)
    explanation.others.count = totals.others.count
    explanation.others.duration = totals.others.duration
    explanation.others.amount = naive == nil ? nil : totals.others.amount.value
    return explanation
  }

  private mutating func number(of source: MergeSource) -> Int {
    if let number = numbers[source] { return number }
    sources.append(source)
    numbers[source] = sources.count - 1
    return sources.count - 1
  }

  /// Gives sources other numbers, in all but the tables of sources.
  private mutating func renumber(_ new: [Int]) {
    func way(_ old: LedgerLoss.Way) -> LedgerLoss.Way {
      LedgerLoss.Way(loser: new[old.loser], winner: new[old.winner])
    }
    totals.renumber(way)
    for index in listed.indices { listed[index].way = way(listed[index].way) }
    for index in heads.indices { heads[index].way = way(heads[index].way) }
    for index in tails.indices { tails[index].way = way(tails[index].way) }
  }

  private mutating func list(_ loss: LedgerLoss) {
    guard loss.start <= lastListed else { return }
    listed.append(loss)
    guard listed.count >= 4 * MergeExplanation.limit else { return }
    listed = Self.first(MergeExplanation.limit, of: listed, sources)
    lastListed = listed.last?.start ?? Int64.max
  }

  private static func first(_ limit: Int, of losses: [LedgerLoss], _ sources: [MergeSource]) -> [LedgerLoss] {
    let sorted = losses.sorted { left, right in
      if (left.start, left.end) != (right.start, right.end) { return (left.start, left.end) < (right.start, right.end) }
      if left.way.loser != right.way.loser { return sources[left.way.loser] < sources[right.way.loser] }
      if left.way.winner != right.way.winner { return sources[left.way.winner] < sources[right.way.winner] }
      return left.amount < right.amount
    }
    return Array(sorted.prefix(limit))
  }

  private mutating func noteHead(_ loss: LedgerLoss) {
    guard loss.sampleStart < loss.start, loss.start <= heads.first?.start ?? Int64.max else { return }
    if let head = heads.first, loss.start < head.start { heads.removeAll(keepingCapacity: true) }
    heads.append(loss)
  }

  private mutating func noteTail(_ loss: LedgerLoss) {
    guard loss.end < loss.sampleEnd, loss.end >= tails.first?.end ?? Int64.min else { return }
    if let tail = tails.first, loss.end > tail.end { tails.removeAll(keepingCapacity: true) }
    tails.append(loss)
  }
}
