import HealthModel
import HealthValidation

@testable import Assay

/// Judges single samples given as JSON text.
struct SampleCheck {
  private let validator: Validator

  /// Creates a check that judges by a validator's types and options.
  init(_ validator: Validator) { self.validator = validator }

  /// The distinct error codes of a sample, in the order they are found.
  func errors(in json: String) -> [DiagnosticCode] {
    var codes: [DiagnosticCode] = []
    for finding in diagnostics(in: json) where finding.severity == .error && !codes.contains(finding.code) {
      codes.append(finding.code)
    }
    return codes
  }

  func diagnostics(in json: String, path: String = "sample") -> [Diagnostic] {
    JudgedLines(Array((json + "\n").utf8), by: validator).diagnostics(path: path)
  }
}
