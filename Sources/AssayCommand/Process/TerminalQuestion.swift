import AssayPlatform

enum TerminalQuestion {
  /// Whether a user can read a question and answer it.
  static var canAsk: Bool { Terminal.input.isInteractive && Terminal.error.isInteractive }

  /// Asks; only an answer that begins with `y` is a yes.
  static func ask(_ question: String) -> Bool {
    StandardError.write("\(question) [y/N] ")
    return readLine()?.lowercased().hasPrefix("y") ?? false
  }
}
