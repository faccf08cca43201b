import HealthFormats
import HealthModel
import HealthTestKit
import HealthValidation

/// Samples in their normal form, as an import has them.
enum NormalBatch {
  /// Judges lines of samples, all of which must be accepted.
  ///
  /// - Parameters:
  ///   - lines: the samples.
  ///   - registry: their types.
  ///   - origin: the origin of samples that name none.
  ///   - isLax: whether the rules that can be off are off.
  /// - Returns: the samples.
  /// - Throws: `SampleIsRefused` for the first one that is.
  static func of(
    _ lines: [String], _ registry: Registry, origin: String? = nil, isLax: Bool = false
  ) throws -> SampleBatch {
    var options = ValidationOptions(now: ProjectFiles.now, origin: origin, units: .lenient, normalizes: true)
    if isLax {
      options.severities = SeverityPolicy(
        DiagnosticCode.allCases.map { SeverityPolicy.Setting(code: $0, severity: nil) })
    }
    let chunk = InputChunk(
      bytes: Array((lines.joined(separator: "\n") + "\n").utf8), offset: 0, index: 0,
      context: ChunkContext(isFirst: true, isLast: true))
    var reader = JSONLinesReader(chunk: chunk)
    var buffer = RawSampleBuffer(syntax: .json)
    var judge = Validator(registry: registry, options: options).makeJudge()
    let bytes = chunk.bytes.span.bytes
    while true {
      buffer.removeAll()
      guard case .sample(let span) = reader.next(in: bytes, into: &buffer) else { return judge.batch }
      guard judge.judge(buffer, span: span, in: bytes) else {
        let code = judge.findings.last { $0.severity == .error }?.code.name ?? "?"
        throw SampleIsRefused(line: String(decoding: chunk.bytes[span].prefix(200), as: UTF8.self), code: code)
      }
    }
  }
}

/// A sample that a test made up is refused.
struct SampleIsRefused: Error {
  var line: String
  var code: String
}

/// All that a batch says of one sample, in a form that two batches can be compared by.
struct NormalRow: Hashable, CustomStringConvertible {
  var type: Int32
  var times: [Int64]
  var offsets: [Int16]
  var value: UInt64
  var enumCase: Int32
  var id: SampleID
  var isGivenID: Bool
  var digest: UInt64
  var texts: [String]
  var shared: [String?]
  var correlation: Int32
  var role: Int32

  var description: String {
    "\(id) type \(type) \(times) \(offsets) \(value) case \(enumCase) \(isGivenID) \(digest) \(texts) \(shared) "
      + "in \(correlation) as \(role)"
  }

  init(_ row: Int, of batch: SampleBatch) {
    func text(_ index: Int32, _ table: InternTable) -> String? {
      index < 0 ? nil : batch.string(table.ranges[Int(index)])
    }
    type = batch.type[row]
    times = [batch.start[row], batch.end[row], batch.created[row]]
    offsets = [batch.startOffset[row], batch.endOffset[row], batch.createdOffset[row]]
    value = batch.value[row].bitPattern
    enumCase = batch.enumCase[row]
    id = batch.id[row]
    isGivenID = batch.isGivenID[row]
    digest = batch.digest[row]
    texts = [batch.text[row], batch.metadata[row], batch.original[row], batch.unknown[row]].map(batch.string)
    shared = [
      text(batch.source[row], batch.sources), text(batch.device[row], batch.devices),
      text(batch.subject[row], batch.subjects), text(batch.origin[row], batch.origins),
    ]
    correlation = batch.correlation[row]
    role = batch.role[row]
  }

  static func all(in batch: SampleBatch) -> [NormalRow] { (0..<batch.count).map { NormalRow($0, of: batch) } }
}
