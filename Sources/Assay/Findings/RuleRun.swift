import HealthModel
import HealthRules
import HealthStorage

/// Rules that are not the catalog's on their way through the inputs of a command: those of a plugin, or compiled in.
///
/// Used by one thread at a time, in the order of the inputs. Findings come at the end of an input, so that a run says the
/// same each time.
protocol RuleRun: AnyObject {
  /// Why nothing more is judged: the run is incomplete then; `nil` if nothing went wrong.
  var failure: RuleFailure? { get }

  /// The rules, as `NAME/rule`.
  var ruleNames: [String] { get }

  /// Adds the accepted samples of a chunk; members are inside their correlation.
  ///
  /// - Parameters:
  ///   - result: the chunk's samples, and the lines of those that some plugin wants.
  ///   - written: the types of which there are lines; `nil` for all.
  ///   - position: where the chunk begins.
  ///   - path: the input, as findings show it.
  func take(_ result: ChunkResult, written: TypeSelection?, at position: ReadPosition, path: String)

  /// The findings in the input that ends here, in the order of the samples.
  func finishInput() -> [Diagnostic]

  /// Ends the run; what was found is known to be all then.
  func finish()
}

extension RuleRun {
  /// Whether something went wrong, so that nothing more is judged.
  var hasFailed: Bool { failure != nil }
}

/// How rules failed.
struct RuleFailure {
  /// The failure as a finding is named by it: `plugin-exited`; `nil` if it has no code.
  let code: String?
  /// What went wrong and what to do, made safe to show.
  let message: String
  let hint: String?

  init(_ error: StorageError) {
    code = error.code.rawValue
    message = error.message
    hint = error.commandHint
  }

  init(_ message: String) {
    code = nil
    self.message = message
    hint = nil
  }

  /// The failure as a finding of all reports, in the input that it came in.
  func diagnostic(in path: String) -> Diagnostic {
    var finding = Diagnostic(
      code: .notChecked, message: message, location: SourceLocation(path: path), hint: hint)
    finding.failure = code
    return finding
  }
}

extension StorageError {
  /// The most findings about one input.
  static let maximumRuleFindings = RuleJudge.maximumFindings

  /// More findings about an input than are kept.
  static func tooManyFindings(_ who: String) -> StorageError {
    StorageError(
      .pluginFlood, "\(who) has more than \(maximumRuleFindings) findings about an input",
      hint: "a rule that finds so much says little; let it say less")
  }
}
