import HealthModel
import HealthQueries
import HealthValidation
import Synchronization

/// Judges one body at a time, with the storage of those before.
final class BodyJudge: Sendable {
  // Uncontended: a task has it alone. The lock is what lets the judge be handed from task to task.
  private let state: Mutex<BodyState>

  init(_ validator: Validator, limit: Int) {
    state = Mutex(BodyState(validator, limit: limit))
  }

  func verdict(on body: [UInt8], as format: BodyFormat, now: Int64, subject: String?) -> BodyVerdict {
    state.withLock { $0.verdict(on: body, as: format, now: now, subject: subject) }
  }

  func judged(_ body: [UInt8], as format: BodyFormat, now: Int64, subject: String?) -> JudgedBody {
    state.withLock { $0.judged(body, as: format, now: now, subject: subject) }
  }
}

private struct BodyState: ~Copyable {
  private let validator: Validator
  private var judge: SampleJudge
  private var record = RawSampleBuffer(syntax: .json)
  private var faulty: [(sample: Int, kept: Range<Int>, late: Range<Int>)] = []
  private var rows = BodyRows()
  private let limit: Int

  init(_ validator: Validator, limit: Int) {
    self.validator = validator
    self.limit = limit
    judge = validator.makeJudge()
    judge.maximumFindings = limit
  }

  mutating func judged(_ body: [UInt8], as format: BodyFormat, now: Int64, subject: String?) -> JudgedBody {
    let verdict = verdict(on: body, as: format, now: now, subject: subject, normalizes: true)
    // Neither is kept for the next body: a long one would hold the memory of its samples.
    return JudgedBody(verdict: verdict, samples: rows.take().samples(judge.takeBatch(), verdict))
  }

  mutating func verdict(
    on body: [UInt8], as format: BodyFormat, now: Int64, subject: String?, normalizes: Bool = false
  ) -> BodyVerdict {
    // Places are 32 bits wide.
    guard body.count < Int32.max else { return Self.overlong(body.count) }
    judge.removeResults(now: now, subject: subject ?? validator.options.subject, normalizes: normalizes)
    faulty.removeAll(keepingCapacity: true)
    let context = ChunkContext(isFirst: true, isLast: true)
    var verdict: BodyVerdict
    switch format {
    case .json:
      var reader = JSONArrayReader(bytes: body, context: context)
      verdict = counts(&reader, body, normalizes, longest: SampleLimits.longest)
    case .lines:
      // It refuses longer lines itself, and reads on.
      var reader = JSONLinesReader(bytes: body, context: context)
      verdict = counts(&reader, body, normalizes, longest: .max)
    }
    if !faulty.isEmpty { verdict.findings = findings(in: body) }
    return verdict
  }

  private mutating func counts<Reader: RecordReader & ~Copyable>(
    _ reader: inout Reader, _ body: [UInt8], _ normalizes: Bool, longest: Int
  ) -> BodyVerdict {
    let bytes = body.span.bytes
    var verdict = BodyVerdict()
    reading: while true {
      record.removeAll()
      let (first, firstLate) = (judge.findings.count, judge.lateErrors.count)
      let kind = reader.next(in: bytes, into: &record)
      switch kind {
      case .sample(let span) where span.count > longest:
        // As in files, where nothing after such an element is read.
        judge.report([RawProblem(.lineTooLong, .sampleTooLong, at: span.lowerBound..<span.lowerBound + 1)], span: span)
        verdict.isComplete = false
      case .sample(let span):
        let isAccepted = judge.judge(record, span: span, in: bytes)
        if isAccepted { verdict.acceptedCount += 1 }
        if normalizes { rows.add(isAccepted: isAccepted, upTo: judge.batch.count) }
      case .broken(let span):
        judge.report(record.problems, span: span)
        verdict.isComplete = false
      case .unsupported, .companion: break
      case .end: break reading
      }
      let (kept, late) = (first..<judge.findings.count, firstLate..<judge.lateErrors.count)
      if !kept.isEmpty || !late.isEmpty { faulty.append((verdict.count, kept, late)) }
      if !verdict.isComplete { break }
      verdict.count += 1
    }
    verdict.keptCount = judge.findings.count
    verdict.findingCount = judge.findings.count + judge.unkept.total
    return verdict
  }

  private func findings(in body: [UInt8]) -> [BodyFinding] {
    let bytes = body.span.bytes
    var renderer = FindingRenderer(validator: validator, path: "", chunkStart: ReadPosition())
    renderer.makesClasses = false
    renderer.namesOptions = false
    var rendered: [BodyFinding] = []
    let choice = FindingChoice(judge)
    for (sample, kept, late) in faulty {
      for finding in choice.findings(of: judge, kept: kept, late: late) {
        let diagnostic = renderer.diagnostic(finding, in: bytes, syntax: .json)
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
