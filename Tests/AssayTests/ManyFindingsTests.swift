import Assay
import HealthFormats
import HealthModel
import HealthValidation
import SeededRandom
import Testing

/// Many findings about one record: each is placed from the one before, not from the beginning of the record.
@Suite("Many findings in one record") struct ManyFindingsTests {
  private static func line(events: Int) -> String {
    let events = (0..<events).map { "{\"kind\":\"läp\($0)\",\"start\":\"2026-01-01T08:10:00Z\"}" }
    return """
      {"type":"workout","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:30:00Z",\
      "fields":{"activity":"running"},"lists":{"events":[\(events.joined(separator: ","))]}}
      """
  }

  private static func renderer(_ validator: Validator) -> FindingRenderer {
    FindingRenderer(validator: validator, path: "sample", chunkStart: ReadPosition())
  }

  /// The findings of the lines of a text.
  private static func findings(_ text: String, _ validator: Validator) -> (chunk: InputChunk, findings: [Finding]) {
    let chunk = InputChunk(
      bytes: Array(text.utf8), offset: 0, index: 0, context: ChunkContext(isFirst: true, isLast: true))
    let bytes = chunk.bytes.span.bytes
    var reader = JSONLinesReader(chunk: chunk)
    var buffer = RawSampleBuffer(syntax: .json)
    var judge = validator.makeJudge()
    while case .sample(let span) = reader.next(in: bytes, into: &buffer) {
      judge.judge(buffer, span: span, in: bytes)
      buffer.removeAll()
    }
    return (chunk, judge.findings)
  }

  @Test("the bytes of a record are measured a few times, whatever the number of findings", arguments: [1, 500, 4_000])
  func work(events: Int) throws {
    let validator = try LineFindings.validator()
    let text = Self.line(events: 1) + "\n" + Self.line(events: events) + "\n"
    let (chunk, findings) = Self.findings(text, validator)
    #expect(findings.count == events + 1)
    var renderer = Self.renderer(validator)
    for finding in findings { _ = renderer.diagnostic(finding, in: chunk.bytes.span.bytes, syntax: .json) }
    #expect(renderer.measuredBytes <= 2 * text.utf8.count)
  }

  @Test("a place is the same, whichever was found before it") func sameAsAlone() throws {
    let seed = SeededGenerator.seed(of: "ManyFindingsTests")
    var random = SeededGenerator(seed: seed)
    let validator = try LineFindings.validator()
    let text = (0..<4).map { Self.line(events: 3 + $0) + "\n" }.joined()
    let (chunk, findings) = Self.findings(text, validator)
    let bytes = chunk.bytes.span.bytes
    let records = Set(findings.map(\.record.start)).sorted().map { Int($0) }
    for _ in 0..<200 {
      var renderer = Self.renderer(validator)
      for record in records {
        for _ in 0..<Int.random(in: 0...5, using: &random) {
          let offset = Int.random(in: record..<min(record + 300, text.utf8.count), using: &random)
          var alone = Self.renderer(validator)
          let wanted = alone.location(of: offset, record: record, in: bytes)
          #expect(renderer.location(of: offset, record: record, in: bytes) == wanted, "SEED=\(seed)")
        }
      }
    }
  }
}
