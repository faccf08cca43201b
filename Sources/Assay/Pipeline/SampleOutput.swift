package import HealthFormats
package import HealthModel
package import HealthReports

/// Where accepted samples go, and in which form.
package enum SampleOutput {
  case lines(TracedLines)
  /// As a stream of the Arrow format, which may take the samples of several inputs.
  case arrow(ArrowOutput)
  /// As records of a published form of JSON, a line each.
  case records(InterchangeFormat, InterchangeOptions, ByteOutput)

  package static func lines(to output: ByteOutput, trace: SampleTrace = []) -> SampleOutput {
    .lines(TracedLines(trace, to: output))
  }

  func form(of registry: Registry) -> SampleEncoding {
    switch self {
    case .lines(let output): .lines(output.writer(registry))
    case .arrow(let output): .arrow(output.writer)
    case .records(let form, let options, _):
      .records(InterchangeWriter(form, registry: registry, options: options))
    }
  }

  func flush() throws(OutputError) {
    switch self {
    case .lines(let lines): try lines.output.flush()
    case .records(_, _, let output): try output.flush()
    case .arrow(let arrow): try arrow.output.flush()
    }
  }

  func end(isWhole: Bool) throws(OutputError) {
    guard case .arrow(let output) = self else { return }
    // Only a stream that has everything says that it is whole.
    if isWhole { try output.end() } else { try output.flush() }
  }

  func append(_ result: borrowing ChunkResult, from place: @autoclosure () -> TracedLocation) throws(OutputError) {
    switch self {
    case .lines(let output): try output.append(result, from: place())
    case .records(_, _, let output): try output.append(result.output)
    case .arrow(let output): try output.append(result, from: place())
    }
  }
}

/// How workers write accepted samples.
enum SampleEncoding: Sendable {
  case lines(SampleJSONWriter)
  case arrow(SampleArrowWriter)
  case records(InterchangeWriter)
}

/// A stream of samples in the Arrow format: its beginning, the samples of any number of inputs, and its end.
package final class ArrowOutput {
  let writer: SampleArrowWriter
  private var stream: ArrowStream
  private let trace: SampleTrace
  let output: ByteOutput

  package init(registry: Registry, trace: SampleTrace = [], to output: ByteOutput) throws(OutputError) {
    self.trace = trace
    writer = SampleArrowWriter(
      registry: registry, hasPlaces: trace.contains(.place), hasDigests: trace.contains(.digest))
    let stream = ArrowStream(writer.schema)
    self.stream = stream
    self.output = output
    try output.append { stream.begin(&$0) }
  }

  func append(_ result: borrowing ChunkResult, from place: @autoclosure () -> TracedLocation) throws(OutputError) {
    guard trace.contains(.place) else {
      for table in result.tables { try output.append { stream.append(table, to: &$0) } }
      return
    }
    var cursor = TracedCursor(place())
    let bytes = result.chunk.bytes.span.bytes
    var row = 0
    for var table in result.tables {
      let rows = row..<row + table.count
      writer.addPlaces(of: Array(cursor.path.utf8), to: &table) { offset in
        cursor.move(to: Int(result.batch.record[rows.lowerBound + offset].start), in: bytes)
        return (cursor.line, cursor.byteOffset)
      }
      row = rows.upperBound
      try output.append { stream.append(table, to: &$0) }
    }
  }

  package func flush() throws(OutputError) {
    try output.append { stream.flush(&$0) }
    try output.flush()
  }

  package func end() throws(OutputError) {
    try output.append {
      stream.flush(&$0)
      stream.end(&$0)
    }
    try output.flush()
  }
}
