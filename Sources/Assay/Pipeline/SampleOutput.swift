package import HealthFormats
package import HealthModel
package import HealthReports
package import HealthValidation

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

/// The place in an input where the records of a chunk begin.
package struct TracedLocation {
  let path: String
  let position: ReadPosition
  let isLineOfRange: Bool
}

/// Goes over the records of a chunk, in order, and says where they are.
struct TracedCursor {
  let path: String
  private(set) var line: Int
  private let start: Int64
  private var place = 0

  init(_ place: TracedLocation) {
    path = place.path
    line = place.position.line
    start = place.position.byteOffset
  }

  var byteOffset: Int64 { start + Int64(place) }

  mutating func move(to record: Int, in bytes: RawSpan) {
    let end = min(record, bytes.byteCount)
    guard end > place else { return }
    var next = bytes.firstNewline(from: place, to: end)
    while next < end {
      line += 1
      next = bytes.firstNewline(from: next + 1, to: end)
    }
    place = end
  }
}

/// Lines of samples with what is said beside them, as NDJSON.
///
/// Workers do not know at which line their chunk begins, so places are added when the chunks are put in order: the text
/// of a line is copied once more, and nothing is allocated for it.
package final class TracedLines {
  private let trace: SampleTrace
  let output: ByteOutput
  private var beginning: (path: String, text: [UInt8]) = ("", [])

  package init(_ trace: SampleTrace, to output: ByteOutput) {
    self.trace = trace
    self.output = output
  }

  func writer(_ registry: Registry) -> SampleJSONWriter {
    var writer = SampleJSONWriter(registry: registry)
    writer.trace = trace
    return writer
  }

  func append(_ result: borrowing ChunkResult, from place: @autoclosure () -> TracedLocation) throws(OutputError) {
    guard trace.contains(.place) else { return try output.append(result.output) }
    let from = place()
    if beginning.text.isEmpty || beginning.path != from.path {
      var text = Array(",\"assay\":{\"path\":".utf8)
      JSONText.appendShown(from.path, to: &text)
      text += ",\"line\":".utf8
      beginning = (from.path, text)
    }
    var cursor = TracedCursor(from)
    let bytes = result.chunk.bytes.span.bytes
    let lines = result.output.span.bytes
    var start = 0
    for row in 0..<result.batch.count where result.batch.correlation[row] < 0 {
      cursor.move(to: Int(result.batch.record[row].start), in: bytes)
      let end = lines.firstNewline(from: start, to: lines.byteCount)
      try output.append { output in
        // Without the brace that ends the object.
        lines.extracting(start..<max(start, end - 1)).withUnsafeBytes { output.append(contentsOf: $0) }
        beginning.text.withUnsafeBytes { output.append(contentsOf: $0) }
        Self.append(Int64(cursor.line), to: &output)
        if from.isLineOfRange { output.append(contentsOf: ",\"line_base\":\"range\"".utf8) }
        output.append(contentsOf: ",\"byte_offset\":".utf8)
        Self.append(cursor.byteOffset, to: &output)
        if trace.contains(.digest) {
          output.append(contentsOf: ",\"digest\":\"".utf8)
          Hexadecimal.append(result.batch.digest[row], to: &output)
          output.append(UInt8(ascii: "\""))
        }
        output.append(contentsOf: "}}\n".utf8)
      }
      start = min(end + 1, lines.byteCount)
    }
  }

  private static func append(_ number: Int64, to output: inout [UInt8]) {
    var divisor: Int64 = 1
    while number / divisor >= 10 { divisor *= 10 }
    var rest = number
    while divisor > 0 {
      output.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }
}

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
    result = worker.judge(
      InputChunk(bytes: text, offset: 0, index: 0, context: context), format: .jsonLines, stopsAtLimit: false)
  }

  package func diagnostics(path: String, namesOptions: Bool = true) -> [Diagnostic] {
    var renderer = FindingRenderer(validator: validator, path: path, chunkStart: ReadPosition())
    renderer.namesOptions = namesOptions
    let bytes = result.chunk.bytes.span.bytes
    return result.findings.map { renderer.diagnostic($0, in: bytes, syntax: .json) }
  }
}
