import HealthModel
import HealthQueries
import HealthStorage
import HealthTestKit
import Testing

/// Activity is summed up by days of a zone.
///
/// In 2026 Berlin's clocks skip 02:00 to 03:00 on 29 March and show it twice on 25 October.
@Suite struct ActivitySummaryQueryTests {
  typealias Kind = SampleShelf.Kind

  private static func moment(_ text: String) -> Int64 { SampleShelf.moment(text) }

  private static func quantity(
    _ type: String, _ value: Double, _ unit: String, _ start: String, _ end: String
  ) -> String {
    #"{"type":"\#(type)","value":\#(value),"unit":"\#(unit)","start":"\#(start)","end":"\#(end)"}"#
  }

  private static func stand(_ value: String, _ start: String, _ source: String = "Watch") -> String {
    let end = TimestampWriter.string(moment(start) + 3600 * Instant.second)
    return #"{"type":"appleStandHour","value":"\#(value)","start":"\#(start)","end":"\#(end)","#
      + #""source":{"name":"\#(source)"}}"#
  }

  /// Each day as `date energy/move/exercise/stand hours`.
  private func text(_ days: [ActivitySummary]) -> String {
    days.map { day in
      var date: [UInt8] = []
      TimestampWriter.appendDate(day.date, to: &date)
      let sums = [day.activeEnergyBurned, day.appleMoveTime, day.appleExerciseTime].map { sum in
        sum.map { String(Int($0.value.rounded())) } ?? "-"
      }
      let parts = sums + [day.appleStandHours.map(String.init) ?? "-"]
      return String(decoding: date, as: UTF8.self) + " " + parts.joined(separator: "/")
    }.joined(separator: ", ")
  }

