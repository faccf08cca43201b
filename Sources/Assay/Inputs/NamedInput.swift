public import HealthFormats
public import HealthModel

/// An input as it was named: found, not readable, or not to be read for a reason that is a finding.
public enum NamedInput: Sendable {
  /// An input that is ready to be read.
  case found(ResolvedInput)
  /// An input that the system does not read, or that is of no format.
  case unreadable(RunFailure, path: String)
  /// An input that is not read, and the finding that says why.
  case finding(Diagnostic)

  /// The input as one that is not read, since something before it failed.
  func notChecked(since reason: String) -> NamedInput {
    guard case .found(let input) = self else { return self }
    return .finding(
      Diagnostic(
        code: .notChecked, message: "not checked: \(reason)", location: SourceLocation(path: input.displayPath)))
  }
}
