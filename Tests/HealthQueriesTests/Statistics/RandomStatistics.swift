import HealthModel
import HealthQueries
import HealthStorage
import SeededRandom

/// Random samples of one type on a grid of ten minutes, and what brute force makes of them.
struct RandomStatistics {
  static let step: Int64 = 600_000_000
  /// 2026-03-28T00:00:00Z: the clocks of Europe change within a day.
  static let base: Int64 = 1_774_656_000_000_000
  static let zones = ["Europe/Berlin", "Pacific/Auckland", "No/Where", "Pacific/Apia", "America/St_Johns"]
  static let sources = ["watch", "phone", "app"]
  static let types = ["steps", "mass", "pulse", "noise", "sleep"]

  var drafts: [StatisticsBench.Draft] = []
  var type: String
  var from: Int64?
  var to: Int64?
  var hold: Int64
  var isSeparated: Bool

  init(using random: inout SeededGenerator) {
    let span = Int.random(in: 1...600, using: &random)
    type = Self.types[Int.random(in: 0..<5, using: &random)]
    for _ in 0..<Int.random(in: 0...50, using: &random) {
      var draft = StatisticsBench.Draft(type: type)
      draft.value = Double(Int.random(in: 1...90, using: &random))
      if type == "sleep" { (draft.value, draft.enumCase) = (0, Int32.random(in: 0...2, using: &random)) }
      draft.start = Self.base + Int64(Int.random(in: 0...span, using: &random)) * Self.step
      let lengths: [Int64] = [0, 0, 1, 2, 3, 6, 30, 150]
      draft.end = draft.start + lengths[Int.random(in: 0..<8, using: &random)] * Self.step
      draft.source = Self.sources[Int.random(in: 0..<3, using: &random)]
      let zone = Int.random(in: -1..<Self.zones.count, using: &random)
      if zone >= 0 { draft.zone = Self.zones[zone] }
      draft.offset = [0, 60, -300, 330][Int.random(in: 0..<4, using: &random)]
      drafts.append(draft)
    }
    func moment() -> Int64? {
      Bool.random(using: &random)
        ? Self.base + Int64(Int.random(in: -5...span + 40, using: &random)) * Self.step : nil
    }
    (from, to) = (moment(), moment())
    hold = [0, 1, 2, 6, 1000][Int.random(in: 0..<5, using: &random)] * Self.step
    isSeparated = Int.random(in: 0...3, using: &random) == 0
  }

  /// The question, without intervals.
  var query: SampleQuery {
    var query = SampleQuery()
    (query.types, query.from, query.to) = ([type], from, to)
    return query
  }

  /// One result.
  struct Cell: Hashable {
    var start: Int64
    var source: Int
    var enumCase: Int32
  }

  /// What brute force finds.
  struct Answer {
    var count = 0
    var sum = 0.0
    var duration: Int64 = 0
    var values: [Double] = []
    var weights: [Double] = []
    var last: (start: Int64, value: Double)?

    var average: Double {
      let weight = weights.reduce(0, +)
      guard weight > 0 else { return values.reduce(0, +) / Double(values.count) }
      return zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } / weight
    }
  }

  /// Goes through each sample in steps of ten minutes.
  ///
  /// - Parameter start: the start of the interval of a moment, by the sample's clock.
  /// - Returns: the results; some have nothing in them.
  func answers(_ start: (Int64, StatisticsBench.Draft) -> Int64) -> [Cell: Answer] {
    var answers: [Cell: Answer] = [:]
    let (lower, upper) = (from ?? Int64.min, to ?? Int64.max)
    for draft in drafts where draft.end >= lower && draft.start < upper {
      func update(_ time: Int64, _ change: (inout Answer) -> Void) {
        let cell = Cell(start: start(time, draft), source: isSeparated ? rank(draft) : -1, enumCase: draft.enumCase)
        change(&answers[cell, default: Answer()])
      }
      if draft.start >= lower {
        update(draft.start) { answer in
          answer.count += 1
          answer.values.append(draft.value)
          answer.weights.append(weight(draft, lower, upper, start))
          if draft.start >= answer.last?.start ?? Int64.min { answer.last = (draft.start, draft.value) }
          if draft.start == draft.end, counts(draft, draft.start) { answer.sum += draft.value }
        }
      }
      for time in stride(from: draft.start, to: draft.end, by: Int(Self.step)) where time >= lower && time < upper {
        guard counts(draft, time) else { continue }
        update(time) { answer in
          answer.duration += Self.step
          answer.sum += draft.value * Double(Self.step) / Double(draft.end - draft.start)
        }
      }
    }
    return answers
  }

  private func rank(_ draft: StatisticsBench.Draft) -> Int {
    Self.sources.firstIndex { $0 == draft.source } ?? -1
  }

  /// Whether no higher source has a sample at a moment.
  private func counts(_ draft: StatisticsBench.Draft, _ time: Int64) -> Bool {
    guard !isSeparated, type == "steps" || type == "sleep" else { return true }
    return !drafts.contains { other in
      guard rank(other) < rank(draft), (other.enumCase == 1) == (draft.enumCase == 1) else { return false }
      if other.start == other.end { return draft.start == draft.end && other.start == time }
      return other.start <= time && time < other.end
    }
  }

  private func weight(
    _ draft: StatisticsBench.Draft, _ lower: Int64, _ upper: Int64, _ start: (Int64, StatisticsBench.Draft) -> Int64
  ) -> Double {
    guard type == "pulse", draft.start == draft.end else {
      return type == "mass" ? 1 : Double(draft.end - draft.start)
    }
    let others = drafts.filter {
      (!isSeparated || $0.source == draft.source) && $0.end >= lower && $0.start < upper
    }
    let next = others.map(\.start).filter { $0 > draft.start }.min() ?? Int64.max
    let end = min(next, draft.start + hold, upper)
    var time = draft.start
    while time < end, start(time, draft) == start(draft.start, draft) { time += Self.step }
    return Double(time - draft.start) / Double(others.filter { $0.start == draft.start && $0.end == draft.end }.count)
  }
}
