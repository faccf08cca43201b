import AssayPlatform
import HealthModel

/// The statuses that a command ends with; Documentation/import.md says what they mean.
enum ExitStatus {
  static let done = Failure.Status.done.rawValue
  static let refused = Failure.Status.refused.rawValue
  static let usage = Failure.Status.usage.rawValue
  static let environment = Failure.Status.environment.rawValue
}

extension StopSignals {
  /// Why a command ends that a signal stops.
  static var failure: Failure { Failure("stopped by a signal", status: .stopped(by: pending() ?? 0)) }

  /// Ends the command if a signal has come.
  static func check() throws { if pending() != nil { throw failure } }
}

extension Failure {
  /// Does something whose errors are mistakes in an option, which the words name.
  static func naming<Result>(_ words: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw usage("\(words) \(error)") }
  }
}
