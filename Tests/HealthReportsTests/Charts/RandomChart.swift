import HealthModel
import HealthReports
import SeededRandom

/// Charts of random numbers: gaps, negative numbers, one interval, equal values, numbers of any size.
struct RandomChart {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// How the numbers of a chart are made.
  private enum Kind: CaseIterable {
    case ordinary
    case negative
    case aroundZero
    case equal
    case rising
    case falling
    case onePeak
    case far
    case huge
    case tiny
    case anySize
  }

  /// The next chart.
  mutating func next(series counts: ClosedRange<Int> = 1...3) -> ChartData {
    let kind = Kind.allCases.randomElement(using: &random) ?? .ordinary
    let lengths = [1...1, 2...8, 9...80, 81...400, 401...1000]
    let count = Int.random(in: lengths.randomElement(using: &random) ?? 1...1, using: &random)
    let form = Bool.random(using: &random) ? ChartData.Form.bars : .line
    let gaps: Double = [0, 0.1, 0.7].randomElement(using: &random) ?? 0
    let size = Double.random(in: 0.01...100_000, using: &random)
    let series = (0..<Int.random(in: counts, using: &random)).map { number in
      ChartData.Series(
        name: "series \(number)",
        values: (0..<count).map { index -> ChartData.Value? in
          if Double.random(in: 0..<1, using: &random) < gaps { return nil }
          return item(number: value(kind, index, of: count, size: size), form)
        })
    }
    return ChartData(
      title: "type", caption: "\(kind)", unit: "unit", form: form, edges: MadeUpChart.edges(count, each: Instant.day),
      series: series, clock: ChartClock())
  }

  private mutating func value(_ kind: Kind, _ index: Int, of count: Int, size: Double) -> Double {
    let fraction = Double.random(in: 0...1, using: &random)
    let share = Double(index) / Double(count)
    switch kind {
    case .ordinary: return fraction * size
    case .negative: return -fraction * size
    case .aroundZero: return (fraction - 0.5) * size
    case .equal: return size
    case .rising: return (share + fraction * 0.1) * size
    case .falling: return (1 - share + fraction * 0.1) * size
    case .onePeak: return index == count / 2 ? size * 1000 : fraction * size
    case .far: return 1e6 + fraction * 0.01
    case .huge: return fraction * 1e290
    case .tiny: return fraction * 1e-280
    case .anySize: return power(Int.random(in: -30...30, using: &random)) * (fraction - 0.3)
    }
  }

  /// A line's value has a band now and then.
  private mutating func item(number: Double, _ form: ChartData.Form) -> ChartData.Value {
    guard form == .line, Bool.random(using: &random) else { return ChartData.Value(number) }
    let room = number.magnitude * 0.25
    return ChartData.Value(number, low: number - room, high: number + room)
  }

  private func power(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? 1 }
}

extension ChartData {
  /// The values that a drawing shows of a series when it joins a number of intervals, counted here once more: bars add
  /// up, lines have their mean.
  func expected(_ series: Int, joining factor: Int) -> [Double?] {
    stride(from: 0, to: edges.count - 1, by: factor).map { start in
      let values = self.series[series].values[start..<min(start + factor, edges.count - 1)].compactMap { $0?.value }
      guard !values.isEmpty else { return nil }
      let sum = values.reduce(0, +)
      return form == .bars ? sum : sum / Double(values.count)
    }
  }
}
