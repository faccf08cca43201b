import AssayPlatform
import HealthModel

/// A glob of files in which the part in parentheses is the subject: `(P*).csv`, `participants/(*)/**`.
///
/// The parentheses are around a part of one name. A glob without `/` is compared with the file's name alone, any other
/// with the whole path.
package struct SubjectPattern: Sendable, Hashable {
  /// The glob as it is written, with its parentheses.
  package let text: String
  private let before: String
  private let after: String
  /// The glob without parentheses.
  private let whole: GlobPattern
  private let part: GlobPattern

  /// How many texts of a path are tried at most.
  private static let maximumTries = 20_000

  /// Reads a glob; `nil` if it is not one, or does not have exactly one pair of parentheses around a part of one name.
  ///
  /// A parenthesis that is part of the name is written with a backslash.
  package init?(_ text: String) {
    guard let (before, part, after) = Self.divided(text), !part.isEmpty, !part.contains("/"),
      let whole = GlobPattern(before + part + after), let inner = GlobPattern(part)
    else { return nil }
    self.text = text
    self.before = before
    self.after = after
    self.whole = whole
    self.part = inner
  }

  /// The subject of a file: what the part in parentheses matches, the first and longest such text of the path.
  ///
  /// - Returns: the subject; `nil` if the path does not match, or the text is longer than 128 bytes.
  package func subject(of path: String) -> String? {
    let path = text.contains("/") ? path : PathText.name(of: path)
    guard whole.matches(path) else { return nil }
    let startsName = before.isEmpty || before.hasSuffix("/")
    let endsName = after.isEmpty || after.hasPrefix("/")
    var tries = 0
    for name in path.split(separator: "/") {
      let characters = Array(name)
      for start in startsName ? 0..<1 : 0..<characters.count {
        for end in stride(from: characters.count, to: endsName ? characters.count - 1 : start, by: -1) {
          tries += 1
          guard tries <= Self.maximumTries else { return nil }
          let found = String(characters[start..<end])
          guard part.matches(found), let exact = GlobPattern(before + GlobPattern.escaped(found) + after),
            exact.matches(path)
          else { continue }
          return JudgingSettings.isSubject(found) ? found : nil
        }
      }
    }
    return nil
  }

  /// The text before, in and after its only parentheses.
  private static func divided(_ text: String) -> (before: String, part: String, after: String)? {
    var parts = ["", "", ""]
    var place = 0
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "(" || character == ")" {
        guard place == (character == "(" ? 0 : 1) else { return nil }
        place += 1
        continue
      }
      parts[place].append(character)
    }
    return place == 2 ? (before: parts[0], part: parts[1], after: parts[2]) : nil
  }
}

extension GlobPattern {
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { glob, scalar in
      if "*?[]{}\\".unicodeScalars.contains(scalar) { glob += "\\" }
      glob.unicodeScalars.append(scalar)
    }
  }
}
