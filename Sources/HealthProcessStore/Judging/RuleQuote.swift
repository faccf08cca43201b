import HealthModel
import HealthStorage

/// Shows what a plugin wrote in messages about its faults: the beginning, escaped, and nothing if nothing of the samples
/// may be shown, since a plugin may write what it read.
struct RuleQuote {
  /// The most bytes that are shown.
  static let limit = 80

  private let redacts: Bool
  private let secrets: StoreSecrets

  init(redacts: Bool, _ secrets: StoreSecrets) {
    self.redacts = redacts
    self.secrets = secrets
  }

  /// A text as part of a message; a word for it if it is not shown.
  func shown(_ text: String) -> String { redacts ? "(redacted)" : "`\(secrets.shown(text, limit: Self.limit))`" }

  /// A text as the end of a message.
  func suffix(_ text: String) -> String { redacts ? "" : ": " + shown(text) }

  /// A line as the end of a message.
  func suffix(_ line: ArraySlice<UInt8>) -> String {
    guard !redacts else { return "" }
    guard !line.isEmpty else { return ": an empty line" }
    // A secret that the end of the piece cuts is not known again, so more is looked through than is shown.
    let piece = secrets.blanked(utf8: line.prefix(Self.limit + secrets.longest))
    let shown = TextEscaping.escaped(utf8: piece.prefix(Self.limit), limit: Self.limit)
    return ": `\(shown)\(line.count > Self.limit ? "…" : "")`"
  }
}