  @Test(arguments: Kind.allCases)
  func daysAreThoseOfTheZone(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind,
      // 28 March 23:30 to 29 March 00:30 in Berlin: half to each day.
      Self.quantity("activeEnergyBurned", 100, "kcal", "2026-03-28T22:30:00Z", "2026-03-28T23:30:00Z"),
      // The last half hour of the day of 23 hours, and the first one behind it.
      Self.quantity("appleExerciseTime", 20, "min", "2026-03-29T21:30:00Z", "2026-03-29T22:00:00Z"),
      Self.quantity("appleExerciseTime", 5, "min", "2026-03-29T22:00:00Z", "2026-03-29T22:30:00Z"),
      Self.quantity("appleMoveTime", 7, "min", "2026-03-30T10:00:00Z", "2026-03-30T10:30:00Z"))
    let berlin = try TimeZoneRules("Europe/Berlin")
    let all = try await shelf.store.activitySummaries(zone: berlin)
    #expect(text(all) == "2026-03-28 50/-/-/-, 2026-03-29 50/-/20/-, 2026-03-30 -/7/5/-")
    #expect(all.map { ($0.end - $0.start) / (3600 * Instant.second) } == [24, 23, 24])
    #expect(all.map(\.start) == ["27T23", "28T23", "29T22"].map { Self.moment("2026-03-\($0):00:00Z") })
    let utc = try await shelf.store.activitySummaries(zone: .utc)
    #expect(text(utc) == "2026-03-28 100/-/-/-, 2026-03-29 -/-/25/-, 2026-03-30 -/7/-/-")
  }

  @Test(arguments: Kind.allCases)
  func subjectsHaveDaysOfTheirOwn(_ kind: Kind) async throws {
    func of(_ subject: String, _ line: String) -> String { line.dropLast() + #","subject":"\#(subject)"}"# }
    let shelf = try await SampleShelf(
      kind,
      of("A", Self.quantity("activeEnergyBurned", 100, "kcal", "2026-01-10T08:00:00Z", "2026-01-10T09:00:00Z")),
      of("B", Self.quantity("activeEnergyBurned", 30, "kcal", "2026-01-10T08:00:00Z", "2026-01-10T09:00:00Z")),
      of("B", Self.stand("stood", "2026-01-10T08:00:00Z")), of("A", Self.stand("idle", "2026-01-10T08:00:00Z")))
    let error = await #expect(throws: QueryError.self) { try await shelf.store.activitySummaries(zone: .utc) }
    #expect(error?.reason == .severalSubjects)
    let days = try await shelf.store.activitySummaries(zone: .utc, separatesBySubject: true)
    #expect(text(days) == "2026-01-10 100/-/-/0, 2026-01-10 30/-/-/1")
    #expect(days.map(\.subject) == ["A", "B"])
    var query = SampleQuery()
    query.subject = "B"
    let own = try await shelf.store.activitySummaries(matching: query, zone: .utc)
    #expect(text(own) == "2026-01-10 30/-/-/1" && own.map(\.subject) == ["B"])
  }

  @Test(arguments: Kind.allCases)
  func rangesTakeWholeDays(_ kind: Kind) async throws {
    let lines = (27...30).map { day in
      Self.quantity("activeEnergyBurned", Double(day), "kcal", "2026-03-\(day)T08:00:00Z", "2026-03-\(day)T08:10:00Z")
    }
    let shelf = try await SampleShelf(kind, lines.joined(separator: "\n"))
    let berlin = try TimeZoneRules("Europe/Berlin")
    var query = SampleQuery()
    query.from = Self.moment("2026-03-28T12:00:00Z")
    query.to = Self.moment("2026-03-29T01:00:00Z")
    #expect(
      try await text(shelf.store.activitySummaries(matching: query, zone: berlin))
        == "2026-03-28 28/-/-/-, 2026-03-29 29/-/-/-")
    // The end of a day is not in the next one.
    query.to = Self.moment("2026-03-28T23:00:00Z")
    #expect(try await text(shelf.store.activitySummaries(matching: query, zone: berlin)) == "2026-03-28 28/-/-/-")
    query.from = nil
    #expect(
      try await text(shelf.store.activitySummaries(matching: query, zone: berlin))
        == "2026-03-27 27/-/-/-, 2026-03-28 28/-/-/-")
  }

  @Test(arguments: Kind.allCases)
  func standHoursAreClockHoursEachOnce(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind,
      Self.stand("stood", "2026-01-10T08:00:00Z"), Self.stand("stood", "2026-01-10T08:00:00Z", "Phone"),
      Self.stand("idle", "2026-01-10T09:00:00Z"), Self.stand("stood", "2026-01-10T09:00:00Z", "Phone"),
      Self.stand("idle", "2026-01-10T10:00:00Z"), Self.stand("idle", "2026-01-11T10:00:00Z"),
      // 24 October 23:00, then 02:00 twice and 03:00 of a day with 25 hours.
      Self.stand("stood", "2026-10-24T21:00:00Z"), Self.stand("stood", "2026-10-25T00:00:00Z"),
      Self.stand("stood", "2026-10-25T01:00:00Z"), Self.stand("stood", "2026-10-25T02:00:00Z"))
    let days = try await shelf.store.activitySummaries(zone: try TimeZoneRules("Europe/Berlin"))
    #expect(
      text(days) == "2026-01-10 -/-/-/2, 2026-01-11 -/-/-/0, 2026-10-24 -/-/-/1, 2026-10-25 -/-/-/3")
    // Half an hour east of the hours, the hour that a sample begins in counts.
    #expect(
      try await text(shelf.store.activitySummaries(zone: try TimeZoneRules("+05:30")))
        == "2026-01-10 -/-/-/2, 2026-01-11 -/-/-/0, 2026-10-25 -/-/-/4")
  }

  @Test(arguments: Kind.allCases)
  func sourcesAreMergedByPriority(_ kind: Kind) async throws {
    func energy(_ value: Int, _ name: String) -> String {
      #"{"type":"activeEnergyBurned","value":\#(value),"unit":"kcal","start":"2026-01-10T08:00:00Z","#
        + #""end":"2026-01-10T09:00:00Z","subject":"p-1","source":{"name":"\#(name)"}}"#
    }
    let shelf = try await SampleShelf(kind, energy(40, "First"), energy(60, "Second"))
    func days(_ order: [String], of subject: String? = nil) async throws -> String {
      var query = SampleQuery()
      query.subject = subject
      return try await text(
        shelf.store.activitySummaries(matching: query, zone: .utc, priority: SourcePriority(order)))
    }
    #expect(try await days(["Second", "First"]) == "2026-01-10 60/-/-/-")
    #expect(try await days(["First"], of: "p-1") == "2026-01-10 40/-/-/-")
    #expect(try await days(["First"], of: "p-2").isEmpty)
  }

  private static func summary(_ day: String, _ fields: String, _ more: String = "") -> String {
    #"{"type":"activitySummary","start":"\#(day)T00:00:00Z","fields":{"day":"\#(day)",\#(fields)}\#(more)}"#
  }

  private static func energy(_ value: Int, goal: Int) -> String {
    #""activeEnergyBurned":{"value":\#(value),"unit":"kcal"},"activeEnergyBurnedGoal":{"value":\#(goal),"unit":"kcal"}"#
  }

  private static let rings =
    #""exerciseTimeGoal":{"value":30,"unit":"min"},"standHours":{"value":11,"unit":"count"},"#
    + #""standHoursGoal":{"value":12,"unit":"count"},"moveTimeGoal":{"value":40,"unit":"min"}"#

  /// The goals of days as `energy/move/exercise/stand hours`.
  private func goals(_ days: [ActivitySummary]) -> [String] {
    days.map { day in
      let sums = [day.activeEnergyBurnedGoal, day.appleMoveTimeGoal, day.appleExerciseTimeGoal].map { goal in
        goal.map { String(Int($0.value)) } ?? "-"
      }
      return (sums + [day.appleStandHoursGoal.map(String.init) ?? "-"]).joined(separator: "/")
    }
  }

  @Test(arguments: Kind.allCases)
  func summariesThatAreKeptHaveTheGoals(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind,
      Self.quantity("activeEnergyBurned", 100, "kcal", "2026-01-10T08:00:00Z", "2026-01-10T08:30:00Z"),
      Self.summary("2026-01-10", Self.energy(480, goal: 600) + "," + Self.rings),
      Self.summary("2026-01-11", Self.energy(300, goal: 610)),
      // The day grew after an earlier export.
      Self.summary("2026-01-11", Self.energy(320, goal: 620)))
    let zone = try TimeZoneRules("America/New_York")
    var query = SampleQuery()
    let days = try await shelf.store.activitySummaries(matching: query, zone: zone)
    // What samples sum up to counts before what the device wrote.
    #expect(text(days) == "2026-01-10 100/-/-/11, 2026-01-11 320/-/-/-")
    #expect(goals(days) == ["600/40/30/12", "620/-/-/-"])
    let kept = try await shelf.store.keptSummaries(matching: query, zone: zone)
    #expect(text(kept) == "2026-01-10 480/-/-/11, 2026-01-11 320/-/-/-")
    #expect(kept.first?.start == Self.moment("2026-01-10T05:00:00Z"))
    query.to = Self.moment("2026-01-11T05:00:00Z")
    #expect(try await text(shelf.store.keptSummaries(matching: query, zone: zone)) == "2026-01-10 480/-/-/11")
    (query.from, query.to) = (query.to, nil)
    #expect(try await text(shelf.store.activitySummaries(matching: query, zone: zone)) == "2026-01-11 320/-/-/-")
  }

  @Test(arguments: Kind.allCases)
  func keptSummariesOfSubjectsAreNotMixed(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind,
      Self.summary("2026-01-10", Self.energy(400, goal: 600), #","subject":"p-1""#),
      Self.summary("2026-01-10", Self.energy(500, goal: 700), #","subject":"p-2""#))
    let kept = await #expect(throws: QueryError.self) { try await shelf.store.keptSummaries(zone: .utc) }
    let all = await #expect(throws: QueryError.self) { try await shelf.store.activitySummaries(zone: .utc) }
    #expect(kept?.reason == .severalSubjects && all?.reason == .severalSubjects)
    var query = SampleQuery()
    query.subject = "p-2"
    #expect(try await goals(shelf.store.keptSummaries(matching: query, zone: .utc)) == ["700/-/-/-"])
    let each = try await shelf.store.activitySummaries(zone: .utc, separatesBySubject: true)
    #expect(goals(each) == ["600/-/-/-", "700/-/-/-"])
  }

  @Test func absentTypesStayEmpty() async throws {
    let registry = try SampleShelf.workbench().registry
    let only = try Registry(types: registry.types.filter { $0.id == "appleMoveTime" })
    let store = HealthStore(MemoryStore(registry: only))
    #expect(try await store.activitySummaries(zone: .utc).isEmpty)
    let day = ActivitySummary(date: CivilDate(year: 2026, month: 1, day: 1), start: 0, end: 1)
    #expect(day.activeEnergyBurnedGoal == nil && day.appleStandHoursGoal == nil)
    #expect(try await store.keptSummaries(zone: .utc).isEmpty)
  }
}
