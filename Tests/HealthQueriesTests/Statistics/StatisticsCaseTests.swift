import HealthQueries
import Testing

/// Statistics of a few samples, reckoned by hand.
struct StatisticsCaseTests {
  @Test("sums of cumulative quantities", arguments: StatisticsCaseTests.sumCases)
  func sums(_ item: StatisticsCase) async throws {
    #expect(try await StatisticsBench.text(item.result()) == item.answer)
  }

  @Test("averages, bounds and last values of discrete quantities", arguments: StatisticsCaseTests.averageCases)
  func averages(_ item: StatisticsCase) async throws {
    #expect(try await StatisticsBench.text(item.result()) == item.answer)
  }

  @Test("categories and correlations", arguments: StatisticsCaseTests.otherCases)
  func others(_ item: StatisticsCase) async throws {
    #expect(try await StatisticsBench.text(item.result()) == item.answer)
  }

  @Test("each sample's own clock", arguments: StatisticsCaseTests.clockCases)
  func clocks(_ item: StatisticsCase) async throws {
    let result = try await item.result()
    #expect(StatisticsBench.text(result) == item.answer)
    #expect(!result.statistics.contains { !$0.isLocal })
  }

  static let sumCases = [
    StatisticsCase("no samples", by: "day", gives: []),
    StatisticsCase(
      "a sum per day; days without samples are left out", by: "day", "steps 100 2026-01-01T08:00 +10m",
      "steps 50 2026-01-01T09:00 +20m", "steps 7 2026-01-04T00:00",
      gives: ["01-01T00:00 n=2 sum=150 last=50@01-01T09:00 30m", "01-04T00:00 n=1 sum=7 last=7@01-04T00:00"]),
    StatisticsCase(
      "a sample over midnight is divided by time and counts where it starts", by: "day",
      "steps 100 2026-01-01T23:30 +2h",
      gives: ["01-01T00:00 n=1 sum=25 last=100@01-01T23:30 30m", "01-02T00:00 n=0 sum=75 90m"]),
    StatisticsCase(
      "a sample that outlasts the last start", by: "day", "steps 96 2026-01-01T12:00 +48h",
      "steps 4 2026-01-01T13:00 app",
      gives: [
        "01-01T00:00 n=2 sum=28 last=4@01-01T13:00 720m", "01-02T00:00 n=0 sum=48 1440m",
        "01-03T00:00 n=0 sum=24 720m",
      ]),
    StatisticsCase(
      "the watch counts where the phone measured as well", by: "day", "steps 60 2026-01-01T08:00 +60m phone",
      "steps 100 2026-01-01T08:30 +60m watch",
      gives: ["01-01T00:00 n=2 sum=130 last=100@01-01T08:30 90m"]),
    StatisticsCase(
      "sources by themselves, the highest first", by: "day", "steps 60 2026-01-01T08:00 +60m phone",
      "steps 100 2026-01-01T08:30 +60m watch",
      gives: [
        "01-01T00:00 Watch n=1 sum=100 last=100@01-01T08:30 60m",
        "01-01T00:00 Phone n=1 sum=60 last=60@01-01T08:00 60m",
      ]
    ) { $0.options = .separateBySource },
    StatisticsCase(
      "a range cuts samples and intervals", by: "day", "steps 100 2026-01-01T11:00 +2h",
      "steps 10 2026-01-02T11:30 +60m", "steps 3 2026-01-02T12:00", "steps 9 2026-01-01T11:59",
      gives: ["01-01T12:00 n=0 sum=50 60m", "01-02T00:00 n=1 sum=5 last=10@01-02T11:30 30m"]
    ) { ($0.from, $0.to) = ("2026-01-01T12:00", "2026-01-02T12:00") },
    StatisticsCase(
      "a strict range takes samples that lie in it whole", by: "day", "steps 100 2026-01-01T11:00 +2h",
      "steps 10 2026-01-01T12:00 +60m", "steps 3 2026-01-02T11:30 +60m",
      gives: ["01-01T12:00 n=1 sum=10 last=10@01-01T12:00 60m"]
    ) { ($0.from, $0.to, $0.isStrict) = ("2026-01-01T12:00", "2026-01-02T12:00", true) },
    StatisticsCase(
      "a range that ends before it begins", by: "day", "steps 100 2026-01-01T11:00", gives: []
    ) { ($0.from, $0.to) = ("2026-01-02T12:00", "2026-01-01T12:00") },
    StatisticsCase(
      "the whole time begins with the first sample", "steps 100 2026-01-01T11:00 +2h", "steps 1 2026-02-01T11:00",
      gives: ["01-01T11:00 n=2 sum=101 last=1@02-01T11:00 120m"]),
    StatisticsCase(
      "only what is asked for", "steps 100 2026-01-01T11:00 +2h", gives: ["01-01T11:00 n=1 sum=100 120m"]
    ) { $0.options = .cumulativeSum },
    StatisticsCase(
      "a day of 23 hours and one of 25", by: "day", "steps 2300 2026-03-28T23:00 +23h",
      "steps 2500 2026-10-24T22:00 +25h",
      gives: [
        "03-28T23:00 n=1 sum=2300 last=2300@03-28T23:00 1380m", "10-24T22:00 n=1 sum=2500 last=2500@10-24T22:00 1500m",
      ]
    ) { $0.zone = "Europe/Berlin" },
    StatisticsCase(
      "instants of one moment: one source's add up, a lower source's are lost", by: "hour",
      "steps 1 2026-01-01T08:00 watch", "steps 2 2026-01-01T08:00 watch", "steps 4 2026-01-01T08:00 phone",
      "steps 8 2026-01-01T08:00 +10m app", gives: ["01-01T08:00 n=4 sum=11 last=8@01-01T08:00 10m"]),
  ]

