public import HealthModel
public import HealthStorage

/// How active a person was on one day: HealthKit's `HKActivitySummary`.
///
/// The goals are settings of the person's device. A store has them for the days of which it keeps a summary, a sample of
/// the type `activitySummary`, as exports of Apple Health have it; for other days they are `nil`.
public struct ActivitySummary: Sendable, Hashable {
  /// Whose day it is; `nil` when the samples do not say it.
  public var subject: String?
  /// The day in the requested zone.
  public var date: CivilDate
  /// When the day begins, in microseconds since 1970 UTC.
  public var start: Int64
  /// When the next day begins.
  public var end: Int64
  /// The active energy; `nil` when nothing is stored of it, as below.
  public var activeEnergyBurned: Quantity?
  /// The time that the Move ring counts instead of energy.
  public var appleMoveTime: Quantity?
  /// The time that the Exercise ring counts.
  public var appleExerciseTime: Quantity?
  /// How many of the day's clock hours the person was in.
  public var appleStandHours: Int?
  /// The goal of the active energy.
  public var activeEnergyBurnedGoal: Quantity?
  /// The goal of the time that the Move ring counts.
  public var appleMoveTimeGoal: Quantity?
  /// The goal of the time that the Exercise ring counts.
  public var appleExerciseTimeGoal: Quantity?
  /// The goal of hours to be in.
  public var appleStandHoursGoal: Int?

  package init(date: CivilDate, start: Int64, end: Int64) {
    self.date = date
    self.start = start
    self.end = end
  }
}

extension HealthStore {
  /// How active persons were, day by day: HealthKit's `HKActivitySummaryQuery`.
  ///
  /// Energy and times are sums over the sources, merged by priority as statistics are. An hour that several sources saw
  /// counts once. Goals, and what no sample says, are those of the summaries that the store keeps. Types that the store's
  /// registry lacks are left `nil`.
  ///
  /// - Parameters:
  ///   - query: the first day is the one that `from` is in, the last day the one that is before `to` or that it is in;
  ///     and whose samples. Other conditions do not matter.
  ///   - zone: where days begin and end.
  ///   - priority: which source counts where several overlap.
  ///   - separatesBySubject: whether the days of each subject are answered; without it, samples of several subjects are
  ///     refused.
  /// - Returns: the days of which something is stored, in order, all of them whole; of one day by subject, those without
  ///   one first.
  /// - Throws: `QueryError`, `severalSubjects` among them; `StorageError` when the store cannot be read.
  public func activitySummaries(
    matching query: SampleQuery = SampleQuery(), zone: TimeZoneRules, priority: SourcePriority = SourcePriority(),
    separatesBySubject: Bool = false
  ) async throws -> [ActivitySummary] {
    var days = ActivityDays(zone: zone)
    var whole = SampleQuery()
    whole.from = query.from.map { days.grid.start(containing: $0) }
    whole.to = query.to.map { days.end(of: $0) }
    whole.subject = query.subject
    let aggregation = Aggregation(
      [.cumulativeSum, .separateBySubject], by: CalendarInterval(.day), zone: .named(zone), priority: priority)
    for sum in ActivitySum.allCases where registry.type(named: sum.rawValue) != nil {
      whole.types = [sum.rawValue]
      for statistics in try await statisticsCollection(matching: whole, aggregation).statistics {
        guard let value = statistics.sum, let unit = statistics.unit else { continue }
        days.set(sum, Quantity(value, unit), at: statistics.start, of: SubjectName(statistics.subject))
      }
    }
    for (hour, isStood) in try await standHours(matching: whole, zone) {
      days.addHour(isStood, at: hour.start, of: hour.subject)
    }
    for summary in try await keptSummaries(matching: query, zone: zone, separatesBySubject: true) { days.fill(summary) }
    if !separatesBySubject, days.subjects.count > 1 { throw QueryError.severalSubjects(days.subjects) }
    return days.summaries
  }

