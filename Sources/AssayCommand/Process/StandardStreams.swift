import Assay
import AssayPlatform
import HealthFormats
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

extension FileSource {
  static func bytes(of path: String) throws -> [UInt8] {
    var source = try FileSource(path: path)
    var bytes: [UInt8] = []
    while try source.read(into: &bytes, count: 1 << 18) > 0 {}
    return bytes
  }
}

extension JSONBuilder {
  var textLine: String { String(decoding: bytes, as: UTF8.self) + "\n" }
}

enum FileOutput {
  /// Makes or replaces a file; `-` is standard output, and devices and pipes are written to as they are.
  static func open(_ path: String) throws -> ByteOutput {
    if path == "-" { return .standardOutput() }
    return try path.hasPrefix("/dev/") ? ByteOutput.device(path) : ByteOutput.file(path)
  }
}

/// The statuses that a command ends with; Documentation/import.md says what they mean.
enum ExitStatus {
  static let done = Failure.Status.done.rawValue
  static let refused = Failure.Status.refused.rawValue
  static let usage = Failure.Status.usage.rawValue
  static let environment = Failure.Status.environment.rawValue
}

extension StopSignals {
  static var failure: Failure { Failure("stopped by a signal", status: .stopped(by: pending() ?? 0)) }

  static func check() throws { if pending() != nil { throw failure } }
}

extension Failure {
  /// Does something whose errors are mistakes in an option, which the words name.
  static func naming<Result>(_ words: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw usage("\(words) \(error)") }
  }
}
