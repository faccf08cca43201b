import HealthModel
import Testing

@testable import HealthReports

@Suite("Axes of charts") struct ChartAxisTests {
  @Test(
    "ticks are multiples of 1, 2 or 5 and enclose the values",
    arguments: [
      (0, 14_803, [0, 5000, 10_000, 15_000]), (0, 0, [0, 0.2, 0.4, 0.6, 0.8, 1]), (60, 140, [60, 80, 100, 120, 140]),
      (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (-3, 4, [-4, -2, 0, 2, 4]), (97, 97, [85, 90, 95, 100, 105, 110]),
      (0.031, 0.034, [0.031, 0.032, 0.033, 0.034]), (0, 1e12, [0, 2e11, 4e11, 6e11, 8e11, 1e12]),
    ] as [(Double, Double, [Double])])
  func ticks(_ low: Double, _ high: Double, _ expected: [Double]) {
    let scale = NiceScale(low, high, steps: 5)
    #expect(scale.minimum <= low && scale.maximum >= high)
    #expect(scale.ticks == expected)
  }

  @Test("labels have the decimals of the step") func labels() {
    let scale = NiceScale(0, 1, steps: 5)
    #expect(scale.ticks.map { scale.label($0, separator: " ") } == ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"])
    let large = NiceScale(0, 14_803, steps: 5)
    #expect(large.ticks.map { large.label($0, separator: " ") } == ["0", "5 000", "10 000", "15 000"])
  }

  @Test("decimals are fixed, rounded half away from zero, and thousands stand apart") func decimals() {
    #expect(FixedDecimals.string(12_345.678, 1) == "12 345.7")
    #expect(FixedDecimals.string(-0.04, 1) == "0.0")
    #expect(FixedDecimals.string(-2.5, 0) == "-3")
    #expect(FixedDecimals.string(7, 2, separator: nil) == "7.00")
    #expect(FixedDecimals.string(1e20, 2) == "1e+20")
    #expect(FixedDecimals.string(.nan, 2) == "-")
    #expect(FixedDecimals.trimmed(12.50, 3) == "12.5")
    #expect(FixedDecimals.trimmed(100, 0) == "100")
  }

  private func labels(days: Double, limit: Int, clock: ChartClock = ChartClock()) -> [String] {
    TimeTicks(
      from: MadeUpChart.start, to: MadeUpChart.start + Int64(days * Double(Instant.day)), clock: clock, limit: limit
    ).ticks.map(\.label)
  }

  @Test("times have ticks at places of the calendar") func calendar() {
    #expect(labels(days: 1, limit: 4) == ["Mar 28", "06:00", "12:00", "18:00", "Mar 29"])
    #expect(labels(days: 28, limit: 5) == ["Mar 30", "Apr 6", "Apr 13", "Apr 20"])
    #expect(labels(days: 400, limit: 5) == ["Apr", "Jul", "Oct", "2027", "Apr"])
    #expect(labels(days: 4000, limit: 6) == ["2028", "2030", "2032", "2034", "2036"])
    #expect(labels(days: 0.02, limit: 6) == ["Mar 28", "00:05", "00:10", "00:15", "00:20", "00:25"])
    #expect(labels(days: 0, limit: 6) == [])
  }

  @Test("ticks stand where the zone's clock is round, also behind a change") func zone() {
    let ticks = TimeTicks(
      from: MadeUpChart.start + 20 * MadeUpChart.hour, to: MadeUpChart.start + 32 * MadeUpChart.hour,
      clock: MadeUpChart.berlin, limit: 12
    ).ticks
    // 02:00 was skipped.
    #expect(
      ticks.map(\.label) == [
        "21:00", "22:00", "23:00", "Mar 29", "01:00", "03:00", "04:00", "05:00", "06:00", "07:00", "08:00", "09:00",
        "10:00",
      ])
    #expect(ticks.map { ($0.instant - MadeUpChart.start) / MadeUpChart.hour } == Array(20...32))
  }

  @Test("ranges of any length have a bounded number of ticks", arguments: [1, 60, 3_600, 86_400, 1e7, 1e9, 2.5e11])
  func bounded(_ seconds: Double) {
    let to = min(MadeUpChart.start + Int64(seconds * 1e6), Instant.latest)
    let ticks = TimeTicks(from: MadeUpChart.start, to: to, clock: MadeUpChart.berlin, limit: 12).ticks
    #expect(ticks.count <= 15)
    #expect(ticks.map(\.instant) == ticks.map(\.instant).sorted())
    _ = TimeTicks(from: Instant.earliest, to: to, clock: ChartClock(), limit: 12)
  }

  @Test("bars that are put together add up, lines are averaged and keep their band") func joined() {
    var data = MadeUpChart.steps
    data.edges = MadeUpChart.edges(5, each: Instant.day)
    data.series = [ChartData.Series(name: "", values: [1, 2, nil, 4, 8].map { $0.map { ChartData.Value($0) } })]
    let bars = data.joined(atMost: 3)
    #expect(bars.factor == 2)
    #expect(bars.data.edges == [0, 2, 4, 5].map { MadeUpChart.start + $0 * Instant.day })
    #expect(bars.data.series[0].values == [3, 4, 8].map { ChartData.Value($0) })
    data.form = .line
    data.series = [
      ChartData.Series(
        name: "", values: [ChartData.Value(10, low: 5, high: 20), ChartData.Value(20, low: 9, high: 40), nil, nil, nil])
    ]
    #expect(data.joined(atMost: 3).data.series[0].values == [ChartData.Value(15, low: 5, high: 40), nil, nil])
    #expect(data.joined(atMost: 5).factor == 1)
  }

  @Test("a moment lies in one interval") func index() {
    let data = MadeUpChart.steps
    #expect(data.index(of: MadeUpChart.start) == 0)
    #expect(data.index(of: MadeUpChart.start - 1) == nil)
    #expect(data.index(of: MadeUpChart.start + Instant.day - 1) == 0)
    #expect(data.index(of: MadeUpChart.start + 29 * Instant.day) == 29)
    #expect(data.index(of: MadeUpChart.start + 30 * Instant.day) == nil)
    #expect(MadeUpChart.empty.index(of: 0) == nil)
  }
}