  /// The days of which the store keeps a summary, in order: the device's own numbers, and its goals.
  ///
  /// A summary is of the calendar day that it names, which begins and ends here where it does in the zone. Of several of
  /// one day and subject the one that was created last counts, then the one with more energy: a day only grows.
  package func keptSummaries(
    matching asked: SampleQuery = SampleQuery(), zone: TimeZoneRules, separatesBySubject: Bool = false
  ) async throws -> [ActivitySummary] {
    guard let type = registry.type(named: "activitySummary") else { return [] }
    let grid = IntervalGrid(CalendarInterval(.day), zone: zone)
    var query = SampleQuery()
    query.types = [type.id]
    query.subject = asked.subject
    // Where in the day's time the sample is depends on who wrote it: the day that it names decides. A zone moves a day by
    // less than two days.
    let margin = 2 * 86_400 * Instant.second
    query.from = asked.from.map { $0.subtractingReportingOverflow(margin) }.flatMap {
      $0.overflow ? nil : $0.partialValue
    }
    query.to = asked.to.map { $0.addingReportingOverflow(margin) }.flatMap { $0.overflow ? nil : $0.partialValue }
    var days: [DayKey: (summary: ActivitySummary, created: Int64)] = [:]
    try await forEachSample(matching: query) { sample in
      guard let content = sample.structure, let date = content.day else { return true }
      // Noon is within the day in every zone.
      let noon = Int64(date.daysSince1970) * 86_400 * Instant.second + 43_200 * Instant.second
      let start = grid.start(containing: noon - zone.offset(at: noon))
      var summary = ActivitySummary(date: date, start: start, end: grid.next(after: start) ?? Instant.latest)
      if let from = asked.from, summary.end <= from { return true }
      if let to = asked.to, summary.start >= to { return true }
      summary.subject = sample.subject
      summary.fill(content)
      let created = sample.created?.microseconds ?? Int64.min
      let day = DayKey(start: start, subject: SubjectName(sample.subject))
      if let other = days[day], !summary.isLater(than: other.summary, created, other.created) { return true }
      days[day] = (summary, created)
      return true
    }
    let subjects = Set(days.keys.map(\.subject))
    if !separatesBySubject, subjects.count > 1 { throw QueryError.severalSubjects(subjects) }
    return days.sorted { $0.key < $1.key }.map(\.value.summary)
  }

  /// The clock hours, and whether the person was in them.
  private func standHours(matching asked: SampleQuery, _ zone: TimeZoneRules) async throws -> [DayKey: Bool] {
    guard let type = registry.type(named: "appleStandHour"), let cases = type.shape.enumeration?.cases,
      let stood = cases.firstIndex(where: { $0.name == "stood" })
    else { return [:] }
    var query = asked
    query.types = [type.id]
    // An hour belongs to the day it begins in.
    query.isStrictStart = true
    let subject = query.subject
    let question = SampleScan(query, columns: subject == nil ? .subjects : [])
    let parts = try await scan(question, into: { _ in [DayKey: Bool]() }) { hours, columns in
      for row in 0..<columns.count {
        let name = columns.subject.isEmpty ? subject : columns.subjects[Int(columns.subject[row])]
        let hour = DayKey(start: Self.hour(of: columns.start[row], zone), subject: SubjectName(name))
        let isStood = columns.enumCase[row] == Int32(truncatingIfNeeded: stood)
        hours[hour, default: false] = hours[hour, default: false] || isStood
      }
    }
    return parts.reduce(into: [:]) { hours, part in hours.merge(part) { $0 || $1 } }
  }

  /// The first moment of the clock hour that a moment is in; an hour that the clock shows twice is two.
  private static func hour(of moment: Int64, _ zone: TimeZoneRules) -> Int64 {
    let length = 3600 * Instant.second
    let part = moment.addingReportingOverflow(zone.offset(at: moment)).partialValue % length
    return moment.subtractingReportingOverflow(part < 0 ? part + length : part).partialValue
  }
}

/// A day or hour of a subject, by its first moment.
private struct DayKey: Sendable, Hashable, Comparable {
  var start: Int64
  var subject: SubjectName

  static func < (left: DayKey, right: DayKey) -> Bool { (left.start, left.subject) < (right.start, right.subject) }
}

/// The quantities that an activity summary sums; the raw value is the type's id.
private enum ActivitySum: String, CaseIterable { case activeEnergyBurned, appleMoveTime, appleExerciseTime }

