import HealthModel

/// The colors of text on a terminal, or none.
struct TextStyle {
  let usesColor: Bool

  /// Text in the color of a severity: red, yellow, cyan.
  func colored(_ text: String, _ severity: Severity) -> String {
    let color =
      switch severity {
      case .error: "31"
      case .warning: "33"
      case .note: "36"
      }
    return sequence("1;" + color, text)
  }

  /// Text that steps back.
  func dimmed(_ text: String) -> String { sequence("2", text) }

  private func sequence(_ codes: String, _ text: String) -> String {
    usesColor ? "\u{1B}[\(codes)m\(text)\u{1B}[0m" : text
  }
}
