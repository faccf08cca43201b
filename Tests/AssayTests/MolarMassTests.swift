import HealthFormats
import HealthModel
import HealthValidation
import SeededRandom
import Testing

/// A file may have a new molar mass in every record: units are judged by the text around it, and as though they were read.
@Suite("Units with a molar mass") struct MolarMassTests {
  @Test("units that measure something else are read a few times for all masses")
  func reads() throws {
    let validator = try LineFindings.validator()
    var judge = validator.makeJudge()
    for number in 0..<2000 { try Self.judge("heartRate", "mmol<\(1000 + number).\(number)1>/L", &judge) }
    let (codes, reads) = (judge.findings.map(\.code), judge.readUnits)
    #expect(codes == Array(repeating: .unitIncompatible, count: 2000))
    #expect(reads <= 3)
  }

  @Test(
    "a unit gets the verdict that it gets alone", arguments: ["heartRate", "bloodGlucose", "bodyMass", "stepCount"])
  func sameAsAlone(type: String) throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    let validator = try LineFindings.validator()
    let shapes = [
      "mmol<§>/L", "mol<§>", "mmol<§>", "kg*mmol<§>/L", "mmol<§>/mol<§>", "mmol<§>/mmol<180>", "mol<§>^20",
      "ymol<§>^-20",
      "Ymol<§>^9", "g<§>", "mmol<§", "mmol<§>>", "<§>", "mmol<§>/X", "count/min*mol<§>^2/mol<7>^2",
      "mmol<§>/kg.kg.kg.kg.kg.kg.kg.kg.kg.kg.kg.kg.kg.kg.kg.kg.kg.kg", String(repeating: "m.", count: 31) + "mol<§>",
      String(repeating: "mg.", count: 18) + "mol<§>",
    ]
    let masses = [
      "180.1558800000541", "1", "0", "0.5", "00012", "1.", ".5", "1..2", "1e3", "", "9999999999.999999",
      "9999999999999",
      "99999999999999", "0.000001", "12345678901", "123456.78901234567", "180", "7", "-1", "1 ",
    ]
    var judge = validator.makeJudge()
    for round in 0..<500 {
      let shape = shapes.randomElement(using: &random) ?? ""
      let mass =
        Bool.random(using: &random)
        ? masses.randomElement(using: &random) ?? "" : "\(Double.random(in: 0...2000, using: &random))"
      let unit = shape.replacing("§", with: mass)
      var alone = validator.makeJudge()
      try Self.judge(type, unit, &alone)
      let first = judge.findings.count
      try Self.judge(type, unit, &judge)
      let (found, expected) = (judge.findings[first...].map(\.code), alone.findings.map(\.code))
      #expect(found == expected, "SEED=\(seed), \(round): \(unit)")
    }
  }

  /// Judges a sample with a unit.
  private static func judge(_ type: String, _ unit: String, _ judge: inout SampleJudge) throws {
    let line = #"{"type":"\#(type)","value":72,"unit":"\#(unit)","start":"2026-01-01T08:00:00Z"}"# + "\n"
    let chunk = InputChunk(
      bytes: Array(line.utf8), offset: 0, index: 0, context: ChunkContext(isFirst: true, isLast: true))
    let bytes = chunk.bytes.span.bytes
    var reader = JSONLinesReader(chunk: chunk)
    var buffer = RawSampleBuffer(syntax: .json)
    guard case .sample(let span) = reader.next(in: bytes, into: &buffer) else {
      Issue.record("no sample: \(line)")
      return
    }
    judge.judge(buffer, span: span, in: bytes)
  }
}
