/// The log lines of a plugin for the operator: the first of one run, and the count of the rest.
///
/// Warnings and errors have a separate limit, so that notes that are not displayed do not use it up.
struct OperatorWords: Sendable {
  /// The maximum number of lines passed on, of each kind.
  static let maximumCount = 1000
  /// The maximum number of bytes passed on, of each kind.
  static let maximumBytes = 256 << 10

  /// The lines passed on, and the number of lines dropped.
  private struct Room: Sendable {
    var count = 0
    var bytes = 0
    var untold = 0

    /// The text, if it fits within the limit; otherwise it is not formatted.
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

  /// The line for one word, with its level; `nil` if it does not fit.
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
