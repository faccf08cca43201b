import HealthModel

/// The losses of merging: which source lost which stretch to which other one, and the naive sum.
public struct MergeExplanation: Sendable, Hashable {
  /// A stretch of a sample that did not count.
  public struct Loss: Sendable, Hashable {
    /// The source of the sample.
    public var source: String
    /// The source that counted instead.
    public var winner: String
    /// Start of the stretch in microseconds since 1970 UTC.
    public var start: Int64
    /// End of the stretch; at the start for an instant.
    public var end: Int64
    /// How much of the sample's value that was, in the unit of the answer; `nil` for categories.
    public var amount: Double?

    package init(source: String, winner: String, start: Int64, end: Int64, amount: Double?) {
      self.source = source
      self.winner = winner
      self.start = start
      self.end = end
      self.amount = amount
    }
  }

  /// All that one source lost to another.
  public struct Pair: Sendable, Hashable {
    /// The source that lost.
    public var source: String
    /// The source that counted instead.
    public var winner: String
    /// How many stretches.
    public var count: Int
    /// The stretches together in microseconds.
    public var duration: Int64
    /// The amounts together, in the unit of the answer; `nil` for categories.
    public var amount: Double?

    package init(source: String, winner: String, count: Int, duration: Int64, amount: Double?) {
      self.source = source
      self.winner = winner
      self.count = count
      self.duration = duration
      self.amount = amount
    }
  }

  /// The sum of the pairs of sources that are not listed.
  public struct Others: Sendable, Hashable {
    /// How many stretches; 0 when all pairs are listed.
    public var count = 0
    /// The stretches together in microseconds.
    public var duration: Int64 = 0
    /// The amounts together, in the unit of the answer; `nil` for categories.
    public var amount: Double?

    /// Makes the sum of no stretches.
    public init() {}
  }

  /// Whose samples they are; `nil` when they do not say it.
  public var subject: String?
  /// The stretches in the order of their starts, the first `limit` of them.
  public var losses: [Loss]
  /// How many stretches there are, listed or not.
  public var lossCount: Int
  /// The losses of each source to each other one, the highest sources first, the first `pairLimit` of them.
  public var pairs: [Pair]
  /// The sum of all other pairs of sources.
  public var others = Others()
  /// The sum over all samples as if nothing overlapped, in the unit of the answer; `nil` for categories.
  public var naive: Double?
  /// The sum that is answered; `nil` for categories.
  public var merged: Double?

  package static let limit = 1000
  package static let pairLimit = 1000

  package init(losses: [Loss], lossCount: Int, pairs: [Pair], naive: Double?, merged: Double?) {
    self.losses = losses
    self.lossCount = lossCount
    self.pairs = pairs
    self.naive = naive
    self.merged = merged
  }
}

/// Counts what merging the samples of one subject leaves out of one part of the time, and joins it with the next part.
///
/// A stretch that goes on over the border of two parts is one loss. Memory holds the listed losses, the pairs of
/// sources, and the samples that cross the part's borders.
struct MergeCounter: Sendable {
  /// The sum of everything, counted or lost.
  var naive = CompactSum()
  var merged = CompactSum()
  private var sources: [MergeSource] = []
  private var numbers: [MergeSource: Int] = [:]
  private var totals: MergeTotals
  private var count = 0
  /// At least the first `MergeExplanation.limit` losses.
  private var listed: [MergeLoss] = []
  /// Later starts are not listed any more.
  private var lastListed = Int64.max
  /// The losses that start first of those that do not start with their sample, and may go on from the part before.
  private var heads: [MergeLoss] = []
  /// The losses that end last of those that do not end with their sample, and may go on in the next part.
  private var tails: [MergeLoss] = []

  init(pairLimit: Int = MergeExplanation.pairLimit) { totals = MergeTotals(limit: pairLimit) }

  /// How many pairs of sources and how many stretches are held now.
  var room: (pairs: Int, losses: Int) { (totals.totals.count, listed.count) }

