import HealthModel
import HealthStorage

/// The end of what a plugin wrote to standard error.
struct StandardErrorTail: Sendable {
  /// How many bytes are kept.
  static let capacity = 64 << 10
  /// How many lines are shown.
  private static let shownLines = 20

  private var bytes: [UInt8] = []
  /// Whether older bytes were forgotten, so that the first line may be the rest of one.
  private var isCut = false

  /// Adds bytes that were written; keeps only the last 64 KiB.
  mutating func append(_ text: some Collection<UInt8>) {
    bytes.append(contentsOf: text)
    // Cut rarely, so that a flood does not move the bytes again and again.
    if bytes.count > 2 * Self.capacity { bytes.removeFirst(bytes.count - Self.capacity) }
    isCut = isCut || bytes.count > Self.capacity
  }

  /// The last lines in one line of text, without secrets and made safe to show; `nil` when nothing was written.
  func shown(_ secrets: StoreSecrets) -> String? {
    var kept = bytes.suffix(Self.capacity)
    // The end of a secret may be left of what was forgotten.
    if isCut { kept = kept.dropFirst(secrets.longest) }
    let lines = secrets.blanked(utf8: kept).split(separator: 0x0A).suffix(Self.shownLines).map { line in
      TextEscaping.escaped(utf8: line.last == 0x0D ? line.dropLast() : line, limit: 200)
    }
    return lines.isEmpty ? nil : lines.joined(separator: " | ")
  }
}
