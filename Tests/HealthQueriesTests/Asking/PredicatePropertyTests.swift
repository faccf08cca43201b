import Foundation
import HealthModel
import HealthStorage
import SeededRandom
import Testing

@testable import HealthQueries

/// What holds for any text and any bounds.
///
/// `SEED=7 swift test` replays one run.
@Suite struct PredicatePropertyTests {
  private static let seed = SeededGenerator.seed(of: "PredicatePropertyTests")

  private func pick<Element>(_ list: [Element], _ random: inout SeededGenerator) -> Element {
    list[Int.random(in: list.indices, using: &random)]
  }

  private static let words = [
    "value", "start", "end", "source", "subject", "metadata", "metadata.", "metadata.HKWasUserEntered", "metadata.x",
    "metadata.HKElevationAscended", "device.model", "device", "members.bloodPressureSystolic", "members", ".", "=",
    "==", "!=", "<", "<=", ">", ">=", "!", "~", "and", "AND", "&&", "&", "or", "||", "|", "in", "(", ")", ",", "\"",
    "'", "\\", "\\\"", "100", "-1.5e3", "1e", "0", "1e999", "count/min", "kg", "m", "mmol<180>/L", "true",
    "asleepCore", "2026-01-01", "2026-01-01T08:00:00Z", "not", "is", "missing", "+", "*", "duration", "sum(", "all(",
    "where", "é", "🙂", "\u{202E}", "\u{0}", "\t", "\n", "-", "e",
    "9999-12-31", "😶‍🌫️",
  ]
  private static let types = [
    [], ["heartRate"], ["heartRate", "stepCount"], ["sleepAnalysis"], ["bloodPressure"], ["dateOfBirth"], ["nothing"],
  ]

  @Test func anyTextIsReadOrRefusedAtAPlaceOfIt() throws {
    var random = SeededGenerator(seed: Self.seed)
    let reader = PredicateText(registry: try ConditionCase.registry.get())
    var taken = 0
    for round in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        text += pick(Self.words, &random) + (Bool.random(using: &random) ? " " : "")
      }
      var query = SampleQuery()
      query.types = pick(Self.types, &random)
      let before = query
      do throws(QueryError) {
        try reader.add(text, to: &query)
        taken += 1
        var again = before
        try reader.add(text, to: &again)
        #expect(again == query, "seed \(Self.seed), round \(round): \(text.debugDescription)")
      } catch {
        #expect(query == before)
        let number = error.message.components(separatedBy: "`, column ").last.map { $0.prefix { $0.isNumber } } ?? ""
        let column = Int(number) ?? 0
        #expect(
          column >= 1 && column <= text.unicodeScalars.count + 1,
          "seed \(Self.seed), round \(round): \(text.debugDescription): \(error)")
        #expect(error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
      }
    }
    #expect(taken > 50)
  }

  @Test func boundsHoldForASampleExactlyWhenEachOfThemDoes() throws {
    var random = SeededGenerator(seed: Self.seed &+ 1)
    let reader = PredicateText(registry: try ConditionCase.registry.get())
    let base: Int64 = 1_767_225_600_000_000
    var taken = 0
    for round in 0..<5000 {
      var bounds: [(isStart: Bool, comparison: Comparison, moment: Int64)] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bounds.append(
          (
            Bool.random(using: &random), pick([.less, .lessOrEqual, .greater, .greaterOrEqual], &random),
            base + Int64.random(in: 0...4, using: &random)
          ))
      }
      let text = bounds.map {
        "\($0.isStart ? "start" : "end") \($0.comparison.rawValue) \(TimestampWriter.string($0.moment))"
      }.joined(separator: " and ")
      var query = SampleQuery()
      try reader.add(text, to: &query)
      // What its bounds cannot say is left to the condition.
      taken += query.condition == nil ? 1 : 0
      for start in base - 1...base + 6 {
        for end in start...base + 7 {
          let isMeant = bounds.allSatisfy { $0.comparison.holds($0.isStart ? start : end, $0.moment) }
          let isMatch =
            query.matchesTime(start, end)
            && query.condition.map { $0.holds(for: TimedSubject(start: start, end: end)) == true } ?? true
          #expect(
            isMatch == isMeant, "seed \(Self.seed), round \(round): \(text), \(start), \(end)")
        }
      }
    }
    #expect(taken > 1000)
  }
}

/// A sample of which only the time is known.
private struct TimedSubject: ConditionSubject {
  let start: Int64
  let end: Int64

  func value(of name: SampleName) -> ConditionValue {
    switch name {
    case .start: .time(start)
    case .end: .time(end)
    default: .missing
    }
  }

  func count(of list: ListName) -> Int { 0 }

  func value(of name: ListElementName, at element: Int, of list: ListName) -> ConditionValue { .missing }
}
