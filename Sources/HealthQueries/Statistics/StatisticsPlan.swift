package import HealthModel
import HealthStorage
import HealthUnits

/// A question for statistics that can be answered: what it means for its type.
///
/// A class, though immutable: each subject's state refers to it, and a copy takes 2 KB.
final class StatisticsPlan: Sendable {
  let type: TypeDefinition
  /// How values are combined; `nil` for what is not a quantity.
  let style: AggregationStyle?
  let options: StatisticsOptions
  let unit: UnitOfMeasure?
  /// From the canonical unit to that of the answer.
  let conversion: UnitConversion
  let cases: [EnumCase]
  /// The case that frames the others; -1 when none does.
  let sessionCase: Int32
  let priority: SourcePriority
  /// How long the value of an instant holds at most; small enough to be added to any time.
  let hold: Int64
  /// The one requested subject; `nil` if the samples name their subjects.
  let subject: String?
  private let wantsExplanation: Bool

  convenience init(_ query: StatisticsQuery, for store: HealthStore) throws(QueryError) {
    try self.init(
      query.predicate, query.options, query.unit, query.priority, query.hold, query.explains, store)
  }

  convenience init(_ query: StatisticsCollectionQuery, for store: HealthStore) throws(QueryError) {
    try self.init(
      query.predicate, query.options, query.unit, query.priority, query.hold, query.explains, store)
  }

  private init(
    _ predicate: SampleQuery, _ asked: StatisticsOptions, _ unit: UnitOfMeasure?, _ priority: SourcePriority,
    _ hold: Int64, _ explains: Bool, _ store: HealthStore
  ) throws(QueryError) {
    guard predicate.types.count == 1 else { throw .typeCount(predicate.types.count) }
    type = try store.type(named: predicate.types[0])
    let allowed = StatisticsOptions.allowed(for: type)
    if allowed.isEmpty { throw .characteristic(type) }
    if !asked.isSubset(of: allowed) { throw .statistic(of: type, asked: asked.subtracting(allowed)) }
    options =
      asked.subtracting(.separations).isEmpty ? allowed.subtracting(.separations).union(asked) : asked
    subject = predicate.subject
    if let shape = type.shape.quantity {
      style = shape.aggregation
      let answer = unit ?? shape.unit
      self.unit = answer
      do {
        conversion = try shape.unit.conversion(to: answer)
      } catch {
        throw .unit(answer, of: type, shape)
      }
    } else {
      if unit != nil { throw .unitOfNoQuantity(type) }
      style = nil
      self.unit = nil
      conversion = .identity
    }
    let cases = type.shape.enumeration?.cases ?? []
    self.cases = cases
    let session = type.sessionCase.flatMap { name in cases.firstIndex { $0.name == name } }
    sessionCase = session.map { Int32(truncatingIfNeeded: $0) } ?? -1
    self.priority = priority
    self.hold = Swift.min(Swift.max(hold, 0), 1 << 62)
    wantsExplanation = explains
  }

  var isSeparated: Bool { options.contains(.separateBySource) }

  var separatesSubjects: Bool { options.contains(.separateBySubject) }

  /// Whether sums and durations go to the pieces of samples that count, not to whole samples.
  var isMerged: Bool { type.shape.mergesOverlaps }

  /// Whether what lost is reported.
  var explains: Bool { wantsExplanation && isMerged && !isSeparated }
}

/// From tallies to the requested statistics.
extension StatisticsPlan {
  /// Formats the requested statistics, in the unit of the answer.
  func statistics(_ tally: IntervalTally, of source: MergeSource?, subject: SubjectName, isLocal: Bool) -> Statistics {
    var statistics = Statistics(
      type: type.id, unit: unit, start: tally.key, end: tally.keyEnd, isLocal: isLocal, source: source?.shown,
      count: tally.count, duration: tally.duration)
    statistics.subject = subject.name
    let index = Int(tally.enumCase)
    if cases.indices.contains(index) { statistics.value = cases[index].name }
    guard style != nil else { return statistics }
    if options.contains(.cumulativeSum) { statistics.sum = conversion(tally.sum) }
    guard tally.count > 0 else { return statistics }
    if options.contains(.discreteAverage) { statistics.average = tally.average.map { conversion($0) } }
    if options.contains(.discreteMin) { statistics.minimum = conversion(tally.minimum) }
    if options.contains(.discreteMax) { statistics.maximum = conversion(tally.maximum) }
    if options.contains(.mostRecent) {
      statistics.mostRecent = conversion(tally.recent.value)
      statistics.mostRecentStart = tally.recent.start
      statistics.mostRecentEnd = tally.recent.end
    }
    return statistics
  }
}

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
