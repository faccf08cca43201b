import HealthModel

extension StorageURL {
  /// The text form for people: without passwords, and made safe to show.
  ///
  /// `postgresql://user:secret@host/health` is `postgresql://user:…@host/health`; of parameters whose names speak of
  /// passwords, secrets or tokens the value is left out as well.
  public var shown: String {
    let text = Self.withoutSecretParameters(Self.withoutPassword(location))
    return TextEscaping.escaped("\(scheme):\(text)", limit: 1000)
  }

  /// What stands behind the first `?` as texts by their names, with `%20` read as a blank; empty when there is nothing.
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
  private static func decoded(_ text: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// A text written so that it can stand as a parameter's name or value.
  public static func encoded(_ text: String) -> String {
    var output: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
      if isLetter || (byte >= 0x30 && byte <= 0x39) || "-._~/:".utf8.contains(byte) {
        output.append(byte)
      } else {
        output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// Leaves out what stands between the user's name and the host.
  ///
  /// The last `@` counts, wherever it is: a password with characters that should have been escaped is hidden, too.
  private static func withoutPassword(_ location: String) -> String {
    guard location.hasPrefix("//"), let at = location.utf8.lastIndex(of: UInt8(ascii: "@")) else { return location }
    let user = location[..<at]
    guard let colon = user.utf8.firstIndex(of: UInt8(ascii: ":")) else { return location }
    return "\(location[..<colon]):…\(location[at...])"
  }

  private static func holds(_ word: String, in text: String) -> Bool {
    var rest = text.utf8[...]
    while !rest.isEmpty {
      if rest.starts(with: word.utf8) { return true }
      rest.removeFirst()
    }
    return false
  }

  private static func withoutSecretParameters(_ location: String) -> String {
    guard let mark = location.utf8.firstIndex(of: UInt8(ascii: "?")) else { return location }
    let parts = location[mark...].dropFirst().split(separator: "&", omittingEmptySubsequences: false).map { part in
      guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { return String(part) }
      let name = decoded(part[..<equals].utf8)?.lowercased() ?? ""
      let isSecret = ["password", "passwd", "secret", "token"].contains { Self.holds($0, in: name) }
      return isSecret ? "\(part[..<equals])=…" : String(part)
    }
    return "\(location[..<mark])?\(parts.joined(separator: "&"))"
  }
}
