import HealthArrow
package import HealthFormats
package import HealthModel
package import HealthReports

/// Where accepted samples go, and in which form.
package enum SampleOutput {
  /// As NDJSON.
  case lines(ByteOutput)
  /// As a stream of the Arrow format, which may take the samples of several inputs.
  case arrow(ArrowOutput)
  /// As records of a published form of JSON, a line each.
  case records(InterchangeForm, ByteOutput)

  /// What the workers need to write in the form.
  func form(of registry: Registry) -> SampleForm {
    switch self {
    case .lines: .lines(SampleJSONWriter(registry: registry))
    case .arrow(let output): .arrow(output.writer)
    case .records(let form, _): .records(InterchangeWriter(form, registry: registry))
    }
  }

  /// Writes the samples of a chunk.
  func append(_ result: borrowing ChunkResult) throws(OutputError) {
    switch self {
    case .lines(let output), .records(_, let output): try output.append(result.output)
    case .arrow(let output): try output.append(result.tables)
    }
  }
}

/// How workers write accepted samples.
enum SampleForm: Sendable {
  case lines(SampleJSONWriter)
  case arrow(SampleArrowWriter)
  case records(InterchangeWriter)
}

/// A stream of samples in the Arrow format: its beginning, the samples of any number of inputs, and its end.
package final class ArrowOutput {
  let writer: SampleArrowWriter
  private var stream: ArrowStream
  private let output: ByteOutput

  /// Begins a stream of samples of a registry's types.
  package init(registry: Registry, to output: ByteOutput) throws(OutputError) {
    writer = SampleArrowWriter(registry: registry)
    let stream = ArrowStream(writer.schema)
    self.stream = stream
    self.output = output
    try output.append { stream.begin(&$0) }
  }

  func append(_ tables: [ArrowTable]) throws(OutputError) {
    for table in tables { try output.append { stream.append(table, to: &$0) } }
  }

  /// Writes all samples that came.
  package func flush() throws(OutputError) {
    try output.append { stream.flush(&$0) }
    try output.flush()
  }

  /// Writes all samples that came, and the end of the stream.
  package func end() throws(OutputError) {
    try output.append {
      stream.flush(&$0)
      stream.end(&$0)
    }
    try output.flush()
  }
}
