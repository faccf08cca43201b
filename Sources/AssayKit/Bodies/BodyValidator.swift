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