  static let averageCases = [
    StatisticsCase(
      "values are averaged where samples start", by: "day", "mass 80 2026-01-01T08:00",
      "mass 82 2026-01-01T23:59 +2m", "mass 70 2026-01-02T09:00",
      gives: [
        "01-01T00:00 n=2 avg=81 min=80 max=82 last=82@01-01T23:59 1m",
        "01-02T00:00 n=1 avg=70 min=70 max=70 last=70@01-02T09:00 1m",
      ]),
    StatisticsCase(
      "of samples that start last, the greatest id counts", "mass 80 2026-01-01T08:00", "mass 90 2026-01-01T09:00",
      "mass 70 2026-01-01T09:00", gives: ["01-01T08:00 n=3 avg=80 min=70 max=90 last=70@01-01T09:00"]),
    StatisticsCase(
      "lengths weigh", by: "day", "pulse 60 2026-01-01T08:00 +30m", "pulse 120 2026-01-01T09:00 +10m",
      gives: ["01-01T00:00 n=2 avg=75 min=60 max=120 last=120@01-01T09:00 40m"]),
    StatisticsCase(
      "an instant holds until the next start, at most for ten minutes", by: "day", "pulse 60 2026-01-01T08:00",
      "pulse 120 2026-01-01T08:02", "pulse 100 2026-01-01T09:00",
      gives: ["01-01T00:00 n=3 avg=105.454545 min=60 max=120 last=100@01-01T09:00"]),
    StatisticsCase(
      "an instant does not hold beyond its interval", by: "hour", "pulse 60 2026-01-01T08:50",
      "pulse 120 2026-01-01T08:58", "pulse 90 2026-01-01T09:05",
      gives: [
        "01-01T08:00 n=2 avg=72 min=60 max=120 last=120@01-01T08:58",
        "01-01T09:00 n=1 avg=90 min=90 max=90 last=90@01-01T09:05",
      ]),
    StatisticsCase(
      "instants of one start share the time they hold", by: "day", "pulse 60 2026-01-01T08:00",
      "pulse 80 2026-01-01T08:00", "pulse 100 2026-01-01T08:10 +30m",
      gives: ["01-01T00:00 n=3 avg=92.5 min=60 max=100 last=100@01-01T08:10 30m"]),
    StatisticsCase(
      "what starts with an instant neither ends its time nor shares it", by: "day", "pulse 100 2026-01-01T08:00 +30m",
      "pulse 60 2026-01-01T08:00", gives: ["01-01T00:00 n=2 avg=90 min=60 max=100 last=60@01-01T08:00 30m"]),
    StatisticsCase(
      "without any weight values are averaged", by: "day", "pulse 60 2026-01-01T08:00", "pulse 80 2026-01-01T08:05",
      gives: ["01-01T00:00 n=2 avg=70 min=60 max=80 last=80@01-01T08:05"]
    ) { $0.hold = 0 },
    StatisticsCase(
      "separated sources do not end each other's time", by: "day", "pulse 60 2026-01-01T08:00 watch",
      "pulse 90 2026-01-01T08:01 phone", "pulse 80 2026-01-01T08:05 watch",
      gives: [
        "01-01T00:00 Watch n=2 avg=73.333333 min=60 max=80 last=80@01-01T08:05",
        "01-01T00:00 Phone n=1 avg=90 min=90 max=90 last=90@01-01T08:01",
      ]
    ) { $0.options = .separateBySource },
    StatisticsCase(
      "the end of the range ends the time of an instant; its start leaves out what began before", by: "day",
      "pulse 40 2026-01-01T07:00 +2h", "pulse 60 2026-01-01T08:00", "pulse 120 2026-01-01T08:04",
      gives: ["01-01T08:00 n=2 avg=80 min=60 max=120 last=120@01-01T08:04 6m"]
    ) { ($0.from, $0.to) = ("2026-01-01T08:00", "2026-01-01T08:06") },
    StatisticsCase(
      "sound levels are averaged by energy and length", by: "day", "noise 60 2026-01-01T08:00 +60m",
      "noise 90 2026-01-01T09:00 +60m",
      gives: ["01-01T00:00 n=2 avg=86.994041 min=60 max=90 last=90@01-01T09:00 120m"]),
    StatisticsCase(
      "sound levels of no length weigh the same", by: "day", "noise 60 2026-01-01T08:00", "noise 60 2026-01-01T09:00",
      gives: ["01-01T00:00 n=2 avg=60 min=60 max=60 last=60@01-01T09:00"]),
  ]

