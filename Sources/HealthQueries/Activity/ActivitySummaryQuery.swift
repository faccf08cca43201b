public import HealthModel
import HealthStorage

/// Summaries that the store keeps, as the device wrote them.
extension ActivitySummaryQuery {
  /// The days of which the store keeps a summary, in order: the device's own numbers, and its goals.
  ///
  /// A summary is of the calendar day that it names, which begins and ends here where it does in the query's zone. Of
  /// several of one day and subject the one that was created last counts, then the one with more energy: a day only
  /// grows.
  ///
  /// - Throws: `QueryError`, `severalSubjects` among them; `StorageError` when the store cannot be read.
  package func stored(for store: HealthStore) async throws -> [ActivitySummary] {
    try await stored(for: store, isJudged: true)
  }

  /// The summaries that are kept; of several subjects too when the caller looks at them.
  func stored(for store: HealthStore, isJudged: Bool) async throws -> [ActivitySummary] {
    guard let type = store.registry.type(named: "activitySummary") else { return [] }
    let grid = IntervalGrid(CalendarInterval(.day), zone: zone)
    var query = SampleQuery()
    query.types = [type.id]
    query.subject = subject
    // Where in the day's time the sample is depends on who wrote it: the day that it names decides.
    query.from = from.map { $0.subtractingReportingOverflow(Self.margin) }.flatMap {
      $0.overflow ? nil : $0.partialValue
    }
    query.to = to.map { $0.addingReportingOverflow(Self.margin) }.flatMap { $0.overflow ? nil : $0.partialValue }
    var days: [StoredDay: (summary: ActivitySummary, created: Int64)] = [:]
    try await query.forEachSample(for: store) { sample in
      guard let content = sample.structure, let date = content.day else { return true }
      // Noon is within the day in every zone.
      let noon = Int64(date.daysSince1970) * 86_400 * Instant.second + 43_200 * Instant.second
      let start = grid.start(containing: noon - zone.offset(at: noon))
      var summary = ActivitySummary(date: date, start: start, end: grid.next(after: start) ?? Instant.latest)
      guard isWanted(summary) else { return true }
      summary.subject = sample.subject
      summary.fill(content)
      let created = sample.created?.microseconds ?? Int64.min
      let day = StoredDay(start: start, subject: SubjectName(sample.subject))
      if let other = days[day], !summary.isLater(than: other.summary, created, other.created) { return true }
      days[day] = (summary, created)
      return true
    }
    let subjects = Set(days.keys.map(\.subject))
    if isJudged, !separatesBySubject, subjects.count > 1 { throw QueryError.severalSubjects(subjects) }
    return days.sorted { ($0.key.start, $0.key.subject) < ($1.key.start, $1.key.subject) }.map(\.value.summary)
  }

  /// Two days, more than a zone moves one.
  private static let margin = 2 * 86_400 * Instant.second

  /// Whether the range touches a day.
  private func isWanted(_ day: ActivitySummary) -> Bool {
    if let from, day.end <= from { return false }
    if let to, day.start >= to { return false }
    return true
  }
}

private struct StoredDay: Hashable {
  var start: Int64
  var subject: SubjectName
}

extension StructureContent {
  /// The calendar day that a summary names.
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
  /// Takes the numbers of a sample.
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

/// A question for activity, day by day: HealthKit's `HKActivitySummaryQuery`.
///
/// Energy and times are sums over the sources, merged by priority as `StatisticsCollectionQuery` does. An hour that
/// several sources saw counts once. Goals, and what no sample says, are those of the summaries that the store keeps;
/// `stored(for:)` answers these as they are.
public struct ActivitySummaryQuery: Sendable, Hashable {
  /// The first day is the one that this moment is in, in microseconds since 1970 UTC; `nil` means from the beginning.
  package var from: Int64?
  /// The last day is the one that is before this moment or that it is in; `nil` means to the end.
  package var to: Int64?
  /// Where days begin and end.
  package var zone: TimeZoneRules
  /// Which source counts where several overlap.
  package var priority: SourcePriority
  /// Whose samples; `nil` means those of the one subject there is.
  package var subject: String?
  /// Whether the days of each subject are answered; without it, samples of several subjects are refused.
  package var separatesBySubject: Bool

