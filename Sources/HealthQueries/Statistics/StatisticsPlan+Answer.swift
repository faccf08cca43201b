import HealthModel
import HealthUnits

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
