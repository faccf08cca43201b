import Assay
import HealthModel
import HealthValidation
import Testing

/// Looking up what was meant takes longer than reading: an input with a new wrong word in every record gets as many
/// hints as people read.
@Suite("Hints are bounded") struct HintBudgetTests {
  /// Samples with another wrong word in each, by what is wrong; `#` is the number of the sample.
  private static let faults: [String] = [
    #"{"type":"heartRaet#","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"HKQuantityTypeIdentifierHeartRaet#","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"heartRate","value":72,"unit":"cuont/min#","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"heartRate","value":72,"unti#":1,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"sleepAnalysis","value":"asleepCor#","start":"2026-01-01T08:00:00Z"}"#,
  ]

  /// A type's name of 45 bytes with a letter too few: its findings are too long to be kept in words.
  private static let long = "HKQuantityTypeIdentifierDistanceWalkingRuning"

  @Test("as many different words of an input are looked up as the budget has", arguments: faults)
  func words(fault: String) throws {
    let validator = try LineFindings.validator()
    let hints = HintBudget()
    try useUp(hints, fault, validator)
    #expect(hints.used == HintBudget.size)
    // The next input has a budget of its own.
    let word = fault.replacing("#", with: "")
    #expect(try !hasHint(word, validator, hints))
    #expect(try hasHint(word, validator, HintBudget()))
  }

  @Test("a word that comes again takes no other's hint", arguments: [long, "heartRaet"])
  func sameWord(name: String) throws {
    let validator = try LineFindings.validator()
    let hints = HintBudget()
    let line = Self.sample(of: name)
    let found = try (0..<2 * HintBudget.size).filter { _ in try hasHint(line, validator, hints) }
    #expect(found.count == 2 * HintBudget.size)
    #expect(hints.used == 1)
    #expect(try hasHint(Self.sample(of: "bodyMsas"), validator, hints))
    #expect(hints.used == 2)
  }

  @Test("a word keeps its hint when no lookup is left", arguments: [long, "heartRaet"])
  func knownWord(name: String) throws {
    let validator = try LineFindings.validator()
    let hints = HintBudget()
    #expect(try hasHint(Self.sample(of: name), validator, hints))
    try useUp(hints, Self.faults[0], validator)
    #expect(try !hasHint(Self.sample(of: "bodyMsas"), validator, hints))
    for _ in 0..<3 { #expect(try hasHint(Self.sample(of: name), validator, hints)) }
  }

  @Test("hints do not depend on the inputs before", arguments: [long, "heartRaet"])
  func inputsBefore(name: String) throws {
    let validator = try LineFindings.validator()
    let before = HintBudget()
    for _ in 0..<3 { #expect(try hasHint(Self.sample(of: name), validator, before)) }
    let hints = HintBudget()
    try useUp(hints, Self.faults[0], validator)
    for _ in 0..<3 { #expect(try !hasHint(Self.sample(of: name), validator, hints)) }
    // Nor does a hint that one input lacks fail in another.
    for _ in 0..<3 { #expect(try hasHint(Self.sample(of: name), validator, before)) }
  }

  @Test("a long word is not looked up", arguments: [(HintBudget.wordLimit, 1), (HintBudget.wordLimit + 1, 0)])
  func longWord(count: Int, used: Int) throws {
    let hints = HintBudget()
    let line = Self.faults[3].replacing("unti#", with: String(repeating: "u", count: count))
    #expect(try !LineFindings.diagnostics(line, LineFindings.validator(), hints).isEmpty)
    #expect(hints.used == used)
  }

  private static func sample(of type: String) -> String {
    #"{"type":"\#(type)","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#
  }

  /// Takes all lookups with words that differ, and asks for more.
  private func useUp(_ hints: HintBudget, _ fault: String, _ validator: Validator) throws {
    for number in 0..<HintBudget.size + 200 {
      let line = fault.replacing("#", with: "x\(number)y")
      #expect(try !LineFindings.diagnostics(line, validator, hints).isEmpty)
    }
  }

  private func hasHint(_ line: String, _ validator: Validator, _ hints: HintBudget) throws -> Bool {
    try LineFindings.diagnostics(line, validator, hints).contains { $0.hint?.hasPrefix("did you mean") == true }
  }
}
