import AssayPlatform
import HealthModel

/// The passwords and tokens in a store's name, to leave them out of texts that a backend or plugin wrote.
///
/// A backend that cannot connect likes to say to what, and it was given the name with the password in it. A secret is
/// found as it is in the name, decoded, with `%` escapes, and with JSON's escapes, also mixed.
@usableFromInline package struct StoreSecrets: Sendable {
  /// The shortest secret that is left out wherever it is found.
  ///
  /// Shorter ones would be found in many other words, and the gaps would even reveal them. They are removed between `:`
  /// or `=` and the end of a word only.
  private static let shortest = 4
  /// The shortest part of a password with `@`, `/`, `?` or `#` in it that is a secret by itself: whoever reads such a
  /// name cuts it there.
  private static let shortestPart = 6
  private static let mark = Array("…".utf8)

  /// The secrets as bytes, the longest first.
  private let secrets: [[UInt8]]

  /// Finds the secrets of a store's name: the password before the host, and what parameters hold whose names speak of
  /// passwords, secrets or tokens.
  package init(_ url: StorageURL, others: [String] = []) {
    var found: Set<[UInt8]> = []
    for text in url.secretTexts + others {
      found.insert(Array(text.utf8))
      let parts = text.utf8.split { "@/?#:".utf8.contains($0) }
      if parts.count > 1 { found.formUnion(parts.filter { $0.count >= Self.shortestPart }.map { Array($0) }) }
      if let decoded = StorageURL.decoded(text[...].utf8) { found.insert(Array(decoded.utf8)) }
    }
    found.remove([])
    secrets = found.sorted { $0.count != $1.count ? $0.count > $1.count : $0.lexicographicallyPrecedes($1) }
  }

  /// How many bytes the longest secret takes at most, written with escapes.
  package var longest: Int { (secrets.first?.count ?? 0) * 6 }

  package func blanked(_ text: String) -> String {
    secrets.isEmpty ? text : String(decoding: blanked(utf8: text.utf8), as: UTF8.self)
  }

  /// Bytes that should be UTF-8 without the secrets.
  package func blanked(utf8 bytes: some Collection<UInt8>) -> [UInt8] {
    let text = Array(bytes)
    guard !secrets.isEmpty else { return text }
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var place = 0
    while place < text.count {
      if let end = end(of: place, in: text) {
        output += Self.mark
        place = end
      } else {
        output.append(text[place])
        place += 1
      }
    }
    return output
  }

  /// An error without the secrets in its words.
  package func blanked(_ error: StorageError) -> StorageError {
    guard !secrets.isEmpty else { return error }
    var error = error
    error.message = blanked(error.message)
    error.hint = error.hint.map(blanked)
    return error
  }

  /// Foreign text without the secrets, made safe to show.
  @usableFromInline package func shown(_ text: some StringProtocol, limit: Int = 200) -> String {
    shown(utf8: text.utf8, limit: limit)
  }

  /// Foreign bytes without the secrets, made safe to show.
  package func shown(utf8 bytes: some Collection<UInt8>, limit: Int = 200) -> String {
    TextEscaping.escaped(utf8: blanked(utf8: bytes), limit: limit)
  }

  /// Where a secret that begins at a place ends; `nil` when none begins there.
  private func end(of place: Int, in text: [UInt8]) -> Int? {
    for secret in secrets {
      if secret.count < Self.shortest {
        guard place > 0, text[place - 1] == UInt8(ascii: ":") || text[place - 1] == UInt8(ascii: "=") else { continue }
      }
      guard let end = Self.match(secret[...], at: place, in: text) else { continue }
      if secret.count < Self.shortest, end < text.count, Self.isPartOfWord(text[end]) { continue }
      return end
    }
    return nil
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || byte >= 0x80
  }

  /// Where a secret ends that is written at a place, each character as it is or escaped; `nil` when it is not there.
  private static func match(_ secret: ArraySlice<UInt8>, at start: Int, in text: [UInt8]) -> Int? {
    var place = start
    var rest = secret
    while let byte = rest.first {
      guard place < text.count else { return nil }
      if let (unit, length) = escape(at: place, in: text), rest.starts(with: unit) {
        // A secret may hold the escape itself; then both ways are tried, and the longer one leaves less of it.
        let decoded = match(rest.dropFirst(unit.count), at: place + length, in: text)
        guard text[place] == byte, let plain = match(rest.dropFirst(), at: place + 1, in: text) else { return decoded }
        return max(plain, decoded ?? plain)
      } else if text[place] == byte || (text[place] == UInt8(ascii: "+") && byte == 0x20) {
        rest = rest.dropFirst()
        place += 1
      } else {
        return nil
      }
    }
    return place
  }

  /// The byte that an escape of URLs or of JSON at a place encodes, and its length.
  private static func escape(at place: Int, in text: [UInt8]) -> ([UInt8], Int)? {
    switch text[place] {
    case UInt8(ascii: "%"):
      guard let byte = number(2, at: place + 1, in: text) else { return nil }
      return ([UInt8(truncatingIfNeeded: byte)], 3)
    case UInt8(ascii: "\\"):
      guard place + 1 < text.count else { return nil }
      let next = text[place + 1]
      if next == UInt8(ascii: "x") {
        return number(2, at: place + 2, in: text).map { ([UInt8(truncatingIfNeeded: $0)], 4) }
      }
      guard next == UInt8(ascii: "u") else { return "\"\\/'".utf8.contains(next) ? ([next], 2) : nil }
      guard let first = number(4, at: place + 2, in: text) else { return nil }
      if let scalar = Unicode.Scalar(first) { return (Array(String(scalar).utf8), 6) }
      guard place + 7 < text.count, text[place + 6] == UInt8(ascii: "\\"), text[place + 7] == UInt8(ascii: "u"),
        let second = number(4, at: place + 8, in: text), first < 0xDC00, second >= 0xDC00, second < 0xE000,
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      else { return nil }
      return (Array(String(scalar).utf8), 12)
    default: return nil
    }
  }

  private static func number(_ digits: Int, at place: Int, in text: [UInt8]) -> UInt32? {
    Hexadecimal.number(place..<place + digits, in: text).map { UInt32(truncatingIfNeeded: $0) }
  }
}
