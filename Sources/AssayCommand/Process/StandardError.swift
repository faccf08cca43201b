import HealthReports

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Standard error: summaries, progress and failures.
///
/// A failure to write here has nowhere to be told.
enum StandardError {
  static func write(_ text: String) {
    let output = ByteOutput.standardError()
    try? output.append(text)
    try? output.flush()
  }

  static var isTerminal: Bool { isatty(2) == 1 }

  /// The columns of the terminal, as it is now; 80 if it does not say.
  static var columns: Int {
    var size = winsize()
    return ioctl(2, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}

/// Standard output.
enum StandardOutput {
  static var isTerminal: Bool { isatty(1) == 1 }

  /// Writes text in full, or throws.
  static func write(_ text: String) throws(OutputError) {
    let output = ByteOutput.standardOutput()
    try output.append(text)
    try output.flush()
  }
}
