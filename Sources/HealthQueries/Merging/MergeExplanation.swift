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

    package init() {}
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

  /// The most stretches that are listed.
  package static let limit = 1000
  /// The most pairs of sources that are listed.
  package static let pairLimit = 1000

  package init(losses: [Loss], lossCount: Int, pairs: [Pair], naive: Double?, merged: Double?) {
    self.losses = losses
    self.lossCount = lossCount
    self.pairs = pairs
    self.naive = naive
    self.merged = merged
  }
}
