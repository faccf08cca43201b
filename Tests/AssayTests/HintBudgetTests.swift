import Assay
import HealthFormats
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

  @Test("as many different words of an input are looked up as the budget has", arguments: faults)
  func words(fault: String) throws {
    let validator = Validator(registry: try ProjectFiles.registry(), options: ValidationOptions(now: ProjectFiles.now))
    let lines = (0..<HintBudget.size + 200).map { fault.replacing("#", with: "x\($0)y") }
    let hints = HintBudget()
    for line in lines { #expect(try !diagnostics(line, validator, hints).isEmpty) }
    #expect(hints.refusals == 200)
    // The next input has a budget of its own.
    let word = fault.replacing("#", with: "")
    let found = try diagnostics(word, validator, hints)
    #expect(found.contains { $0.hint?.hasPrefix("did you mean") != true })
    let others = try diagnostics(word, validator, HintBudget())
    #expect(others.contains { $0.hint?.hasPrefix("did you mean") == true })
  }

  private func diagnostics(_ line: String, _ validator: Validator, _ hints: HintBudget) throws -> [Diagnostic] {
    let chunk = InputChunk(
      bytes: Array((line + "\n").utf8), offset: 0, index: 0, context: ChunkContext(isFirst: true, isLast: true))
    let bytes = chunk.bytes.span.bytes
    var reader = JSONLinesReader(chunk: chunk)
    var buffer = RawSampleBuffer(syntax: .json)
    var judge = validator.makeJudge()
    guard case .sample(let span) = reader.next(in: bytes, into: &buffer) else { return [] }
    judge.judge(buffer, span: span, in: bytes)
    var renderer = FindingRenderer(validator: validator, path: "sample", chunkStart: ReadPosition())
    renderer.hints = hints
    return judge.findings.map { renderer.diagnostic($0, in: bytes, syntax: .json) }
  }
}
