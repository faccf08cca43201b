import HealthModel

/// The statuses that a command ends with; Documentation/import.md says what they mean.
enum ExitStatus {
  static let done = Failure.Status.done.rawValue
  static let refused = Failure.Status.refused.rawValue
  static let usage = Failure.Status.usage.rawValue
  static let environment = Failure.Status.environment.rawValue
}
