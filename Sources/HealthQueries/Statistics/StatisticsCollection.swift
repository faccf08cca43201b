/// Statistics of one type over time (`HKStatisticsCollection`).
public struct StatisticsCollection: Sendable, Hashable {
  /// By start, then by subject (samples without one first, the others by bytes), then by the priority of the sources,
  /// then by the raw values of the cases; intervals without samples are left out.
  public var statistics: [Statistics]
  /// The samples that lost and to which source, if requested and sources were merged: one for each subject, in
  /// their order.
  public var explanations: [MergeExplanation]

  package init(statistics: [Statistics] = [], explanations: [MergeExplanation] = []) {
    self.statistics = statistics
    self.explanations = explanations
  }

  /// Which samples lost to which source, when the answer is of one subject.
  public var explanation: MergeExplanation? { explanations.count == 1 ? explanations.first : nil }
}
