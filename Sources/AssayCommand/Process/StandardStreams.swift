import Assay
import AssayPlatform
import HealthModel
import HealthReports

/// Standard error: summaries, progress and failures.
///
/// A failure to write here cannot be reported anywhere.
enum StandardError {
  static func write(_ text: String) {
    let output = ByteOutput.standardError()
    try? output.append(text)
    try? output.flush()
  }

  static var isTerminal: Bool { Terminal.error.isInteractive }

  /// The columns of the terminal, as it is now; 80 if it does not say.
  static var columns: Int { Terminal.error.columns ?? 80 }
}

enum StandardOutput {
  static var isTerminal: Bool { Terminal.output.isInteractive }

  static func write(_ text: String) throws(OutputError) {
    let output = ByteOutput.standardOutput()
    try output.append(text)
    try output.flush()
  }

  /// Writes text; a closed pipe is not an error, since the exit status has the result.
  static func writeIfOpen(_ text: String) throws(OutputError) {
    do {
      try write(text)
    } catch {
      guard error.isClosedPipe else { throw error }
    }
  }
}

extension JSONBuilder {
  var textLine: String { String(decoding: bytes, as: UTF8.self) + "\n" }
}

/// Outputs that an option names.
enum FileOutput {
  /// Makes or replaces a file; `-` is standard output, and devices and pipes are written to as they are.
  ///
  /// - Throws: `Failure` when it cannot be opened.
  static func open(_ path: String) throws -> ByteOutput {
    if path == "-" { return .standardOutput() }
    return try path.hasPrefix("/dev/") ? ByteOutput.device(path) : ByteOutput.file(path)
  }
}
