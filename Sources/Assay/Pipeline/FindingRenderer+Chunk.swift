import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// Makes diagnostics of what workers found, as a command's runs show it.
extension FindingRenderer {
  /// - Parameters:
  ///   - validator: the rules the findings are of.
  ///   - path: the input's path as it is shown.
  ///   - chunk: the chunk that was read.
  ///   - position: where its first byte stands.
  ///   - environment: says what is shown.
  init(
    validator: Validator, path: String, chunk: InputChunk, at position: ReadPosition, _ environment: RunEnvironment
  ) {
    self.init(validator: validator, path: path, chunkStart: position)
    redacts = environment.redacts
    makesClasses = environment.reporter?.wantsClasses ?? false
    makesExcerpts = environment.reporter?.wantsExcerpts ?? false
    if let appendix = chunk.appendix {
      contentCount = appendix.start
      contentOffset = { appendix.contentOffset(of: $0) }
    }
  }

  /// A finding with its words; what a store said of a sample is added.
  mutating func diagnostic(
    _ index: Int, of result: ChunkResult, in bytes: RawSpan, syntax: RawSyntax
  ) -> Diagnostic {
    var diagnostic = diagnostic(result.findings[index], in: bytes, syntax: syntax)
    if let reason = result.reasons[index], !redacts {
      diagnostic.message += ": " + TextEscaping.escaped(reason, limit: 400)
    }
    return diagnostic
  }
}
