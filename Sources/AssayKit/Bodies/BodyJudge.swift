import HealthFormats
import HealthModel
import HealthValidation
import Synchronization

/// Judges one body at a time, with the storage of those before.
final class BodyJudge: Sendable {
  // Uncontended: a task has it alone. The lock is what lets the judge be handed from task to task.
  private let state: Mutex<BodyState>

  init(_ validator: Validator) { state = Mutex(BodyState(validator)) }

  func verdict(on body: [UInt8], as format: BodyFormat, now: Int64, limit: Int) -> BodyVerdict {
    state.withLock { $0.verdict(on: body, as: format, now: now, limit: limit) }
  }
}

/// What is used again from body to body.
private struct BodyState: ~Copyable {
  private let validator: Validator
  private var judge: SampleJudge
  private var record = RawSampleBuffer(syntax: .json)
  private var faulty: [(sample: Int, findings: Range<Int>)] = []

  init(_ validator: Validator) {
    self.validator = validator
    judge = validator.makeJudge()
  }

  mutating func verdict(on body: [UInt8], as format: BodyFormat, now: Int64, limit: Int) -> BodyVerdict {
    // Places are 32 bits wide.
    guard body.count < Int32.max else { return Self.overlong(body.count) }
    judge.removeResults(now: now)
    faulty.removeAll(keepingCapacity: true)
    let chunk = InputChunk(bytes: body, offset: 0, index: 0, context: ChunkContext(isFirst: true, isLast: true))
    var verdict: BodyVerdict
    switch format {
    case .json:
      var reader = JSONArrayReader(chunk: chunk)
      verdict = counts(&reader, body)
    case .lines:
      var reader = JSONLinesReader(chunk: chunk)
      verdict = counts(&reader, body)
    }
    if !faulty.isEmpty { verdict.findings = findings(in: body, limit: limit) }
    return verdict
  }

  private mutating func counts<Reader: RecordReader & ~Copyable>(
    _ reader: inout Reader, _ body: [UInt8]
  ) -> BodyVerdict {
    let bytes = body.span.bytes
    var verdict = BodyVerdict()
    reading: while true {
      record.removeAll()
      let first = judge.findings.count
      let kind = reader.next(in: bytes, into: &record)
      switch kind {
      case .sample(let span):
        if judge.judge(record, span: span, in: bytes) { verdict.acceptedCount += 1 }
      case .broken(let span):
        judge.report(record.problems, span: span)
        verdict.isComplete = false
      case .unsupported, .companion: break
      case .end: break reading
      }
      if judge.findings.count > first { faulty.append((verdict.count, first..<judge.findings.count)) }
      if !verdict.isComplete { break }
      verdict.count += 1
    }
    verdict.findingCount = judge.findings.count
    return verdict
  }

  private func findings(in body: [UInt8], limit: Int) -> [BodyFinding] {
    let bytes = body.span.bytes
    var renderer = FindingRenderer(validator: validator, path: "", chunkStart: ReadPosition())
    renderer.makesClasses = false
    var rendered: [BodyFinding] = []
    for (sample, findings) in faulty {
      for index in findings {
        guard rendered.count < limit else { return rendered }
        let diagnostic = renderer.diagnostic(judge.findings[index], in: bytes, syntax: .json)
        rendered.append(BodyFinding(sample: sample, diagnostic: diagnostic))
      }
    }
    return rendered
  }

  private static func overlong(_ count: Int) -> BodyVerdict {
    var verdict = BodyVerdict()
    verdict.isComplete = false
    verdict.findingCount = 1
    let diagnostic = Diagnostic(
      code: .lineTooLong, message: "the body has \(count) bytes, and less than 2 GiB are read",
      location: SourceLocation(path: ""), hint: "send the samples in several bodies")
    verdict.findings = [BodyFinding(sample: 0, diagnostic: diagnostic)]
    return verdict
  }
}
