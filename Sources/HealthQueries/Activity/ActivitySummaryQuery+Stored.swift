import HealthModel
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
