package import HealthModel

/// The statistics to compute (`HKStatisticsOptions`).
public struct StatisticsOptions: OptionSet, Sendable, Hashable {
  /// The options as bits, HealthKit's.
  public let rawValue: Int

  /// Creates a set of the options whose bits are set.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The average of a discrete quantity, by its aggregation style.
  public static let discreteAverage = StatisticsOptions(rawValue: 1 << 0)
  /// The smallest value of a discrete quantity.
  public static let discreteMin = StatisticsOptions(rawValue: 1 << 1)
  /// The largest value of a discrete quantity.
  public static let discreteMax = StatisticsOptions(rawValue: 1 << 2)
  /// The sum of a cumulative quantity.
  public static let cumulativeSum = StatisticsOptions(rawValue: 1 << 3)
  /// Each source by itself: nothing is merged.
  public static let separateBySource = StatisticsOptions(rawValue: 1 << 4)
  /// The value of the sample that starts last, with its time.
  public static let mostRecent = StatisticsOptions(rawValue: 1 << 5)
  /// How long the samples last.
  public static let duration = StatisticsOptions(rawValue: 1 << 6)
  /// Each subject by itself; without it, samples of several subjects are refused.
  public static let separateBySubject = StatisticsOptions(rawValue: 1 << 7)
  /// The options that divide answers and compute nothing.
  static let separations: StatisticsOptions = [.separateBySource, .separateBySubject]

  /// The statistics of a type; none for a type without a time.
  package static func allowed(for type: TypeDefinition) -> StatisticsOptions {
    guard type.shape.hasTime else { return [] }
    let always: StatisticsOptions = [.duration, .separateBySource, .separateBySubject]
    guard let quantity = type.shape.quantity else { return always }
    return always.union(
      quantity.aggregation == .cumulative
        ? [.cumulativeSum, .mostRecent] : [.discreteAverage, .discreteMin, .discreteMax, .mostRecent])
  }
}
