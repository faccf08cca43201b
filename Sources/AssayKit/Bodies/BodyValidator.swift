public import HealthModel
public import HealthQueries
public import HealthValidation
import Synchronization

/// Judges the samples of bodies, as a server receives them, without storing them.
///
/// ```swift
/// let bodies = BodyValidator(try HealthTypes.builtIn())
/// let verdict = bodies.validate(body, now: .now)
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
  ///   - options: how samples are judged: whose they are, which spellings of units are read. Its `now` and `normalizes`
  ///     do not matter.
  ///   - maximumFindings: the most findings of a body that are kept; further ones are counted.
  public init(
    _ types: HealthTypes, options: ValidationOptions = ValidationOptions(now: 0), maximumFindings: Int = 1000
  ) {
    var options = options
    options.normalizes = false
    validator = types.validator(options)
    limit = max(0, maximumFindings)
  }

  /// Judges the samples of a body.
  ///
  /// - Parameters:
  ///   - body: the text, of less than 2 GiB; a server refuses a longer one, and one of a sensible size, before.
  ///   - format: how the samples are written.
  ///   - now: the moment that counts as now: samples that are later get a warning.
  /// - Returns: the counts and the findings.
  public func validate(_ body: [UInt8], as format: BodyFormat = .json, now: Instant) -> BodyVerdict {
    let judge = idle.withLock { $0.popLast() } ?? BodyJudge(validator)
    defer { idle.withLock { if $0.count < Self.idleLimit { $0.append(judge) } } }
    return judge.verdict(on: body, as: format, now: now.microseconds, limit: limit)
  }
}
