import HealthFormats
package import HealthModel
package import HealthValidation

/// Samples written as JSON lines, all of them in memory, and what they are by the rules.
package struct JudgedLines {
  /// The samples that passed; in normal form, with ids and digests, when the validator normalizes.
  package var batch: SampleBatch { result.batch }
  package var total: Tally { result.total }

  private let validator: Validator
  private let result: ChunkResult

  package init(_ text: [UInt8], by validator: Validator) {
    self.validator = validator
    let context = ChunkContext(isFirst: true, isLast: true)
    var worker = ChunkWorker(validator: validator, writer: nil, keepsRefused: false, setsPendingAside: false)
    result = worker.process(InputChunk(bytes: text, offset: 0, index: 0, context: context), format: .jsonLines)
  }

  package func diagnostics(path: String, namesOptions: Bool = true) -> [Diagnostic] {
    var renderer = FindingRenderer(validator: validator, path: path, chunkStart: ReadPosition())
    renderer.namesOptions = namesOptions
    let bytes = result.chunk.bytes.span.bytes
    return result.findings.map { renderer.diagnostic($0, in: bytes, syntax: .json) }
  }
}
