import HealthFormats
import HealthModel
import HealthValidation

/// Reads and judges the records of one chunk.
///
/// A worker is used by one thread at a time and keeps its caches.
struct ChunkWorker: Sendable, ~Copyable {
  private var judge: SampleJudge
  private let validator: Validator
  private let writer: SampleJSONWriter?
  private let keepsRefused: Bool

  /// - Parameters:
  ///   - validator: the rules.
  ///   - writer: when given, accepted samples are written as NDJSON as well.
  ///   - keepsRefused: whether the places of refused records are wanted, for the quarantine.
  init(validator: Validator, writer: SampleJSONWriter?, keepsRefused: Bool) {
    self.validator = validator
    self.writer = writer
    self.keepsRefused = keepsRefused
    judge = validator.makeJudge()
  }

  /// What the chunk's records are.
  mutating func process(_ chunk: InputChunk, format: InputFormat) -> ChunkResult {
    var result = ChunkResult(chunk: chunk)
    judge.removeResults()
    var extent: TextExtent?
    switch format {
    case .jsonLines:
      var reader = JSONLinesReader(chunk: chunk)
      run(&reader, .json, &result)
      extent = reader.extent(in: chunk.bytes.span.bytes)
    case .json:
      var reader = JSONArrayReader(chunk: chunk)
      run(&reader, .json, &result)
    case .appleHealth:
      var reader = AppleHealthReader(chunk: chunk)
      run(&reader, .appleHealth, &result)
      for (name, count) in reader.elementCounts { result.elements[name, default: 0] += count }
    case .csv:
      // The result's chunk gets the texts that the table's layout adds; findings point at them.
      var reader = CSVReader(preparing: &result.chunk)
      run(&reader, .csv, &result)
    }
    result.findings = judge.findings
    result.batch = judge.batch
    result.total = judge.total
    result.byType = judge.byType
    result.calendar = judge.calendar
    if let writer { writer.append(judge.batch, to: &result.output) }
    result.extent = extent ?? TextExtent(of: 0..<chunk.contentCount, in: chunk.bytes.span.bytes)
    return result
  }

  private mutating func run<Reader: RecordReader & ~Copyable>(
    _ reader: inout Reader, _ syntax: RawSyntax, _ result: inout ChunkResult
  ) {
    var buffer = RawSampleBuffer(syntax: syntax)
    let chunk = result.chunk.bytes
    let bytes = chunk.span.bytes
    reading: while true {
      buffer.removeAll()
      let firstFinding = judge.findings.count
      switch reader.next(in: bytes, into: &buffer) {
      case .end: break reading
      case .sample(let span):
        result.records += 1
        let row = judge.batch.count
        let isAccepted = judge.judge(buffer, span: span, in: bytes)
        if buffer.problems.first?.code == .truncated { result.isIncomplete = true }
        if !isAccepted, keepsRefused {
          result.refused.append(
            RefusedRecord(
              span: ByteRange(span), findings: firstFinding..<judge.findings.count,
              isFragment: result.chunk.context.isOverlong))
        }
        if !buffer.unsupported.isEmpty {
          keepUnsupported(buffer, parent: isAccepted && row < judge.batch.count ? row : nil, bytes, &result)
        }
      case .unsupported:
        result.records += 1
        keepUnsupported(buffer, parent: nil, bytes, &result)
      case .broken(let span):
        judge.report(buffer.problems, span: span)
        if keepsRefused {
          result.refused.append(
            RefusedRecord(span: ByteRange(span), findings: firstFinding..<judge.findings.count, isFragment: true))
        }
        result.isBroken = true
        result.hasHeaderFault = buffer.problems.contains { $0.code == .csvHeader }
        break reading
      }
    }
  }

  private func keepUnsupported(
    _ buffer: borrowing RawSampleBuffer, parent: Int?, _ bytes: RawSpan, _ result: inout ChunkResult
  ) {
    for item in buffer.unsupported {
      let name = Int(item.name.lowerBound)..<Int(item.name.upperBound)
      let text = String(decoding: name.map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }, as: UTF8.self)
      result.unsupportedCounts[text, default: 0] += 1
      guard keepsRefused else { continue }
      result.unsupported.append(
        UnsupportedElement(
          name: text, span: ByteRange(Int(item.span.lowerBound)..<Int(item.span.upperBound)),
          parent: item.hasParent ? parent : nil))
    }
  }
}

/// What became of a chunk, to be taken up in input order.
struct ChunkResult: Sendable {
  var chunk: InputChunk
  var findings: [Finding] = []
  var batch = SampleBatch()
  var total = Tally()
  var byType: [Tally] = []
  /// Accepted samples by type and day, when the options ask for them.
  var calendar = SampleCalendar()
  var records = 0
  var elements: [String: Int] = [:]
  var unsupportedCounts: [String: Int] = [:]
  var unsupported: [UnsupportedElement] = []
  var refused: [RefusedRecord] = []
  /// How far the chunk moves the line and column on.
  var extent = TextExtent()
  /// Accepted samples as NDJSON, when asked for.
  var output: [UInt8] = []
  /// What a store said of samples it refused, by the index of the finding.
  var reasons: [Int: String] = [:]
  /// Whether findings and refused records are in input order; what a store does not keep is added behind the others.
  var isInOrder = true
  /// Whether the input ends inside its last record.
  var isIncomplete = false
  /// Whether it is broken because the header of a table cannot be used.
  var hasHeaderFault = false
  /// Members that were read before as records of their own, and count once.
  var twins: [Int] = []
  /// Whether the document is broken here: nothing behind it counts.
  var isBroken = false

  init(chunk: InputChunk) { self.chunk = chunk }
}

/// A refused record and its findings.
struct RefusedRecord: Sendable {
  var span: ByteRange
  var findings: Range<Int>
  /// Whether the record passed the rules but conflicts with a stored sample.
  var isConflict = false
  /// Whether only a part of a record stands there, or all that is left of a broken document: nothing to read again.
  var isFragment = false
}

/// An element that has no type yet, and the row of the sample it belongs to.
struct UnsupportedElement: Sendable {
  var name: String
  var span: ByteRange
  var parent: Int?
}
