/// Names a store: `sqlite:health.db`, `memory:`, `process:NAME?path=health.db`, or a bare path ending in `.db`,
/// `.sqlite` or `.sqlite3`.
public struct StorageURL: Sendable, Hashable, CustomStringConvertible {
  /// Which backend: the word before the colon.
  public var scheme: String
  /// The rest, which the backend interprets; for stores in files the path.
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
      if Self.isScheme(scheme) {
        self.init(scheme: scheme.lowercased(), location: String(text[text.index(after: colon)...]))
        return
      }
    }
    guard Self.extensions.contains(where: text.hasSuffix) else { return nil }
    self.init(scheme: "sqlite", location: text)
  }

  private static let extensions = [".db", ".sqlite", ".sqlite3"]

  /// Whether a text can be before the colon: a letter, then letters, digits and dashes.
  @usableFromInline package static func isScheme(_ text: some StringProtocol) -> Bool {
    let isLetter = { (byte: UInt8) in byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { isLetter($0) || ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: "-") }
  }

  /// The text form, `scheme:location`, with any password in it; for messages there is `shown`.
  public var description: String { "\(scheme):\(location)" }
}
