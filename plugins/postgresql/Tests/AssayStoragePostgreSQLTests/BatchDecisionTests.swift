import HealthModel
import HealthPlugins
import Testing

@testable import AssayStoragePostgreSQL

/// Outcomes of lines, by the known facts about their ids and the lines before them.
@Suite("Decisions on batches") struct BatchDecisionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Lines as `id:digest`, a member with `.` before it; `!` after a line that cannot be kept.
    var lines: String
    /// The known ids, as `id:digest` or `id:-` for a deleted one.
    var known = ""
    var restoresDeleted = false
    /// A letter for each line: accepted, duplicate, conflict, refused.
    var outcomes: String
    /// The first lines of groups that are linked.
    var linked: [Int] = []
  }

  static let cases = [
    Case(testDescription: "new samples are accepted", lines: "1:1 2:1", outcomes: "aa"),
    Case(testDescription: "a stored sample is a duplicate", lines: "1:1 2:1", known: "1:1", outcomes: "da"),
    Case(testDescription: "other content is a conflict", lines: "1:2", known: "1:1", outcomes: "c"),
    Case(testDescription: "a sample twice is a duplicate the second time", lines: "1:1 1:1", outcomes: "ad"),
    Case(testDescription: "an id twice is a conflict the second time", lines: "1:1 1:2", outcomes: "ac"),
    Case(testDescription: "a group is accepted and linked", lines: "1:1 .2:1 .3:1", outcomes: "aaa", linked: [0]),
    Case(
      testDescription: "a stored member is linked", lines: "1:1 .2:1 .3:1", known: "2:1", outcomes: "ada", linked: [0]),
    Case(testDescription: "a stored correlation is not linked anew", lines: "1:1 .2:1", known: "1:1", outcomes: "da"),
    Case(
      testDescription: "a conflict in a group leaves all of it out", lines: "1:1 .2:2 .3:1 4:1", known: "2:1 3:1",
      outcomes: "ccda"),
    Case(testDescription: "a group can conflict with itself", lines: "1:1 .2:1 .2:2", outcomes: "ccc"),
    Case(testDescription: "a member twice is one", lines: "1:1 .2:1 .2:1", outcomes: "aad", linked: [0]),
    Case(
      testDescription: "what a group did not store is not known", lines: "1:1 .2:2 1:1", known: "2:1", outcomes: "cca"),
    Case(testDescription: "a deleted sample is a duplicate", lines: "1:7", known: "1:-", outcomes: "d"),
    Case(
      testDescription: "a deleted member makes duplicates of its group", lines: "1:1 .2:1 .3:9", known: "2:- 3:1",
      outcomes: "ddd"),
    Case(
      testDescription: "a deleted sample is stored again when asked to", lines: "1:7 1:7", known: "1:-",
      restoresDeleted: true, outcomes: "ad"),
    Case(testDescription: "what cannot be kept is refused with its group", lines: "1:1 .2:1! 3:1", outcomes: "rra"),
    Case(
      testDescription: "beside what cannot be kept a stored one is a duplicate", lines: "1:1 .2:1! .3:1", known: "3:1",
      outcomes: "rrd"),
    Case(testDescription: "a stored sample is not refused", lines: "1:1!", known: "1:1", outcomes: "d"),
  ]

  @Test(arguments: cases) func decides(_ item: Case) throws {
    var lines: [TestLine] = []
    var faults: Set<Int> = []
    var head = 0
    for (index, word) in item.lines.split(separator: " ").enumerated() {
      let numbers = word.filter { $0 != "." && $0 != "!" }.split(separator: ":").compactMap { Int($0) }
      let isMember = word.hasPrefix(".")
      if !isMember { head = index }
      if word.hasSuffix("!") { faults.insert(index) }
      lines.append(
        TestLine(id: numbers[0], digest: UInt64(numbers[1]), correlation: isMember ? head : nil))
    }
    var known: [SampleID: KnownID] = [:]
    for word in item.known.split(separator: " ") {
      let parts = word.split(separator: ":")
      let digest = UInt64(parts[1]).map { 0x1000_0000_0000_0000 + $0 }
      known[TestLine.id(try #require(Int(parts[0])))] = digest.map { .stored($0) } ?? .deleted
    }
    let batch = try TestLine.lines(lines)
    let decision = BatchDecision(batch, known: known, restoresDeleted: item.restoresDeleted) {
      faults.contains($0) ? "no" : nil
    }
    var outcomes = [Character](repeating: "?", count: lines.count)
    for row in decision.accepted { outcomes[row] = "a" }
    for row in decision.acknowledgement.duplicates { outcomes[row] = "d" }
    for row in decision.acknowledgement.conflicts { outcomes[row] = "c" }
    for refusal in decision.acknowledgement.refused { outcomes[refusal.line] = "r" }
    #expect(String(outcomes) == item.outcomes)
    #expect(decision.linked.map(\.lowerBound) == item.linked)
  }
}
