import Assay
import HealthModel
import HealthValidation
import SeededRandom
import Testing

/// Words are kept for the next finding of the same kind; no finding may get another one's.
@Suite("Words that are kept") struct MessageCacheTests {
  /// Samples with faults that differ in little: the quotes, the number, the unit, the case, the type, the key.
  private static let samples: [String] = {
    let values = [
      "900", "901", "\"900\"", "-1", "true", "null", "\"-1\"", "9e400", "{}", "[900]", "\"caf\u{E9}\"",
      "\"a-value-of-more-than-forty-bytes-that-is-not-kept\"",
    ]
    let units = ["count/min", "count/s", "cuont/min", "cuont/mim", "kg", "", "K", "\u{212A}", "a\\u0062"]
    var lines: [String] = []
    for value in values {
      for type in ["heartRate", "heartRaet", "sleepAnalysis", "bodyMass"] {
        lines.append(#"{"type":"\#(type)","value":\#(value),"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#)
      }
    }
    for unit in units {
      for end in ["2026-01-01T07:00:00Z", "2026-01-01T07:59:59Z", "2026-01-01T08:00", "2062-01-01T08:00:00Z"] {
        lines.append(
          #"{"type":"bodyMass","value":700,"unit":"\#(unit)","start":"2026-01-01T08:00:00Z","end":"\#(end)","x":1}"#)
      }
    }
    return lines
  }()

  @Test("the words of a finding do not depend on those before it", arguments: [false, true])
  func sameAsAlone(redacts: Bool) throws {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    let shared = try LineFindings.validator()
    let hints = HintBudget()
    for line in Self.samples {
      let alone = try LineFindings.diagnostics(
        line, LineFindings.validator(), HintBudget(), redacts: redacts, makesClasses: true)
      // Kept the second time, and known the third time.
      for _ in 0..<3 {
        #expect(try LineFindings.diagnostics(line, shared, hints, redacts: redacts, makesClasses: true) == alone)
      }
      let other = Self.samples.randomElement(using: &random) ?? line
      _ = try LineFindings.diagnostics(other, shared, hints, redacts: !redacts, makesClasses: false)
    }
  }
}
