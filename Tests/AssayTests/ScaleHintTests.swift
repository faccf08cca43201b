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

  @Test("a share in percent is told how shares are written") func percent() throws {
    #expect(try hints("oxygenSaturation", "97", "%") == ["% is a fraction here: 97 % is written 0.97"])
  }

  @Test(
    "a number that fits nowhere, or is just over the edge, is only out of bounds",
    arguments: [
      // No unit fits well: 5 count/s are at the edge.
      ("heartRate", "5", "count/min"), ("heartRate", "9", "count/min"), ("heartRate", "310", "count/min"),
      ("bodyMass", "600", "kg"), ("bodyTemperature", "46", "degC"), ("height", "2.6", "m"), ("height", "0.15", "m"),
      ("bodyMass", "-70", "kg"),
    ])
  func nearMiss(_ type: String, _ value: String, _ unit: String) throws {
    #expect(try hints(type, value, unit) == [nil])
  }

  @Test("redacted findings guess nothing", arguments: [("bodyMass", "70000", "kg"), ("oxygenSaturation", "97", "%")])
  func redacted(_ type: String, _ value: String, _ unit: String) throws {
    #expect(try hints(type, value, unit, redacts: true) == [nil])
  }

  /// The hints of a sample's findings, which are about its value.
  private func hints(
    _ type: String, _ value: String, _ unit: String, redacts: Bool = false
  ) throws -> [String?] {
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
    let found = judge.findings.map { renderer.diagnostic($0, in: bytes, syntax: .json) }
    #expect(found.allSatisfy { $0.code.family == "value" && $0.field == "/value" })
    return found.map(\.hint)
  }
}
