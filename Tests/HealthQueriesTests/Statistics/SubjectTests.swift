import HealthModel
import HealthQueries
import HealthStorage
import SeededRandom
import Testing

/// Samples of several subjects are never merged with each other.
///
/// Replay a failure of a property with `SEED=…`.
struct SubjectTests {
  /// Two people walk and sleep at the same hours, with devices of their own.
  private static let two = [
    "steps 1000 2026-01-05T08:00 +60m watch of=A", "steps 500 2026-01-05T08:00 +60m phone of=B",
  ]
  private static let nights = [
    "sleep core 2026-01-05T00:00 +240m watch of=A", "sleep deep 2026-01-05T00:00 +240m phone of=B",
  ]

  private static func query(_ type: String, of subject: String? = nil) -> SampleQuery {
    var query = SampleQuery()
    (query.types, query.subject) = ([type], subject)
    return query
  }

  @Test("subjects that are separated keep what their own devices measured") func separated() async throws {
    let steps = try await StatisticsBench(Self.two).store.statisticsCollection(
      matching: Self.query("steps"), Aggregation([.cumulativeSum, .separateBySubject]))
    #expect(
      StatisticsBench.text(steps) == ["01-05T08:00 A n=1 sum=1000 60m", "01-05T08:00 B n=1 sum=500 60m"])
    let sleep = try await StatisticsBench(Self.nights).store.statisticsCollection(
      matching: Self.query("sleep"), Aggregation(.separateBySubject, by: CalendarInterval(.day)))
    #expect(StatisticsBench.text(sleep) == ["01-05T00:00 A core n=1 240m", "01-05T00:00 B deep n=1 240m"])
  }

  @Test("a subject that is named is answered alone") func named() async throws {
    let store = try await StatisticsBench(Self.two).store
    let answer = try await store.statisticsCollection(
      matching: Self.query("steps", of: "B"), Aggregation(.cumulativeSum))
    #expect(StatisticsBench.text(answer) == ["01-05T08:00 B n=1 sum=500 60m"])
  }

  @Test(
    "several subjects are refused unless they are separated, in every form of the question",
    arguments: [
      ("steps", two, "steps has samples of several subjects (`A` and `B`)"),
      ("sleep", nights, "sleep has samples of several subjects (`A` and `B`)"),
      (
        "pulse", ["pulse 60 2026-01-01T08:00 of=A", "pulse 61 2026-02-01T08:00"], "(`A` and samples without a subject)"
      ),
      ("mass", ["mass 60 2026-01-01T08:00", "mass 61 2026-02-01T08:00 of=B"], "(`B` and samples without a subject)"),
      (
        "pulse", ["C", "A", "B"].map { "pulse 60 2026-01-01T08:00 of=\($0)" } + ["pulse 61 2026-02-01T08:00"],
        "several subjects (`A`, `B` and others)"
      ),
      (
        "mass",
        ["C", "D", "E"].map { "mass 60 2026-01-01T08:00 of=\($0)" }
          + ["B", "A"].map { "mass 60 2026-03-01T08:00 of=\($0)" }, "several subjects (`A`, `B` and others)"
      ),
      ("noise", ["noise 60 2026-01-01T08:00 of=A", "noise 61 2027-02-01T08:00 of=B"], "(`A` and `B`)"),
    ])
  func refused(_ type: String, _ samples: [String], _ words: String) async throws {
    let store = try await StatisticsBench(samples).store
    let query = Self.query(type)
    let whole = await #expect(throws: QueryError.self) { try await store.statisticsCollection(matching: query) }
    let days = await #expect(throws: QueryError.self) {
      try await store.statisticsCollection(matching: query, Aggregation(by: CalendarInterval(.day)))
    }
    let local = await #expect(throws: QueryError.self) {
      try await store.statisticsCollection(matching: query, Aggregation(by: CalendarInterval(.day), zone: .sample))
    }
    var rows = 0
    let minutes = await #expect(throws: QueryError.self) {
      try await store.forEachStatistics(matching: query, Aggregation(by: CalendarInterval(.minute))) {
        _ in rows += 1
      }
    }
    for error in [whole, days, local, minutes] {
      #expect(error?.reason == .severalSubjects)
      #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    }
    #expect(rows == 0, "rows came before the refusal")
  }

  @Test("a subject whose samples only touch the range does not count") func touching() async throws {
    let store = try await StatisticsBench([
      "steps 1 2026-01-01T07:00 +60m of=A", "steps 2 2026-01-01T08:00 +60m of=B", "steps 4 2026-01-01T09:00 of=A",
    ]).store
    var query = Self.query("steps")
    query.from = try StatisticsBench.moment("2026-01-01T08:00").microseconds
    query.to = try StatisticsBench.moment("2026-01-01T09:00").microseconds
    let answer = try await store.statisticsCollection(matching: query, Aggregation(.cumulativeSum))
    #expect(StatisticsBench.text(answer) == ["01-01T08:00 B n=1 sum=2 60m"])
  }

  @Test("each subject has an explanation of its own") func explained() async throws {
    let store = try await StatisticsBench(
      Self.two + ["steps 300 2026-01-05T08:30 +60m phone of=A", "steps 7 2026-01-05T12:00 of=B"]
    ).store
    let answer = try await store.statisticsCollection(
      matching: Self.query("steps"), Aggregation(.separateBySubject, by: CalendarInterval(.hour)).explaining)
    #expect(answer.explanations.map(\.subject) == ["A", "B"])
    #expect(answer.explanations.map(\.lossCount) == [1, 0])
    #expect(answer.explanations.map(\.naive) == [1300, 507])
    #expect(answer.explanations.map(\.merged) == [1150, 507])
  }

  @Test(
    "each subject's answer is that of a store that holds only that subject",
    arguments: ["whole", "UTC", "sample", "subject"])
  func alone(_ clock: String) async throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<80 {
      var samples = RandomStatistics(using: &random)
      // None, one, two or twenty of them, with the same sources.
      let subjects = [nil] + (0..<[0, 1, 2, 20][round % 4]).map { "p\($0)" }
      for index in samples.drafts.indices {
        samples.drafts[index].subject = subjects[Int.random(in: 0..<subjects.count, using: &random)]
      }
      let all = try await Self.answer(samples, clock, samples.query, isSeparated: true, samples.drafts)
      for subject in subjects {
        let own = samples.drafts.filter { $0.subject == subject }
        let alone = try await Self.answer(samples, clock, samples.query, isSeparated: false, own)
        let part = all.statistics.filter { $0.subject == subject }
        #expect(part == alone.statistics, "SEED=\(seed), round \(round), \(samples.type) of \(subject ?? "nobody")")
        let explanation = all.explanations.first { $0.subject == subject }
        if let explanation, let own = alone.explanation {
          // Time is cut elsewhere, so that the amounts of losses over a cut are rounded elsewhere.
          #expect(explanation.losses.map(\.start) == own.losses.map(\.start), "SEED=\(seed), round \(round)")
          #expect(explanation.pairs.map(\.count) == own.pairs.map(\.count), "SEED=\(seed), round \(round)")
          #expect(explanation.pairs.map(\.source) == own.pairs.map(\.source), "SEED=\(seed), round \(round)")
          #expect(explanation.naive == own.naive && explanation.merged == own.merged, "SEED=\(seed), round \(round)")
        }
        guard let subject else { continue }
        var query = samples.query
        try PredicateText(registry: try StatisticsBench.registry()).add("subject = \(subject)", to: &query)
        let chosen = try await Self.answer(samples, clock, query, isSeparated: false, samples.drafts)
        #expect(chosen.statistics == part, "SEED=\(seed), round \(round), where subject = \(subject)")
      }
    }
  }

  private static var people: SubjectZones {
    get throws {
      SubjectZones(["p0": try TimeZoneRules("America/New_York"), "*": try TimeZoneRules("Europe/Berlin")])
    }
  }

  @Test(
    "by the clock of each person the answer is that of the person's zone, with readings of its clock",
    arguments: [CalendarInterval(.day), CalendarInterval(.night), CalendarInterval(.night, count: 3), nil])
  func clocks(_ interval: CalendarInterval?) async throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    let people = try Self.people
    for round in 0..<80 {
      var samples = RandomStatistics(using: &random)
      for index in samples.drafts.indices {
        samples.drafts[index].subject = ["p0", "p1"].randomElement(using: &random)
      }
      let store = try await StatisticsBench(samples.drafts).store
      let all = try await store.statisticsCollection(
        matching: samples.query,
        Aggregation(.separateBySubject, by: interval, zone: .subject(people), hold: samples.hold))
      for subject in ["p0", "p1"] {
        let zone = try #require(people[subject])
        var query = samples.query
        query.subject = subject
        // A reading that the clock skipped is no end of an interval of instants.
        let ends = [samples.from, samples.to].compactMap(\.self)
        guard ends.allSatisfy({ zone.local(zone.instant(ofLocal: $0)) == $0 }) else { continue }
        (query.from, query.to) = (samples.from.map(zone.instant(ofLocal:)), samples.to.map(zone.instant(ofLocal:)))
        let alone = try await store.statisticsCollection(
          matching: query, Aggregation(by: interval, zone: .named(zone), hold: samples.hold))
        let wanted = alone.statistics.map { row in
          var row = row
          (row.start, row.end, row.isLocal) = (zone.local(row.start), zone.local(row.end), true)
          row.subject = subject
          return row
        }
        let found = all.statistics.filter { $0.subject == subject }
        #expect(found == wanted, "SEED=\(seed), round \(round), \(samples.type) of \(subject)")
      }
    }
  }

  @Test("a person without a zone is refused, and nobody of whom there are no samples") func unknown() async throws {
    let store = try await StatisticsBench(Self.two).store
    let days = { Aggregation(.separateBySubject, by: CalendarInterval(.day), zone: .subject($0)) }
    let berlin = try TimeZoneRules("Europe/Berlin")
    let error = await #expect(throws: QueryError.self) {
      try await store.statisticsCollection(matching: Self.query("steps"), days(SubjectZones(["A": berlin])))
    }
    #expect(error?.reason == .wrongTimeZone)
    #expect(error?.message == "the time zone of `B` is not known")
    await #expect(throws: QueryError.self) {
      try await store.coverage(zone: .subject(SubjectZones(["A": berlin])))
    }
    let one = try await store.statisticsCollection(
      matching: Self.query("steps", of: "A"), days(SubjectZones(["A": berlin])))
    #expect(StatisticsBench.text(one) == ["01-05T00:00 A n=1 sum=1000 last=1000@01-05T08:00 60m"])
    #expect(try await store.statisticsCollection(matching: Self.query("pulse"), days(SubjectZones())).statistics == [])
  }

  @Test("a store keeps zones of people until they are forgotten") func kept() async throws {
    let store = try await StatisticsBench(Self.two).store
    #expect(try await store.subjectZones() == SubjectZones())
    let berlin = try TimeZoneRules("Europe/Berlin")
    try await store.keep(SubjectZones(["A": berlin]))
    try await store.keep(SubjectZones(["B": .utc, "*": berlin]))
    try await store.keep(SubjectZones(["B": berlin]))
    try await store.forgetZone(of: "A")
    #expect(try await store.subjectZones() == SubjectZones(["B": berlin, "*": berlin]))
  }

  private static func answer(
    _ samples: RandomStatistics, _ clock: String, _ query: SampleQuery, isSeparated: Bool,
    _ drafts: [StatisticsBench.Draft]
  ) async throws -> StatisticsCollection {
    let store = try await StatisticsBench(drafts).store
    var options: StatisticsOptions = samples.isSeparated ? .separateBySource : []
    if isSeparated { options.insert(.separateBySubject) }
    if clock == "whole" {
      return try await store.statisticsCollection(
        matching: query, Aggregation(options, hold: samples.hold).explaining)
    }
    let zones: [String: ReportZone] = ["sample": .sample, "subject": .subject(try people)]
    let zone = zones[clock] ?? .named(.utc)
    return try await store.statisticsCollection(
      matching: query, Aggregation(options, by: CalendarInterval(.hour), zone: zone, hold: samples.hold).explaining
    )
  }
}