  /// Enters a stretch of a sample that did not count, cut to the part.
  mutating func add(_ piece: MergedPiece, loser: MergeSource, winner: MergeSource, amount: Double) {
    let way = MergeLoss.Way(loser: number(of: loser), winner: number(of: winner))
    let loss = MergeLoss(piece, way: way, amount: amount)
    totals.add(loss, sources)
    count += 1
    noteHead(loss)
    noteTail(loss)
    list(loss)
  }

  /// Adds the counter of the next part of the time.
  mutating func append(_ later: MergeCounter) {
    naive.add(later.naive)
    merged.add(later.merged)
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

  /// The content of the counter.
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
    func way(_ old: MergeLoss.Way) -> MergeLoss.Way { MergeLoss.Way(loser: new[old.loser], winner: new[old.winner]) }
    totals.renumber(way)
    for index in listed.indices { listed[index].way = way(listed[index].way) }
    for index in heads.indices { heads[index].way = way(heads[index].way) }
    for index in tails.indices { tails[index].way = way(tails[index].way) }
  }

  private mutating func list(_ loss: MergeLoss) {
    guard loss.start <= lastListed else { return }
    listed.append(loss)
    guard listed.count >= 4 * MergeExplanation.limit else { return }
    listed = Self.first(MergeExplanation.limit, of: listed, sources)
    lastListed = listed.last?.start ?? Int64.max
  }

  private static func first(_ limit: Int, of losses: [MergeLoss], _ sources: [MergeSource]) -> [MergeLoss] {
    let sorted = losses.sorted { left, right in
      if (left.start, left.end) != (right.start, right.end) { return (left.start, left.end) < (right.start, right.end) }
      if left.way.loser != right.way.loser { return sources[left.way.loser] < sources[right.way.loser] }
      if left.way.winner != right.way.winner { return sources[left.way.winner] < sources[right.way.winner] }
      return left.amount < right.amount
    }
    return Array(sorted.prefix(limit))
  }

  private mutating func noteHead(_ loss: MergeLoss) {
    guard loss.sampleStart < loss.start, loss.start <= heads.first?.start ?? Int64.max else { return }
    if let head = heads.first, loss.start < head.start { heads.removeAll(keepingCapacity: true) }
    heads.append(loss)
  }

  private mutating func noteTail(_ loss: MergeLoss) {
    guard loss.end < loss.sampleEnd, loss.end >= tails.first?.end ?? Int64.min else { return }
    if let tail = tails.first, loss.end > tail.end { tails.removeAll(keepingCapacity: true) }
    tails.append(loss)
  }
}

/// A stretch of a sample that did not count, as the counter keeps it.
struct MergeLoss: Sendable {
  /// Who lost to whom, by the numbers of one counter.
  struct Way: Hashable, Sendable {
    var loser: Int
    var winner: Int
  }

  /// The part of a loss, cut at a border, that its other half shares.
  struct Seam: Hashable {
    var moment: Int64
    var way: Way
    var sampleStart: Int64
    var sampleEnd: Int64
    var value: UInt64
    var enumCase: Int32
  }

  var way: Way
  var start: Int64
  var end: Int64
  var amount: Double
  let sampleStart: Int64
  let sampleEnd: Int64
  let value: Double
  let enumCase: Int32

  init(_ piece: MergedPiece, way: Way, amount: Double) {
    self.way = way
    self.amount = amount
    start = piece.start
    end = piece.end
    sampleStart = piece.sample.start
    sampleEnd = piece.sample.end
    value = piece.sample.value
    enumCase = piece.sample.enumCase
  }

  /// Where a part before may have the beginning.
  var seamAtStart: Seam { seam(at: start) }
  /// Where the next part may have the rest.
  var seamAtEnd: Seam { seam(at: end) }

  /// Adds the rest, which the next part has.
  mutating func goOn(_ rest: MergeLoss) {
    end = rest.end
    amount += rest.amount
  }

  private func seam(at moment: Int64) -> Seam {
    Seam(
      moment: moment, way: way, sampleStart: sampleStart, sampleEnd: sampleEnd, value: value.bitPattern,
      enumCase: enumCase)
  }
}

