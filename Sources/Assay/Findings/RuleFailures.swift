import HealthModel

/// The rules of a session whose failure is reported: each once, at the input that it came in.
///
/// Used by one thread at a time.
final class RuleFailures {
  private var reported: Set<ObjectIdentifier> = []

  /// The finding about a failure.
  ///
  /// - Parameters:
  ///   - rules: the rules.
  ///   - failure: how they failed.
  ///   - path: the input that was read, as findings show it.
  /// - Returns: the finding; `nil` if it was reported before.
  func first(_ rules: any RuleRun, _ failure: RuleFailure, in path: String) -> Diagnostic? {
    reported.insert(ObjectIdentifier(rules)).inserted ? failure.diagnostic(in: path) : nil
  }
}
