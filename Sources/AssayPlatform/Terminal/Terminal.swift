import CLibrary

/// The standard streams as a person sees them.
package enum Terminal: Int32, Sendable {
  case input, output, error

  package var isInteractive: Bool { isatty(rawValue) == 1 }

  /// The columns of the terminal, as it is now; `nil` when it does not say.
  package var columns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether it is a pipe or socket whose reader has gone away.
  package var isUnread: Bool { Readiness.of(rawValue, .end).isOver }
}
