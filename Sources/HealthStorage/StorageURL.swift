/// Names a store: `sqlite:health.db`, `memory:`, or a bare path ending in `.db` or `.sqlite`.
public struct StorageURL: Sendable, Hashable, CustomStringConvertible {
  /// Which backend: the word before the colon.
  public var scheme: String
  /// What the backend makes of the rest; for stores in files the path.
  public var location: String

  /// Creates a URL from its parts.
  public init(scheme: String, location: String) {
    self.scheme = scheme
    self.location = location
  }

  /// Reads the text form; `nil` when it names no backend.
  public init?(_ text: String) {
    if let colon = text.firstIndex(of: ":") {
      let scheme = text[..<colon]
      let isWord =
        !scheme.isEmpty && scheme.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 == 0x2D }
      if isWord {
        self.init(scheme: scheme.lowercased(), location: String(text[text.index(after: colon)...]))
        return
      }
    }
    guard text.hasSuffix(".db") || text.hasSuffix(".sqlite") else { return nil }
    self.init(scheme: "sqlite", location: text)
  }

  /// The text form, `scheme:location`.
  public var description: String { "\(scheme):\(location)" }
}
