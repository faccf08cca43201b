/// The outcomes of the samples of a batch.
public struct AppendReceipt: Sendable, Hashable {
  /// The possible outcomes of appending a sample.
  public enum Outcome: UInt8, Sendable, Hashable {
    /// Stored with the next commit.
    case accepted
    /// Stored before with equal content, or deleted before; nothing changes.
    case duplicate
    /// Its id is stored with other content, or its group holds such a sample; nothing changes.
    case conflict
    /// The store cannot keep it; `reasons` says why. Nothing of its group is stored.
    case refused
  }

  /// One entry per sample of the batch.
  public var outcomes: [Outcome]
  /// Why the store refused samples, by row.
  public var reasons: [Int: String]

  /// Creates a receipt.
  public init(outcomes: [Outcome], reasons: [Int: String] = [:]) {
    self.outcomes = outcomes
    self.reasons = reasons
  }

  /// How many samples have an outcome.
  public func count(of outcome: Outcome) -> Int { outcomes.lazy.filter { $0 == outcome }.count }
}
