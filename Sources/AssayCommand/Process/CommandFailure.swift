import Assay
import HealthModel

/// The statuses that a command ends with; Documentation/import.md says what they mean.
enum ExitStatus {
  static let done = RunStatus.done.rawValue
  static let refused = RunStatus.refused.rawValue
  static let usage = RunStatus.usage.rawValue
  static let environment = RunStatus.environment.rawValue
}

/// An error that ends a command: one line for standard error, and the status.
struct CommandFailure: Error {
  var message: String
  var status: Int32
  /// Findings that are printed first.
  var diagnostics: [Diagnostic] = []
  /// Whether a type is missing, which a catalog that was left out may define.
  var lacksType = false

  init(_ message: String, status: Int32) {
    self.message = message
    self.status = status
  }

  static func usage(_ message: String) -> CommandFailure { CommandFailure(message, status: ExitStatus.usage) }

  /// The meaning of an error for the user at the command line.
  init(_ error: any Error) {
    if let failure = error as? CommandFailure {
      self = failure
      return
    }
    let failure = RunFailure(error)
    self.init(failure.message, status: failure.status.rawValue)
    diagnostics = failure.diagnostics
    lacksType = failure.lacksType
  }
}
