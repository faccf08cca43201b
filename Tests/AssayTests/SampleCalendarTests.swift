import HealthModel
import SeededRandom
import Testing

@testable import HealthReports

struct SampleCalendarTests {
  /// What is counted: a type and an instant in microseconds since 1970 UTC.
  private struct Sample {
    var type: Int32
    var microseconds: Int64
  }

  private static func calendar(_ samples: some Sequence<Sample>, limit: Int) -> SampleCalendar {
    var calendar = SampleCalendar(limit: limit)
    for sample in samples { calendar.count(type: sample.type, at: sample.microseconds) }
    return calendar
  }

  /// Noon of a day of a year.
  private static func noon(year: Int, month: Int = 1, day: Int = 1) -> Int64 {
    (Int64(CivilDate(year: year, month: month, day: day).daysSince1970) * 2 + 1) * 43_200_000_000
  }

  private static func total(_ calendar: SampleCalendar) -> Int {
    calendar.counts.values.reduce(0, +) + calendar.others.values.reduce(0, +)
  }

  @Test("neither the order nor the division of what is counted changes the result") func division() {
    let seed = SeededGenerator.seed()
    var generator = SeededGenerator(seed: seed)
    var steps: Set<SampleCalendar.Step> = []
    var withOthers = 0
    for round in 0..<300 {
      let limit = Int.random(in: 0...60, using: &generator)
      let types = Int32.random(in: 1...12, using: &generator)
      let reach = [40, 2000, 30_000, 3_000_000].randomElement(using: &generator) ?? 1
      let samples = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
        let day = Int64.random(in: Int64(-reach)...Int64(reach), using: &generator)
        return Sample(type: .random(in: 0..<types, using: &generator), microseconds: day * 86_400_000_000 + 5)
      }
      let whole = Self.calendar(samples, limit: limit)
      steps.insert(whole.step)
      withOthers += whole.others.isEmpty ? 0 : 1
      #expect(whole.counts.count <= limit)
      #expect(Self.total(whole) == samples.count)
      var parts: [SampleCalendar] = []
      var rest = samples.shuffled(using: &generator)[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...100, using: &generator))
        rest = rest.dropFirst(piece.count)
        parts.append(Self.calendar(piece, limit: limit))
      }
      parts.append(SampleCalendar(limit: limit))
      while parts.count > 1 {
        let part = parts.remove(at: Int.random(in: 0..<parts.count, using: &generator))
        parts[Int.random(in: 0..<parts.count, using: &generator)].merge(part)
      }
      #expect(parts == [whole], "SEED=\(seed), round \(round)")
    }
    #expect(steps == Set(SampleCalendar.Step.allCases))
    #expect(withOthers > 10)
  }

  /// Twenty instants in ten steps that lie in one of the next longer step, and in twenty of the next shorter one.
  private static func instants(_ step: SampleCalendar.Step) -> [Int64] {
    (0..<10).flatMap { index in
      switch step {
      case .day: [noon(year: 2000, day: 1 + index), noon(year: 2000, day: 1 + index) + 1]
      case .month: [1, 15].map { noon(year: 2000, month: 1 + index, day: $0) }
      case .year: [1, 7].map { noon(year: 2000 + index, month: $0) }
      case .decade: [0, 9].map { noon(year: 2000 + 10 * index + $0) }
      case .century: [0, 99].map { noon(year: 2000 + 100 * index + $0) }
      }
    }
  }

  @Test(
    "as many counts as there may be stay apart, one more makes the step longer",
    arguments: SampleCalendar.Step.allCases.dropLast())
  func limit(_ step: SampleCalendar.Step) {
    let samples = Self.instants(step).map { Sample(type: 7, microseconds: $0) }
    for limit in [11, 10] {
      let calendar = Self.calendar(samples, limit: limit)
      #expect(calendar.step == step)
      #expect(calendar.counts.values.sorted() == [Int](repeating: 2, count: 10))
    }
    let longer = Self.calendar(samples, limit: 9)
    #expect(longer.step.rawValue == step.rawValue + 1)
    #expect(longer.counts.map(\.key.day) == [10_957])
    #expect(longer.counts.map(\.value) == [20])
  }

  @Test(
    "the limit is 20,000",
    arguments: [(19_999, .day), (20_000, .day), (20_001, .month)] as [(Int, SampleCalendar.Step)])
  func wholeLimit(_ count: Int, _ step: SampleCalendar.Step) {
    let samples = (0..<count).lazy.map { Sample(type: 0, microseconds: Int64($0) * 86_400_000_000) }
    let calendar = Self.calendar(samples, limit: SampleCalendar.limit)
    #expect(calendar.step == step)
    #expect(Self.total(calendar) == count)
  }

  @Test("all types in all years are within the limit") func allYears() {
    var calendar = SampleCalendar()
    for year in stride(from: 1, through: 9999, by: 7) {
      for type in 0..<74 { calendar.count(type: Int32(type), at: Self.noon(year: year)) }
    }
    #expect(calendar.step == .century)
    #expect(calendar.counts.count == 74 * 100)
    #expect(calendar.others.isEmpty)
    #expect(Self.total(calendar) == 74 * 1429)
  }

  /// Three types in each of a hundred centuries, twice.
  private static let centuries = (0..<600).map { index in
    Sample(type: Int32(index % 3), microseconds: noon(year: index / 6 * 100 + 50 + index / 3 % 2 * 10))
  }

  @Test(
    "types that there is no room for at centuries are counted as a whole, the last ones first",
    arguments: [(301, 3), (300, 3), (299, 2), (200, 2), (199, 1), (100, 1), (99, 0), (0, 0)])
  func others(_ limit: Int, _ kept: Int) {
    let samples = Self.centuries
    let calendar = Self.calendar(samples, limit: limit)
    #expect(calendar.step == .century)
    #expect(calendar.counts.count == kept * 100)
    #expect(calendar.counts.keys.allSatisfy { $0.type < kept })
    #expect(calendar.others == Dictionary(uniqueKeysWithValues: (kept..<3).map { (Int32($0), 200) }))
  }

  @Test(
    "a picture names its ends and its bars",
    arguments: [
      ((1990, 2011, 1), 22, "1990", "2011", "one year"), ((1990, 2019, 1), 3, "1990s", "2010s", "one decade"),
      ((1, 9999, 5), 1000, "0000s", "9990s", "90 years"),
      ((985, 2014, 5), 12, "0900–0999", "2000–2099", "one century"),
      ((1, 9999, 49), 100, "0000–0099", "9900–9999", "one century"),
    ] as [(years: (Int, Int, Int), limit: Int, first: String, last: String, stretch: String)])
  func strips(_ row: (years: (Int, Int, Int), limit: Int, first: String, last: String, stretch: String)) throws {
    var calendar = SampleCalendar(limit: row.limit)
    var count = 0
    for year in stride(from: row.years.0, through: row.years.1, by: row.years.2) {
      for month in [1, 7] { calendar.count(type: 0, at: Self.noon(year: year, month: month)) }
      count += 2
    }
    let picture = try #require(CalendarStrips(calendar, names: ["steps"]))
    #expect(picture.firstLabel == row.first)
    #expect(picture.lastLabel == row.last)
    #expect(picture.stretch == row.stretch)
    #expect(picture.strips.map(\.total) == [count])
    #expect(picture.strips.first?.bins.reduce(0, +) == count)
  }

  @Test("types without room are told beside the picture") func rest() throws {
    let samples = Self.centuries
    let picture = try #require(CalendarStrips(Self.calendar(samples, limit: 150), names: ["steps"]))
    #expect(picture.strips.map(\.name) == ["steps"])
    #expect(picture.otherTypes == 2)
    #expect(picture.otherSamples == 400)
  }
}
