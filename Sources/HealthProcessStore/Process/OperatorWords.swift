/// What a plugin says to the operator: the first words of one run of it, and the count of the rest.
///
/// Warnings and errors have room of their own, so that notes that nobody sees do not take it.
struct OperatorWords: Sendable {
  /// How many lines are told of each kind.
  static let maximumCount = 1000
  /// How many bytes are told of each kind.
  static let maximumBytes = 256 << 10

  /// What was told, and how many lines were not.
  private struct Room: Sendable {
    var count = 0
    var bytes = 0
    var untold = 0

    /// The text, when there is room for it; it is not made when there is none.
    mutating func take(_ text: () -> String) -> String? {
      if untold == 0, count < OperatorWords.maximumCount {
        let text = text()
        if bytes + text.utf8.count <= OperatorWords.maximumBytes {
          count += 1
          bytes += text.utf8.count
          return text
        }
      }
      untold += 1
      return nil
    }
  }

  private var notes = Room()
  private var warnings = Room()

  /// The line for one word, with its level; `nil` when there is no room for it.
  mutating func line(_ level: String, _ words: () -> String) -> String? {
    switch level {
    case "warning", "error": warnings.take { "\(level): \(words())" }
    default: notes.take { "\(level == "debug" ? level : "info"): \(words())" }
    }
  }

  /// Lines that say how many more there were; after this they are not said again.
  mutating func rest(_ name: String) -> [String] {
    let lines = [("warning", warnings.untold), ("info", notes.untold)].filter { $0.1 > 0 }.map { level, count in
      "\(level): \(name): and \(count) more log line\(count == 1 ? "" : "s")"
    }
    notes.untold = 0
    warnings.untold = 0
    return lines
  }
}
