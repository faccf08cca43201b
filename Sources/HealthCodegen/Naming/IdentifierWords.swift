/// An id as identifiers of the usual styles.
///
/// Ids are ASCII letters, digits, `.`, `_` and `-`; another character separates words too, so that none gets into code.
struct IdentifierWords {
  /// `["heart", "Rate", "Variability", "SDNN"]`.
  private let words: [String]
  /// The parts between separators: `["aa", "study", "gripStrength"]`.
  private let parts: [String]

  init(_ id: String) {
    var parts: [[UInt8]] = [[]]
    for byte in id.utf8 {
      if Self.isLetter(byte) || Self.isDigit(byte) { parts[parts.count - 1].append(byte) } else { parts.append([]) }
    }
    parts.removeAll { $0.isEmpty }
    self.parts = parts.map { String(decoding: $0, as: UTF8.self) }
    words = parts.flatMap(Self.split)
  }

  /// `HEART_RATE_VARIABILITY_SDNN`.
  var upperSnake: String { Self.begun(words.map { $0.uppercased() }.joined(separator: "_"), with: "_") }

  /// `HeartRateVariabilitySDNN`: the parts as they are, each with a capital letter.
  var upperCamel: String { Self.begun(parts.map(Self.capitalized).joined(), with: "The") }

  /// `heartRateVariabilitySDNN`: the parts as they are, all but the first with a capital letter.
  var camel: String {
    Self.begun((parts.prefix(1) + parts.dropFirst().map(Self.capitalized)).joined(), with: "_")
  }

  /// `swolfScore` for `SWOLFScore`: as `camel`, and the first word in small letters.
  var lowerCamel: String {
    Self.begun((words.prefix(1).map { $0.lowercased() } + words.dropFirst().map(Self.capitalized)).joined(), with: "_")
  }

  /// No identifier is empty, or begins with a digit.
  private static func begun(_ name: String, with start: String) -> String {
    guard let first = name.utf8.first else { return start + "Value" }
    return isDigit(first) ? start + name : name
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// Cuts before a capital letter that follows a small letter or a digit, and before the last of several that a small
  /// letter follows.
  private static func split(_ part: [UInt8]) -> [String] {
    var words: [[UInt8]] = []
    for (index, byte) in part.enumerated() {
      let begins =
        index == 0
        || isCapital(byte)
          && (!isCapital(part[index - 1]) || index + 1 < part.count && isSmall(part[index + 1]))
      if begins { words.append([byte]) } else { words[words.count - 1].append(byte) }
    }
    return words.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { isSmall(byte) || isCapital(byte) }
  private static func isSmall(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }
  private static func isCapital(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
