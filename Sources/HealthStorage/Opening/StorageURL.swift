import AssayPlatform
import HealthModel

/// Names a store: `sqlite:health.db`, `memory:`, `process:NAME?path=health.db`, or a bare path ending in `.db`,
/// `.sqlite` or `.sqlite3`.
public struct StorageURL: Sendable, Hashable, CustomStringConvertible {
  /// Which backend: the word before the colon.
  public var scheme: String
  /// The rest, which the backend interprets; for stores in files the path.
  public var location: String

  package init(scheme: String, location: String) {
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

  /// The text form for people: without passwords, and made safe to show.
  ///
  /// `postgresql://user:secret@host/health` is `postgresql://user:…@host/health`; of parameters whose names speak of
  /// passwords, secrets or tokens the value is left out as well.
  package var shown: String {
    let text = Self.withoutSecretParameters(Self.withoutPassword(location))
    return TextEscaping.escaped("\(scheme):\(text)", limit: 1000)
  }

  /// The name of a store as it was written, which may be malformed: without passwords, and made safe to show.
  @usableFromInline package static func shown(_ text: String) -> String {
    guard let colon = text.firstIndex(of: ":") else { return TextEscaping.escaped(text) }
    return StorageURL(scheme: String(text[..<colon]), location: String(text[text.index(after: colon)...])).shown
  }

  /// The query after the first `?` as texts by their names, with `%20` read as a blank; empty without a query.
  ///
  /// `nil` when an escape is malformed or no UTF-8, a name is empty, or one is there twice.
  public var parameters: [String: String]? {
    guard let mark = location.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [:] }
    var parameters: [String: String] = [:]
    for part in location[mark...].utf8.dropFirst().split(separator: UInt8(ascii: "&")) {
      let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = sides.first.flatMap(Self.decoded), !name.isEmpty, parameters[name] == nil,
        let value = sides.count == 2 ? Self.decoded(sides[1]) : ""
      else { return nil }
      parameters[name] = value
    }
    return parameters
  }

  /// A part of a URL with its escapes read; `nil` when one is malformed.
  static func decoded(_ text: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap({ Hexadecimal.value($0) }),
        let low = rest.popFirst().flatMap({ Hexadecimal.value($0) })
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  package static func encoded(_ text: String) -> String {
    var output: [UInt8] = []
    for byte in text.utf8 {
      let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
      if isLetter || (byte >= 0x30 && byte <= 0x39) || "-._~/:".utf8.contains(byte) {
        output.append(byte)
      } else {
        output.append(UInt8(ascii: "%"))
        Hexadecimal.append(UInt64(byte), digits: 2, upperCase: true, to: &output)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The texts of the name that are secret: the password, and the values of parameters that speak of one or hold a URL
  /// with one, as they are written.
  var secretTexts: [String] {
    var texts: [String] = []
    if let password = Self.password(in: location[...]) { texts.append(String(location[password])) }
    for part in Self.parts(of: location) {
      guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let value = part[part.utf8.index(after: equals)...]
      switch Self.secrecy(of: part[..<equals], value) {
      case .open: continue
      case .secret: texts.append(String(value))
      case .password(let password): texts.append(password)
      }
    }
    return texts
  }

  /// How much of a parameter is secret.
  private enum Secrecy {
    case open
    case secret
    case password(String)
  }

  private static func secrecy(of name: Substring, _ value: Substring) -> Secrecy {
    if isSecret(decoded(name.utf8) ?? "") { return .secret }
    let text = decoded(value.utf8) ?? String(value)
    guard let slashes = text.utf8.indices.first(where: { text.utf8[$0...].starts(with: "//".utf8) }),
      let password = password(in: text[slashes...])
    else { return .open }
    return .password(String(text[password]))
  }

  /// Whether something of this name is not shown: a parameter, or a variable of the environment.
  package static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["password", "passwd", "secret", "token"].contains { Self.holds($0, in: name) }
  }

  /// The password between the user's name and the host, in a text that begins with `//`; `nil` without one.
  ///
  /// The last `@` counts, wherever it is: a password with characters that should have been escaped is hidden, too.
  private static func password(in location: Substring) -> Range<String.Index>? {
    guard location.hasPrefix("//"), let at = location.utf8.lastIndex(of: UInt8(ascii: "@")),
      let colon = location[..<at].utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return location.utf8.index(after: colon)..<at
  }

  private static func withoutPassword(_ location: String) -> String {
    guard let password = password(in: location[...]) else { return location }
    return "\(location[..<password.lowerBound])…\(location[password.upperBound...])"
  }

  private static func holds(_ word: String, in text: String) -> Bool {
    var rest = text.utf8[...]
    while !rest.isEmpty {
      if rest.starts(with: word.utf8) { return true }
      rest.removeFirst()
    }
    return false
  }

  private static func parts(of location: String) -> [Substring] {
    guard let mark = location.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [] }
    return location[mark...].dropFirst().split(separator: "&", omittingEmptySubsequences: false)
  }

  private static func withoutSecretParameters(_ location: String) -> String {
    guard let mark = location.utf8.firstIndex(of: UInt8(ascii: "?")) else { return location }
    let parts = parts(of: location).map { part in
      guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { return String(part) }
      let value = part[part.utf8.index(after: equals)...]
      if case .open = secrecy(of: part[..<equals], value) { return String(part) }
      return "\(part[..<equals])=…"
    }
    return "\(location[..<mark])?\(parts.joined(separator: "&"))"
  }
}