/// The days of an answer, as they are filled.
private struct ActivityDays {
  let grid: IntervalGrid
  private var days: [DayKey: ActivitySummary] = [:]

  init(zone: TimeZoneRules) { grid = IntervalGrid(CalendarInterval(.day), zone: zone) }

  /// The first moment of the day after the one that ends at a moment, or that the moment is in.
  func end(of moment: Int64) -> Int64 {
    let start = grid.start(containing: moment)
    return start == moment ? moment : grid.next(after: moment) ?? Instant.latest
  }

  mutating func set(_ sum: ActivitySum, _ quantity: Quantity, at moment: Int64, of subject: SubjectName) {
    change(at: moment, of: subject) { day in
      switch sum {
      case .activeEnergyBurned: day.activeEnergyBurned = quantity
      case .appleMoveTime: day.appleMoveTime = quantity
      case .appleExerciseTime: day.appleExerciseTime = quantity
      }
    }
  }

  mutating func addHour(_ isStood: Bool, at moment: Int64, of subject: SubjectName) {
    change(at: moment, of: subject) { $0.appleStandHours = ($0.appleStandHours ?? 0) + (isStood ? 1 : 0) }
  }

  mutating func fill(_ kept: ActivitySummary) {
    change(at: kept.start, of: SubjectName(kept.subject)) { day in
      day.activeEnergyBurned = day.activeEnergyBurned ?? kept.activeEnergyBurned
      day.appleMoveTime = day.appleMoveTime ?? kept.appleMoveTime
      day.appleExerciseTime = day.appleExerciseTime ?? kept.appleExerciseTime
      day.appleStandHours = day.appleStandHours ?? kept.appleStandHours
      day.activeEnergyBurnedGoal = kept.activeEnergyBurnedGoal
      day.appleMoveTimeGoal = kept.appleMoveTimeGoal
      day.appleExerciseTimeGoal = kept.appleExerciseTimeGoal
      day.appleStandHoursGoal = kept.appleStandHoursGoal
    }
  }

  private mutating func change(at moment: Int64, of subject: SubjectName, _ body: (inout ActivitySummary) -> Void) {
    let key = DayKey(start: grid.start(containing: moment), subject: subject)
    var day =
      days[key]
      ?? ActivitySummary(
        date: CivilDate(grid.zone.local(key.start)), start: key.start,
        end: grid.next(after: key.start) ?? Instant.latest)
    day.subject = subject.name
    body(&day)
    days[key] = day
  }

  var subjects: [SubjectName] { Set(days.keys.map(\.subject)).sorted() }

  var summaries: [ActivitySummary] { days.sorted { $0.key < $1.key }.map(\.value) }
}

extension StructureContent {
  fileprivate var day: CivilDate? {
    guard case .text(let text)? = self["day"] else { return nil }
    let bytes = Array((text + "T12:00:00Z").utf8)
    return TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json).map {
      CivilDate($0.instant.microseconds)
    }
  }

  fileprivate func quantity(_ field: String) -> Quantity? {
    guard case .quantity(let value, let unit)? = self[field] else { return nil }
    return Quantity(value, unit)
  }

  fileprivate func count(_ field: String) -> Int? { quantity(field).flatMap { Int(exactly: $0.value.rounded()) } }
}

extension ActivitySummary {
  fileprivate mutating func fill(_ content: StructureContent) {
    activeEnergyBurned = content.quantity("activeEnergyBurned")
    activeEnergyBurnedGoal = content.quantity("activeEnergyBurnedGoal")
    appleMoveTime = content.quantity("moveTime")
    appleMoveTimeGoal = content.quantity("moveTimeGoal")
    appleExerciseTime = content.quantity("exerciseTime")
    appleExerciseTimeGoal = content.quantity("exerciseTimeGoal")
    appleStandHours = content.count("standHours")
    appleStandHoursGoal = content.count("standHoursGoal")
  }

  fileprivate func isLater(than other: ActivitySummary, _ created: Int64, _ otherCreated: Int64) -> Bool {
    if created != otherCreated { return created > otherCreated }
    return activeEnergyBurned?.value ?? 0 > other.activeEnergyBurned?.value ?? 0
  }
}
