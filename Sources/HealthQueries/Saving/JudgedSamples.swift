public import HealthModel
import HealthStorage
import HealthValidation

/// New samples and what the rules say about them.
///
/// ```swift
/// let judged = types.judged([sample], now: now)
/// for finding in judged.findings(at: 0) { print(finding.severity, finding.message, finding.hint ?? "") }
/// ```
public struct JudgedSamples: Sendable {
  /// The samples without an error, in normal form with ids and digests: what a transaction appends.
  public let batch: SampleBatch
  let rows: [Int32]
  /// The samples that are facts which are not set, so that there is nothing to store.
  let unset: Set<Int>
  private let findings: [Int: [Diagnostic]]

  package init(batch: SampleBatch, rows: [Int32], unset: Set<Int>, findings: [Int: [Diagnostic]]) {
    self.batch = batch
    self.rows = rows
    self.unset = unset
    self.findings = findings
  }

  /// The subjects of the samples without an error, each once; `nil` stands for samples that name none.
  ///
  /// A server compares them with whom the sender may write for.
  public var subjects: [String?] {
    let named = batch.subjects.ranges.map(batch.string)
    return batch.subject.contains(-1) ? named + [nil] : named
  }

  /// How many samples were judged; members of correlations do not count.
  public var count: Int { rows.count }

  /// Whether a sample has no error.
  public func isAccepted(_ index: Int) -> Bool { rows[index] >= 0 || unset.contains(index) }

  /// What the rules found in a sample: errors refuse it, warnings and notes do not.
  ///
  /// A finding is at `pointer` in the sample, as `/value` or `/members/0/unit`; its `location` is empty.
  public func findings(at index: Int) -> [Diagnostic] { findings[index] ?? [] }
}

extension HealthTypes {
  /// Judges new samples without storing them.
  ///
  /// - Parameters:
  ///   - samples: the samples.
  ///   - now: the moment that counts as now: samples that are later get a warning.
  ///   - subject: whose samples they are if they name no subject.
  ///   - source: who says so if they name no source.
  /// - Returns: the findings, and the samples without an error in normal form.
  public func judged(
    _ samples: [NewSample], now: Instant, subject: String? = nil, source: SourceRevision? = nil
  ) -> JudgedSamples {
    var judge = NewSampleJudge(self, now: now.microseconds, subject: subject, source: source)
    return judge.judge(samples[...])
  }
}

/// Judges new samples, a part of them at a time: caches last from part to part.
struct NewSampleJudge: ~Copyable {
  private let validator: Validator
  private var judge: SampleJudge
  private var writer: RecordWriter

  /// How many samples, and how many bytes of their texts, are judged and appended at once.
  static let samplesOfAPart = 2000
  static let bytesOfAPart = 4 << 20

  init(_ types: HealthTypes, now: Int64, subject: String?, source: SourceRevision?) {
    validator = types.validator(ValidationOptions(now: now, subject: subject, normalizes: true))
    judge = validator.makeJudge()
    writer = RecordWriter(source: source)
  }

  mutating func judge(_ samples: ArraySlice<NewSample>, isLimited: Bool = false) -> JudgedSamples {
    judge.removeResults()
    writer.removeAll()
    var rows: [Int32] = []
    rows.reserveCapacity(isLimited ? min(samples.count, Self.samplesOfAPart) : samples.count)
    var unset: Set<Int> = []
    var faulty: [(sample: Int, findings: Range<Int>)] = []
    var row = 0
    // A span lends each sample, where a loop over the array copies it.
    let span = samples.span
    for index in span.indices {
      if isLimited, rows.count >= Self.samplesOfAPart || writer.bytes.count >= Self.bytesOfAPart { break }
      let texts = writer.write(span[index])
      let first = judge.findings.count
      let isAccepted = Self.judge(writer, texts, by: &judge)
      if judge.findings.count > first { faulty.append((rows.count, first..<judge.findings.count)) }
      let end = judge.batch.count
      if isAccepted, end == row { unset.insert(rows.count) }
      rows.append(end > row ? Int32(clamping: row) : -1)
      row = end
    }
    return JudgedSamples(batch: takeBatch(), rows: rows, unset: unset, findings: diagnostics(faulty))
  }

  private static func judge(_ writer: borrowing RecordWriter, _ span: Range<Int>, by judge: inout SampleJudge) -> Bool {
    judge.judge(writer.record, span: span, in: writer.bytes.span.bytes)
  }

  private func diagnostics(_ faulty: [(sample: Int, findings: Range<Int>)]) -> [Int: [Diagnostic]] {
    guard !faulty.isEmpty else { return [:] }
    var renderer = FindingRenderer(validator: validator, path: "", chunkStart: ReadPosition())
    renderer.makesClasses = false
    renderer.namesOptions = false
    var diagnostics: [Int: [Diagnostic]] = [:]
    for (sample, findings) in faulty {
      diagnostics[sample] = findings.map { index in
        var diagnostic = renderer.diagnostic(judge.findings[index], in: writer.bytes.span.bytes, syntax: .json)
        // Its place in the texts that were made of the values says nothing.
        diagnostic.location = SourceLocation(path: "")
        return diagnostic
      }
    }
    return diagnostics
  }

  /// The samples without an error; their places in texts that are not kept mean nothing.
  private func takeBatch() -> SampleBatch {
    var batch = judge.batch
    batch.record = Array(repeating: .empty, count: batch.count)
    return batch
  }
}
