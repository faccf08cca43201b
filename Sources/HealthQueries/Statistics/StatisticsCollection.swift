/// Statistics of one type over time (`HKStatisticsCollection`).
public struct StatisticsCollection: Sendable, Hashable {
  /// By start, then by the priority of the sources, then by the raw values of the cases; intervals without samples are
  /// left out.
  public var statistics: [Statistics]
  /// Which samples lost to which source, when that was asked for and sources were merged.
  public var explanation: MergeExplanation?

  /// Creates a collection.
  public init(statistics: [Statistics] = [], explanation: MergeExplanation? = nil) {
    self.statistics = statistics
    self.explanation = explanation
  }
}