  /// Creates a query.
  public init(
    from: Int64? = nil, to: Int64? = nil, zone: TimeZoneRules, priority: SourcePriority = SourcePriority(),
    subject: String? = nil, separatesBySubject: Bool = false
  ) {
    self.from = from
    self.to = to
    self.zone = zone
    self.priority = priority
    self.subject = subject
    self.separatesBySubject = separatesBySubject
  }

  /// The days of which something is stored, in order, all of them whole; of one day by subject, those without one first.
  ///
  /// Types that the store's registry lacks are left `nil`.
  ///
  /// - Throws: `QueryError`, `severalSubjects` among them; `StorageError` when the store cannot be read.
  public func result(for store: HealthStore) async throws -> [ActivitySummary] {
    var days = ActivityDays(zone: zone)
    var predicate = SampleQuery()
    predicate.from = from.map { days.grid.start(containing: $0) }
    predicate.to = to.map { days.end(of: $0) }
    predicate.subject = subject
    for sum in ActivitySum.allCases where store.registry.type(named: sum.rawValue) != nil {
      predicate.types = [sum.rawValue]
      var query = StatisticsCollectionQuery(
        predicate, interval: CalendarInterval(.day), zone: .named(zone),
        options: [.cumulativeSum, .separateBySubject])
      query.priority = priority
      for statistics in try await query.result(for: store).statistics {
        guard let value = statistics.sum, let unit = statistics.unit else { continue }
        days.set(sum, Quantity(value, unit), at: statistics.start, of: SubjectName(statistics.subject))
      }
    }
    for (hour, isStood) in try await hours(predicate, in: store) {
      days.addHour(isStood, at: hour.start, of: hour.subject)
    }
    for summary in try await stored(for: store, isJudged: false) { days.fill(summary) }
    let subjects = days.subjects
    if !separatesBySubject, subjects.count > 1 { throw QueryError.severalSubjects(subjects) }
    return days.summaries
  }

  /// A clock hour of a subject, by its first moment.
  private struct StandHour: Sendable, Hashable {
    var subject: SubjectName
    var start: Int64
  }

  /// The clock hours, and whether the person was in them.
  private func hours(_ predicate: SampleQuery, in store: HealthStore) async throws -> [StandHour: Bool] {
    guard let type = store.registry.type(named: "appleStandHour"), let cases = type.shape.enumeration?.cases,
      let stood = cases.firstIndex(where: { $0.name == "stood" })
    else { return [:] }
    var query = predicate
    query.types = [type.id]
    // An hour belongs to the day it begins in.
    query.isStrictStart = true
    let zone = zone
    let asked = subject
    let scan = SampleScan(query, columns: asked == nil ? .subjects : [])
    let parts = try await store.scan(scan, into: { _ in [StandHour: Bool]() }) { hours, columns in
      for row in 0..<columns.count {
        let name = columns.subject.isEmpty ? asked : columns.subjects[Int(columns.subject[row])]
        let hour = StandHour(subject: SubjectName(name), start: Self.hour(of: columns.start[row], zone))
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

/// The quantities that an activity summary sums; the raw value is the type's id.
private enum ActivitySum: String, CaseIterable {
  case activeEnergyBurned, appleMoveTime, appleExerciseTime
}

/// The days of an answer, as they are filled.
private struct ActivityDays {
  let grid: IntervalGrid
  private var days: [Day: ActivitySummary] = [:]

  /// A day of a subject, by its first moment.
  private struct Day: Hashable {
    var start: Int64
    var subject: SubjectName
  }

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

  /// Adds the goals of a summary that is kept, and what no sample says of its day.
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

  private mutating func change(
    at moment: Int64, of subject: SubjectName, _ body: (inout ActivitySummary) -> Void
  ) {
    let key = Day(start: grid.start(containing: moment), subject: subject)
    var day =
      days[key]
      ?? ActivitySummary(
        date: CivilDate(grid.zone.local(key.start)), start: key.start,
        end: grid.next(after: key.start) ?? Instant.latest)
    day.subject = subject.name
    body(&day)
    days[key] = day
  }

  /// Those who have days, in order.
  var subjects: [SubjectName] { Set(days.keys.map(\.subject)).sorted() }

  /// The days in order.
  var summaries: [ActivitySummary] {
    days.sorted { ($0.key.start, $0.key.subject) < ($1.key.start, $1.key.subject) }.map(\.value)
  }
}
