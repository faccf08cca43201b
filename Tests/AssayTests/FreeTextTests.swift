import Assay
import HealthModel
import HealthValidation
import SeededRandom
import Testing

/// Findings share words that are made once: none may show another's text.
@Suite("Words around a text that only they show") struct FreeTextTests {
  /// Samples with a fault that shows a text; `§` is the text.
  static let faults: [String] = [
    #"{"type":"§","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"heartRate","value":72,"unit":"§","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"heartRate","value":72,"§":1,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":{"§":"x"}}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"§"}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","end":"§","created":"§"}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","offset":"§"}"#,
    #"{"uuid":"§","type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","§":1,"§":2}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{"§":1,"§":2}}"#,
    #"{"type":"sleepAnalysis","value":"§","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"dateOfBirth","value":"§"}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{"HKMetadataKeyHeartRateMotionContext":"§"}}"#,
    #"{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"§","value":1,"unit":"§"},{"type":"§"}]}"#,
    #"{"type":"heartRate","value":§,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"heartRate","value":"§","unit":"count/min","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"heartRate","value":§,"unit":"count/s","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"bodyMass","value":§,"unit":"kg","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"dietaryEnergyConsumed","value":§,"unit":"kcal","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"oxygenSaturation","value":§,"unit":"%","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":§,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":"§","unit":"mmHg"}]}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{"HKWasUserEntered":"§"}}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{"HKWasUserEntered":§}}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","end":"2026-01-§Z"}"#,
    #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-07T08:00:00Z","end":"2026-01-§Z"}"#,
    #"{"type":"nikeFuel","value":§,"unit":"count","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"height","value":§,"unit":"m","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"oxygenSaturation","value":§,"unit":"percent 0-100","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"bodyTemperature","value":§,"unit":"degF","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"bodyMass","value":§,"unit":"lb","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"bloodGlucose","value":§,"unit":"mmol<180.1558800000541>/L","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"heartRate","value":§,"unit":"count/hr","start":"2026-01-01T08:00:00Z"}"#,
  ]

  /// Texts that differ in little, in length, in what JSON, pointers and terminals make of them, in what they lack of a
  /// time.
  static let texts: [String] = [
    "a", "b", "heartRaet", "cuont/min", "a/b", "a~b", "a&b", "a{b}", "%", " ", "a\\\"b", "a\\\\b", "a\\u0041b",
    "a\\u0000b",
    "caf\u{E9}", "\u{202E}abc", "\u{7F}", String(repeating: "x", count: 59), String(repeating: "x", count: 60),
    String(repeating: "x", count: 61), "2026-01-01", "2026-01-02", "2026-01-01T08:00", "2026-01-01 08:00",
    "2026-01-01t08:01", "2026-01-01T08:00Z", "2026-01-01T08:00z", "2026-01-01T08:00+01:00", "2026-01-01T08:00*01:00",
    "2026-02-30T08:00:00Z", "2026-02-30T08:00:01Z", "2026-01-01T08:00:00", "2026-01-01T08:00:01",
    "2999-01-01T08:00:00Z",
    "2999-01-01", "2026-01-01T0", "20260101", "+2:00",
    "5", "7.5", "5.0", "5.50", "05", "0", "-0", "-1", "-12.25", "0.5", "0.05", "98", "301", "302.5", "2000", "70000",
    "70000.5", "72,5", "1e3", "2e308", "-1e-300", "100000000000000", "1000000000000000", "12345678901.12345",
    "9007199254740993", "123456789012.3456", "true", "null", "{}", "[1]", "high", "-x", ".5", " 5", "Infinity",
    "01T07:59:00", "01T07:58:59.8", "01T06:00:00", "01T06:00:20", "06T08:00:00", "06T08:00:20", "06T20:00:00",
    "07T07:59:40", "07T07:59:40.5", "07T07:00:00", "06T07:59:00",
    "mmol<180.5>/L", "mmol<181.5>/L", "mmol<0>/L", "kg", "1.2", "12", "120", "37.5", "97", "97.25", "99.123456789012",
    "1e200", "-2.2250738585072014e-308", "1234567.125", "60000.00000001",
  ]

  @Test("the words of a finding do not depend on those before it", arguments: faults, [false, true])
  func sameAsAlone(fault: String, redacts: Bool) throws {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    let validator = try LineFindings.validator()
    for size in [0, 5, HintBudget.size] {
      let hints = HintBudget(size: size)
      for text in (Self.texts + Self.texts).shuffled(using: &random) {
        let line = fault.replacing("§", with: text)
        let diagnostics = try LineFindings.diagnostics(line, validator, hints, redacts: redacts)
        // Which words were looked up depends on those before.
        let alone = try [0, HintBudget.size].map {
          try LineFindings.diagnostics(line, validator, HintBudget(size: $0), redacts: redacts)
        }
        if size == 0 { #expect(diagnostics == alone[0]) }
        if size == HintBudget.size { #expect(diagnostics == alone[1]) }
        for (index, diagnostic) in diagnostics.enumerated() {
          #expect(alone.contains { $0.indices.contains(index) && $0[index] == diagnostic })
        }
      }
    }
  }
}
