/// The words of a column's name: `weight_lb`, `Gewicht (kg)`, `bodyFatPct` and `HR [bpm]` all have two.
struct NameParts: Sendable, Hashable {
  let words: [String]
  /// The text in parentheses or brackets at the end, as it is written: a unit, mostly.
  let bracketed: String?

  /// Divides a name at everything that is neither letter nor digit, and where a capital letter follows a small one.
  init(_ name: String) {
    var words: [String] = []
    var word = ""
    var isLower = false
    func flush() {
      if !word.isEmpty { words.append(word.lowercased()) }
      word = ""
    }
    for character in name {
      if character.isLetter || character.isNumber || character == "%" || character == "°" {
        if isLower, character.isUppercase { flush() }
        word.append(character)
        isLower = character.isLowercase
      } else {
        flush()
        isLower = false
      }
    }
    flush()
    self.words = words
    var inner: String?
    for (opening, closing) in [("(", ")"), ("[", "]")] where name.hasSuffix(closing) {
      if let start = name.lastIndex(of: Character(opening)) {
        inner = String(name[name.index(after: start)...].dropLast()).trimmingSpaces
      }
    }
    bracketed = inner
  }

  var joined: String { words.joined() }

  var isNumber: Bool { words.count == 1 && words[0].allSatisfy(\.isNumber) }

  var hasTime: Bool { words.contains { Self.timeWords.contains($0) } }

  var isOnlyTime: Bool { words.allSatisfy { Self.timeWords.contains($0) || Self.endWords.contains($0) } }

  private static let endWords: Set<String> = ["finished", "bis", "ende", "fin", "local", "utc", "iso"]

  func has(_ list: Set<String>) -> Bool { words.contains { list.contains($0) } || list.contains(joined) }

  private static let timeWords: Set<String> = [
    "time", "timestamp", "ts", "date", "datetime", "at", "start", "end", "begin", "from", "to", "until", "when", "day",
    "created", "measured", "recorded", "taken", "zeit", "datum", "uhrzeit", "epoch", "unix", "fecha", "hora",
    "heure", "data", "ora", "stop", "finish", "t",
  ]
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