/// The losses of each source to each other one, for a bounded number of pairs, and those of all other pairs together.
///
/// Those that are kept are the first in the order of their sources. A pair among the first of all is among the first of
/// each part of the time as well, so that its total is exact wherever time is cut.
struct MergeTotals: Sendable {
  /// The sum of some stretches.
  struct Total: Sendable {
    var count = 0
    var duration: Int64 = 0
    var amount = CompactSum()

    mutating func add(_ loss: MergeLoss) {
      count += 1
      duration = Self.sum(duration, loss.end &- loss.start)
      amount.add(loss.amount)
    }

    mutating func add(_ other: Total) {
      count += other.count
      duration = Self.sum(duration, other.duration)
      amount.add(other.amount)
    }

    /// Lengths of hostile data may come to more than a number holds.
    private static func sum(_ length: Int64, _ other: Int64) -> Int64 {
      let (sum, overflow) = length.addingReportingOverflow(other)
      return overflow ? .max : sum
    }
  }

  private let limit: Int
  private(set) var totals: [MergeLoss.Way: Total] = [:]
  /// The sum of the pairs after the last one kept.
  private(set) var others = Total()
  /// The last pair that is kept; `nil` as long as all are.
  private var last: MergeLoss.Way?

  init(limit: Int) { self.limit = limit }

  mutating func add(_ loss: MergeLoss, _ sources: [MergeSource]) {
    if totals[loss.way] != nil {
      totals[loss.way]?.add(loss)
    } else if isKept(loss.way, sources) {
      totals[loss.way, default: Total()].add(loss)
      cut(sources, to: 2 * limit)
    } else {
      others.add(loss)
    }
  }

  /// Adds the totals of the next part of the time, whose sources have the same numbers.
  mutating func add(_ later: MergeTotals, _ sources: [MergeSource]) {
    others.add(later.others)
    if let end = later.last, last.map({ Self.precedes(end, $0, sources) }) ?? true {
      last = end
      for way in totals.keys where !isKept(way, sources) { drop(way) }
    }
    for (way, total) in later.totals {
      if isKept(way, sources) { totals[way, default: Total()].add(total) } else { others.add(total) }
    }
    cut(sources, to: limit)
  }

  /// Takes one stretch off, since it was counted as the end of one and the beginning of another.
  mutating func join(_ way: MergeLoss.Way) {
    if totals[way] != nil { totals[way]?.count -= 1 } else { others.count -= 1 }
  }

  /// Gives sources other numbers.
  mutating func renumber(_ way: (MergeLoss.Way) -> MergeLoss.Way) {
    var renumbered: [MergeLoss.Way: Total] = [:]
    for (old, total) in totals { renumbered[way(old)] = total }
    totals = renumbered
    last = last.map(way)
  }

  /// Keeps the first pairs, up to the number in the answer.
  mutating func finish(_ sources: [MergeSource]) { cut(sources, to: limit) }

  /// The pairs in their order.
  func sorted(_ sources: [MergeSource]) -> [(way: MergeLoss.Way, total: Total)] {
    totals.sorted { Self.precedes($0.key, $1.key, sources) }.map { ($0.key, $0.value) }
  }

  private func isKept(_ way: MergeLoss.Way, _ sources: [MergeSource]) -> Bool {
    last.map { !Self.precedes($0, way, sources) } ?? true
  }

  private mutating func cut(_ sources: [MergeSource], to count: Int) {
    guard totals.count > count else { return }
    let ways = totals.keys.sorted { Self.precedes($0, $1, sources) }
    for way in ways.dropFirst(limit) { drop(way) }
    last = ways[limit - 1]
  }

  private mutating func drop(_ way: MergeLoss.Way) {
    if let total = totals.removeValue(forKey: way) { others.add(total) }
  }

  private static func precedes(_ way: MergeLoss.Way, _ other: MergeLoss.Way, _ sources: [MergeSource]) -> Bool {
    if way.loser != other.loser { return sources[way.loser] < sources[other.loser] }
    return way.winner != other.winner && sources[way.winner] < sources[other.winner]
  }
}