  static let otherCases = [
    StatisticsCase(
      "cases by raw value, divided at midnight", by: "day", "sleep core 2026-01-01T23:00 +2h watch",
      "sleep deep 2026-01-02T01:00 +60m watch",
      gives: ["01-01T00:00 core n=1 60m", "01-02T00:00 core n=0 60m", "01-02T00:00 deep n=1 60m"]),
    StatisticsCase(
      "another source's stages do not count twice, and being in bed is no stage", by: "day",
      "sleep inBed 2026-01-01T00:00 +8h phone", "sleep core 2026-01-01T01:00 +2h watch",
      "sleep deep 2026-01-01T02:00 +2h app",
      gives: ["01-01T00:00 inBed n=1 480m", "01-01T00:00 core n=1 120m", "01-01T00:00 deep n=1 60m"]),
    StatisticsCase(
      "correlations have counts and durations", by: "day", "pressure 0 2026-01-01T08:00 +1m",
      "pressure 0 2026-01-01T08:00 +1m", gives: ["01-01T00:00 n=2 2m"]),
  ]

  static let clockCases = [
    StatisticsCase(
      "the day of the place, by zone or else by offset", by: "day", "steps 1 2026-01-01T16:00 zone=Asia/Tokyo",
      "steps 2 2026-01-01T16:00", "steps 4 2026-01-01T23:30-02:00", "steps 8 2026-01-02T09:00+09:00 zone=No/Where",
      gives: ["01-01T00:00 n=2 sum=6 last=4@01-02T01:30", "01-02T00:00 n=2 sum=9 last=8@01-02T00:00"]
    ) { $0.zone = nil },
    StatisticsCase(
      "a sample is divided at its own midnight", by: "day", "steps 60 2026-01-01T14:30 +60m zone=Asia/Tokyo",
      "steps 10 2026-01-01T23:30 +60m",
      gives: ["01-01T00:00 n=2 sum=35 last=10@01-01T23:30 60m", "01-02T00:00 n=0 sum=35 60m"]
    ) { $0.zone = nil },
    StatisticsCase(
      "over the date line one day comes twice", by: "day", "steps 1 2026-01-02T20:00 zone=Pacific/Auckland",
      "steps 2 2026-01-03T02:00 zone=Pacific/Honolulu", "steps 4 2026-01-03T20:00 zone=Pacific/Honolulu",
      gives: [
        "01-02T00:00 n=1 sum=2 last=2@01-03T02:00", "01-03T00:00 n=2 sum=5 last=4@01-03T20:00",
      ]
    ) { $0.zone = nil },
    StatisticsCase(
      "an hour that the clock shows twice is one", by: "hour", "steps 120 2026-10-25T00:00 +2h zone=Europe/Berlin",
      gives: ["10-25T02:00 n=1 sum=120 last=120@10-25T00:00 120m"]
    ) { $0.zone = nil },
    StatisticsCase(
      "ten minutes that the clock shows twice are gone through in turn", by: "30min",
      "steps 120 2026-10-25T00:00 +2h zone=Europe/Berlin",
      gives: ["10-25T02:00 n=1 sum=60 last=120@10-25T00:00 60m", "10-25T02:30 n=0 sum=60 60m"]
    ) { $0.zone = nil },
    StatisticsCase(
      "an hour that the clock skips has nothing", by: "hour", "steps 120 2026-03-29T00:00 +2h zone=Europe/Berlin",
      gives: ["03-29T01:00 n=1 sum=60 last=120@03-29T00:00 60m", "03-29T03:00 n=0 sum=60 60m"]
    ) { $0.zone = nil },
  ]
}
