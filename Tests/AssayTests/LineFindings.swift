import Assay
import HealthFormats
import HealthModel
import HealthValidation

/// The findings of one sample as a line of JSON, in words.
enum LineFindings {
  /// The rules of the project's catalog, at a fixed moment.
  static func validator() throws -> Validator {
    Validator(registry: try ProjectFiles.registry(), options: ValidationOptions(now: ProjectFiles.now))
  }

  /// Judges a line.
  static func diagnostics(
    _ line: String, _ validator: Validator, _ hints: HintBudget = HintBudget(), redacts: Bool = false,
    makesClasses: Bool = false
  ) throws -> [Diagnostic] {
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
    renderer.redacts = redacts
    renderer.makesClasses = makesClasses
    return judge.findings.map { renderer.diagnostic($0, in: bytes, syntax: .json) }
  }
}
