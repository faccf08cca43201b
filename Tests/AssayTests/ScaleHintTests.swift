import Assay
import HealthFormats
import HealthModel
import HealthValidation
import Testing

/// What a number out of bounds is taken for: the right number in another unit.
struct ScaleHintTests {
  @Test(
    "a number that fits in another unit names it",
    arguments: [
      ("heartRate", "1.2", "count/min", "count/s"), ("bodyMass", "70000", "kg", "g"),
      ("bodyTemperature", "98.6", "degC", "degF"), ("bodyTemperature", "310", "degC", "K"),
      ("height", "178", "m", "cm"),
    ])
  func fits(_ type: String, _ value: String, _ unit: String, _ meant: String) throws {
    #expect(try hints(type, value, unit) == ["\(value) would fit as \(meant): is the unit right?"])
  }

  @Test(
    "a text that is not a unit has the nearest one as a hint, the type's own spellings first",
    arguments: [
      ("bloodGlucose", "5.4", "mmol/l", "did you mean `mmol/L`?"),
      ("bloodGlucose", "5.4", "MMOL/L", "did you mean `mmol/L`?"),
      ("bloodGlucose", "97", "mg/dl.", "did you mean `mg/dL`?"), ("heartRate", "70", "mmol/l", nil),
      ("bloodPressureSystolic", "12", "cmHg", "multiply the value by 10, and write `mmHg`"),
    ] as [(String, String, String, String?)])
  func unknownUnit(_ type: String, _ value: String, _ unit: String, _ hint: String?) throws {
    #expect(try findings(type, value, unit).map(\.hint) == [hint])
  }

  @Test(
    "the unit of percentages is named as what it is where it does not fit",
    arguments: [("bodyMass", "kg"), ("stepCount", "count"), ("bloodGlucose", "mg/dL")])
  func percentUnit(_ type: String, _ unit: String) throws {
    let found = try findings(type, "5", "percent 0-100")
    #expect(found.map(\.code) == [.unitUnknown])
    #expect(
      found.map(\.message) == [
        "\(type) takes \(unit), got `percent 0-100`, which only types with the unit `%` take"
      ])
  }

  @Test("a share in percent is told how shares are written") func percent() throws {
    #expect(try hints("oxygenSaturation", "97", "%") == ["% is a fraction here: 97 % is written 0.97"])
  }

  @Test(
    "a number that fits nowhere, or is just over the edge, is only out of bounds",
    arguments: [
      // No unit fits well: 5 count/s are at the edge.
      ("heartRate", "5", "count/min"), ("heartRate", "9", "count/min"), ("heartRate", "310", "count/min"),
      ("bodyMass", "700", "kg"), ("bodyTemperature", "46", "degC"), ("height", "2.9", "m"), ("height", "0.15", "m"),
      ("bodyMass", "-70", "kg"),
    ])
  func nearMiss(_ type: String, _ value: String, _ unit: String) throws {
    #expect(try hints(type, value, unit) == [nil])
  }

  @Test(
    "a number in another unit than the type's own is meant in the type's own, or has a slipped decimal point",
    arguments: [
      ("bodyMass", "17090", "lb", "170.9 lb would fit: is the decimal point right?"),
      ("bodyMass", "0.1709", "lb", "17.09 lb would fit: is the decimal point right?"),
      ("height", "0.7", "in", "0.7 would fit as m: is the unit right?"),
      ("height", "70", "m", "70 would fit as cm and as in: which unit is it?"),
      ("bodyTemperature", "37", "degF", "37 would fit as degC: is the unit right?"),
    ])
  func slipped(_ type: String, _ value: String, _ unit: String, _ hint: String) throws {
    #expect(try hints(type, value, unit) == [hint])
  }

  @Test(
    "the number is shown as it is written, shares as numbers and in percent",
    arguments: [
      ("bodyMass", "17090", "lb", "got 17090 lb (7751.89 kg)"),
      // Rounded it would be allowed.
      ("bodyMass", "1000000.001", "g", "got 1000000.001 g (1000.000001 kg)"),
      ("heartRate", "900", "count/min", "takes at most 300 count/min, got 900 count/min"),
      ("heartRate", "9e2", "count/min", "got 900 count/min"),
      ("oxygenSaturation", "0.2", "%", "oxygenSaturation is usually at least 0.5 (50 %), got 0.2 (20 %)"),
      ("oxygenSaturation", "0.07", "%", "got 0.07 (7 %)"),
      ("oxygenSaturation", "121.5", "percent 0-100", "takes at most 1 (100 %), got 121.5 percent 0-100 (1.215)"),
      ("oxygenSaturation", "97", "%", "got 97 (9700 %)"),
    ])
  func shown(_ type: String, _ value: String, _ unit: String, _ words: String) throws {
    let message = try #require(try findings(type, value, unit).first?.message)
    #expect(message.contains(words))
  }

  @Test("redacted findings guess nothing", arguments: [("bodyMass", "70000", "kg"), ("oxygenSaturation", "97", "%")])
  func redacted(_ type: String, _ value: String, _ unit: String) throws {
    #expect(try hints(type, value, unit, redacts: true) == [nil])
  }

  /// The hints of a sample's findings, which are about its value.
  private func hints(
    _ type: String, _ value: String, _ unit: String, redacts: Bool = false
  ) throws -> [String?] {
    let found = try findings(type, value, unit, redacts: redacts)
    #expect(found.allSatisfy { $0.code.family == .value && $0.field == "/value" })
    return found.map(\.hint)
  }

  private func findings(
    _ type: String, _ value: String, _ unit: String, redacts: Bool = false
  ) throws -> [Diagnostic] {
    let json = #"{"type":"\#(type)","value":\#(value),"unit":"\#(unit)","start":"2026-01-01T08:00:00Z"}"#
    let validator = Validator(
      registry: try ProjectFiles.registry(), options: ValidationOptions(now: ProjectFiles.now))
    let chunk = InputChunk(
      bytes: Array((json + "\n").utf8), offset: 0, index: 0, context: ChunkContext(isFirst: true, isLast: true))
    let bytes = chunk.bytes.span.bytes
    var reader = JSONLinesReader(chunk: chunk)
    var buffer = RawSampleBuffer(syntax: .json)
    var judge = validator.makeJudge()
    guard case .sample(let span) = reader.next(in: bytes, into: &buffer) else { throw CaseIsMalformed(line: json) }
    judge.judge(buffer, span: span, in: bytes)
    var renderer = FindingRenderer(validator: validator, path: "sample", chunkStart: ReadPosition())
    renderer.redacts = redacts
    return judge.findings.map { renderer.diagnostic($0, in: bytes, syntax: .json) }
  }
}
