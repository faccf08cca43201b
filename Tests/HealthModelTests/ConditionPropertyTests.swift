import HealthModel
import SeededRandom
import Testing

@testable import HealthModel

/// What holds for any text and any tree.
///
/// `SEED=7 swift test` replays one run.
@Suite struct ConditionPropertyTests {
  private static let seed = SeededGenerator.seed(of: "ConditionPropertyTests")

  private static let words = [
    "activity", "active", "distance", "score", "indoor", "day", "events", "statistics", "points", "answers", "kind",
    "running", "energy", "start", "end", "duration", "sample.start", "metadata.x", "metadata.\"a b\"", "and", "or",
    "not", "is missing", "in (", "where", "sum(", "count(", "all(", "any(", "first(", "raw(", "maximum(", "(", ")", ",",
    "=", "!=", "<", ">=", "+", "-", "*", "/", "5", "-1.5e3", "km", "5km", "\"x", "\"x y\"", "'", "\\", "&&", "||",
    "2026-01-01", "é", "🙂", "\u{0}", "\u{202E}", "events.kind", "statistics.sum", "type", "value",
  ]

  private func pick<Element>(_ list: [Element], _ random: inout SeededGenerator) -> Element {
    list[Int.random(in: list.indices, using: &random)]
  }

  @Test func anyTextIsReadBoundAndAskedWithoutATrap() throws {
    var random = SeededGenerator(seed: Self.seed)
    let fixture = try ConditionFixture()
    var taken = 0
    for round in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...14, using: &random) {
        text += pick(Self.words, &random) + (Int.random(in: 0..<4, using: &random) > 0 ? " " : "")
      }
      let answer = fixture.answer(text, of: pick(["session", "pressure", "nothing"], &random))
      if ["true", "false", "unknown"].contains(answer) {
        taken += 1
      } else {
        let column = Int(answer.prefix { $0.isNumber }) ?? 0
        #expect(
          column >= 1 && column <= text.unicodeScalars.count + 1,
          "seed \(Self.seed), round \(round): \(text.debugDescription): \(answer)")
        #expect(answer.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
      }
      if let tree = ConditionReading(text).condition {
        #expect(
          ConditionReading(tree.description).condition == tree,
          "seed \(Self.seed), round \(round): \(text.debugDescription)")
      }
    }
    #expect(taken > 10)
  }

  /// A tree of conditions, of some depth.
  private func condition(_ depth: Int, _ random: inout SeededGenerator) -> String {
    if depth == 0 || Bool.random(using: &random) {
      return [
        "\(sum(depth, &random)) \(pick(["=", "!=", "<", "<=", ">", ">="], &random)) \(sum(depth, &random))",
        "\(pick(["a", "b.c", "metadata.\"d e\""], &random)) is \(pick(["", "not "], &random))missing",
        "a in (x, \"y z\", 3km)", "a", "any(a, b = \"c\\\"d\" where e)",
      ].randomElement(using: &random) ?? "a"
    }
    let parts = (0..<Int.random(in: 1...2, using: &random)).map { _ in "(" + condition(depth - 1, &random) + ")" }
    let joined = parts.joined(separator: pick([" and ", " or ", "&&", "||"], &random))
    return pick(["", "not "], &random) + "(" + joined + ")"
  }

  private func sum(_ depth: Int, _ random: inout SeededGenerator) -> String {
    let part = pick(["a", "5", "5 km", "-3", "b.c", "sum(a.b)", "first(a, 3)"], &random)
    if depth == 0 || Bool.random(using: &random) { return part }
    return part + " " + pick(["+", "-", "*", "/"], &random) + " (" + sum(depth - 1, &random) + ")"
  }

  @Test func aTreeThatIsPrintedIsReadAgain() throws {
    var random = SeededGenerator(seed: Self.seed &+ 1)
    for round in 0..<5000 {
      let text = condition(Int.random(in: 0...4, using: &random), &random)
      let tree = try #require(
        ConditionReading(text).condition, "seed \(Self.seed), round \(round): \(text)")
      let printed = tree.description
      #expect(ConditionReading(printed).condition == tree, "seed \(Self.seed), round \(round): \(text)\n\(printed)")
      #expect(ConditionReading(printed).condition?.description == printed)
    }
  }
}
