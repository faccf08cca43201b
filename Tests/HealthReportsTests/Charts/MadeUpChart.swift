import HealthModel
import HealthReports

/// Charts of made-up numbers.
enum MadeUpChart {
  /// 2026-03-28T00:00:00Z.
  static let start: Int64 = 1_774_656_000 * Instant.second
  static let hour: Int64 = 3600 * Instant.second

  /// When clocks in Berlin went forward: 2026-03-29T01:00:00Z.
  static let change: Int64 = start + 25 * hour

  /// Berlin's clock around that day.
  static let berlin = ChartClock(
    name: "Europe/Berlin", local: { $0 + ($0 < change ? 1 : 2) * hour },
    instant: { reading in reading - hour < change ? reading - hour : max(change, reading - 2 * hour) })

  /// Edges of intervals of one length.
  static func edges(_ count: Int, each length: Int64, from start: Int64 = start) -> [Int64] {
    (0...count).map { start + Int64($0) * length }
  }

  /// A number between 0 and 1 that looks like chance and is the same everywhere.
  static func fraction(_ index: Int) -> Double { Double((index &* 7919 &+ 13) % 101) / 101 }

  /// Steps by day, some days without.
  static let steps = ChartData(
    title: "stepCount", caption: "sum by day", unit: "count", form: .bars, edges: edges(30, each: Instant.day),
    series: [
      ChartData.Series(
        name: "",
        values: (0..<30).map { $0 % 11 == 5 ? nil : ChartData.Value((3000 + 12_000 * fraction($0)).rounded()) })
    ], clock: ChartClock())

  /// A heart's rate by hour in Berlin, across the night in which clocks go forward, some hours without.
  static let heart = ChartData(
    title: "heartRate", caption: "average by hour", unit: "count/min", form: .line, edges: edges(48, each: hour),
    series: [
      ChartData.Series(
        name: "",
        values: (0..<48).map {
          let rest = 55 + 10 * fraction($0)
          return $0 % 17 == 8 || $0 == 9 ? nil : ChartData.Value(rest + 15, low: rest, high: rest + 60)
        })
    ], clock: berlin)

  /// Two sources, one with a name that means something to XML and to terminals.
  static let sources = ChartData(
    title: "stepCount", caption: "sum by week", unit: "count", form: .bars, edges: edges(8, each: 7 * Instant.day),
    series: ["Apple Watch", "<b>\"R&D\"\u{1B}[31m phone"].enumerated().map { number, name in
      ChartData.Series(
        name: name, values: (0..<8).map { ChartData.Value((20_000 + 40_000 * fraction($0 + number)).rounded()) })
    }, clock: ChartClock())

  /// Two lines in one chart, months long.
  static let lines = ChartData(
    title: "bodyMass", caption: "average by week", unit: "kg", form: .line, edges: edges(60, each: 7 * Instant.day),
    series: ["Scale", "Phone"].enumerated().map { number, name in
      ChartData.Series(
        name: name,
        values: (0..<60).map { $0 % (5 + number) == 0 ? nil : ChartData.Value(71 + 2 * fraction($0 + 7 * number)) })
    }, clock: ChartClock())

  /// More days than a picture has columns.
  static let years = ChartData(
    title: "stepCount", caption: "sum by day", unit: "count", form: .bars, edges: edges(2000, each: Instant.day),
    series: [ChartData.Series(name: "", values: (0..<2000).map { ChartData.Value(1 + Double($0 % 7)) })],
    clock: ChartClock())

  /// A year of steps and more that grow, so that the greatest values come last.
  static let rising = ChartData(
    title: "stepCount", caption: "sum by day", unit: "count", form: .bars, edges: edges(400, each: Instant.day),
    series: [
      ChartData.Series(
        name: "",
        values: (0..<400).map {
          $0 % 29 == 5 ? nil : ChartData.Value((9 + 30 * Double($0) + 3000 * fraction($0)).rounded())
        })
    ], clock: ChartClock())

  /// A weight that falls, so that the least values come last.
  static let falling = ChartData(
    title: "bodyMass", caption: "average by day", unit: "kg", form: .line, edges: edges(400, each: Instant.day),
    series: [
      ChartData.Series(
        name: "",
        values: (0..<400).map {
          let mean = 89 - 0.0225 * Double($0) + 0.4 * fraction($0)
          return $0 % 31 == 7 ? nil : ChartData.Value(mean, low: mean - 0.3, high: mean + 0.5)
        })
    ], clock: ChartClock())

  /// Bars on both sides of zero.
  static let balance = ChartData(
    title: "energyBalance", caption: "sum by day", unit: "kcal", form: .bars, edges: edges(12, each: Instant.day),
    series: [
      ChartData.Series(name: "", values: (0..<12).map { ChartData.Value((900 * fraction($0) - 500).rounded()) })
    ], clock: ChartClock())

  /// Nothing.
  static let empty = ChartData(
    title: "stepCount", caption: "sum", unit: "count", form: .bars, edges: [], series: [], clock: ChartClock())

  /// Hours of a week's nights of two people, one of whom has no deep sleep: the time in bed frames the stages.
  static let nights = ChartData(
    title: "sleepAnalysis", caption: "duration by day", unit: "h", form: .stack, edges: edges(7, each: Instant.day),
    series: ["P01", "P02"].enumerated().flatMap { person, group in
      ["inBed", "awake", "core", "deep"].enumerated().map { stage, name in
        ChartData.Series(
          name: name, group: group, isFrame: stage == 0,
          values: (0..<7).map { night -> ChartData.Value? in
            if night == 3 || person == 1 && stage == 3 { return nil }
            return ChartData.Value([8.5, 0.5, 5, 1.5][stage] + 0.25 * Double((night + person) % 3))
          })
      }
    }, clock: berlin)

  /// All of them by the names of their goldens.
  static let all: [(name: String, data: ChartData)] = [
    ("steps", steps), ("heart", heart), ("sources", sources), ("lines", lines), ("years", years),
    ("rising", rising), ("falling", falling), ("balance", balance), ("empty", empty),
  ]
}
