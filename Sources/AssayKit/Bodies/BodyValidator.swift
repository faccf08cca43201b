public import HealthModel
public import HealthQueries
public import HealthValidation
import Synchronization

/// Judges the samples of bodies, as a server receives them, and makes of them what a store saves.
///
/// ```swift
/// let bodies = BodyValidator(try HealthTypes.builtIn())
/// let verdict = bodies.validate(body)
/// for finding in verdict.findings { print(finding.sample, finding.diagnostic.message) }
/// ```
///
/// One value serves all requests, from any number of tasks at once. What was allocated for a body is used again for the
/// next one, so that a body without findings costs a few allocations, however many samples it has.
public final class BodyValidator: Sendable {
  private let validator: Validator
  private let limit: Int
  /// Those that no task uses.
  private let idle = Mutex<[BodyJudge]>([])

  /// How many judges are kept when no task uses them.
  private static let idleLimit = 64

  /// Creates a validator.
  ///
  /// - Parameters:
  ///   - types: the types and their rules.
  ///   - subject: whose samples those are that name no subject, when a body's call names none either.
  ///   - requiresSubject: whether a sample without a subject is refused.
  ///   - units: which spellings of units are read in addition to HealthKit's.
  ///   - timeZone: the zone of times without an offset; without one they are refused.
  ///   - maximumFindings: the most findings of a body that are kept; further ones are counted.
  public convenience init(
    _ types: HealthTypes, subject: String? = nil, requiresSubject: Bool = false, units: UnitPolicy = .strict,
    timeZone: TimeZoneRules? = nil, maximumFindings: Int = 1000
  ) {
    let options = ValidationOptions(
      now: 0, subject: subject, requiresSubject: requiresSubject, units: units, timeZone: timeZone)
    self.init(types, options: options, maximumFindings: maximumFindings)
  }

  /// Creates a validator with all options of the rules, which the module `HealthValidation` has.
  ///
  /// - Parameters:
  ///   - types: the types and their rules.
  ///   - options: how samples are judged. Its `now` and `normalizes` do not matter.
  ///   - maximumFindings: the most findings of a body that are kept; further ones are counted.
  public init(_ types: HealthTypes, options: ValidationOptions, maximumFindings: Int = 1000) {
    validator = types.validator(options)
    limit = max(0, maximumFindings)
  }

  /// Judges the samples of a body.
  ///
  /// - Parameters:
  ///   - body: the text, of less than 2 GiB; a server refuses a longer one, and one of a sensible size, before.
  ///   - format: how the samples are written.
  ///   - now: the moment that counts as now: samples that are later get a warning.
  ///   - subject: whose samples those of the body are that name no subject; `nil` for the validator's.
  /// - Returns: the counts and the findings.
  public func validate(
    _ body: [UInt8], as format: BodyFormat = .json, now: Instant = .now, subject: String? = nil
  ) -> BodyVerdict {
    withJudge { $0.verdict(on: body, as: format, now: now.microseconds, subject: subject) }
  }

  /// Judges the samples of a body, and makes of those without an error what a store saves.
  ///
  /// ```swift
  /// let judged = BodyValidator(store.types).judged(body)
  /// let receipt = try await store.save(judged.samples)
  /// ```
  ///
  /// The rows of the store are made of the text directly: nothing is written or read a second time. Each sample gets
  /// the id that an import of the same text gives it, so that a body that comes twice is stored once.
  ///
  /// - Parameters:
  ///   - body: the text, of less than 2 GiB.
  ///   - format: how the samples are written.
  ///   - now: the moment that counts as now: samples that are later get a warning.
  ///   - subject: whose samples those of the body are that name no subject; `nil` for the validator's.
  /// - Returns: the counts and the findings, and the samples without an error in normal form.
  public func judged(
    _ body: [UInt8], as format: BodyFormat = .json, now: Instant = .now, subject: String? = nil
  ) -> JudgedBody {
    withJudge { $0.judged(body, as: format, now: now.microseconds, subject: subject) }
  }

  private func withJudge<Result>(_ work: (BodyJudge) -> Result) -> Result {
    let judge = idle.withLock { $0.popLast() } ?? BodyJudge(validator, limit: limit)
    defer { idle.withLock { if $0.count < Self.idleLimit { $0.append(judge) } } }
    return work(judge)
  }
}

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

/// How the samples of a body are written.
public enum BodyFormat: Sendable, Hashable, CaseIterable {
  /// A JSON array of samples, or a single sample.
  case json
  /// A sample on each line (NDJSON).
  case lines
}

/// What the rules say about the samples of a body.
public struct BodyVerdict: Sendable, Hashable {
  /// How many samples were read; members of correlations do not count.
  public internal(set) var count = 0
  /// How many of them have no error.
  public internal(set) var acceptedCount = 0
  /// The findings in the order of the body, as many as the validator keeps: errors before warnings and notes.
  public internal(set) var findings: [BodyFinding] = []
  /// How many findings there are, with those that are not kept.
  public internal(set) var findingCount = 0
  /// How many findings the judge held for the body, before they got their words.
  package internal(set) var keptCount = 0
  /// Whether the body was read to its end; `false` when it is not JSON from some place on.
  public internal(set) var isComplete = true

  /// Whether the whole body was read and each of its samples has no error.
  public var isAccepted: Bool { isComplete && acceptedCount == count }
}

/// A finding about a sample of a body.
public struct BodyFinding: Sendable, Hashable {
  /// The place of the sample in the body, from 0; the number of samples before a place where the body is not JSON.
  public let sample: Int
  /// The finding: its code, its words, its place in the sample as `pointer`, its line and column in the body as
  /// `location`.
  public let diagnostic: Diagnostic
}

/// The samples of a body, and what the rules say about them: see ``BodyValidator/judged(_:as:now:subject:)``.
public struct JudgedBody: Sendable {
  /// The counts and the findings.
  public let verdict: BodyVerdict
  /// The samples in the order of the body.
  ///
  /// ``HealthStore/save(_:)-(JudgedSamples)`` stores those without an error in one transaction. The others are refused, with
  /// the findings that the verdict keeps.
  public let samples: JudgedSamples
}

/// Where the samples of a body are in the batch that is made of them.
struct BodyRows {
  private var rows: [Int32] = []
  private var unset: Set<Int> = []
  private var end = 0

  /// Adds the next sample.
  mutating func add(isAccepted: Bool, upTo end: Int) {
    if isAccepted, end == self.end { unset.insert(rows.count) }
    rows.append(end > self.end ? Int32(clamping: self.end) : -1)
    self.end = end
  }

  /// The rows, of which none are left.
  mutating func take() -> BodyRows {
    defer { self = BodyRows() }
    return self
  }

  func samples(_ batch: SampleBatch, _ verdict: BodyVerdict) -> JudgedSamples {
    var batch = batch
    // Places in a body that is not kept.
    batch.record = Array(repeating: .empty, count: batch.count)
    var findings: [Int: [Diagnostic]] = [:]
    // One after the samples is about the place where the body is not JSON.
    for finding in verdict.findings where finding.sample < rows.count {
      findings[finding.sample, default: []].append(finding.diagnostic)
    }
    return JudgedSamples(batch: batch, rows: rows, unset: unset, findings: findings)
  }
}
