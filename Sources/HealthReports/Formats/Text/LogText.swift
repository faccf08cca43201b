import HealthModel

/// Text for a log that a CI system reads along: no part of it may be taken for a command.
///
/// Systems obey `::command::` where a line begins with it, blanks before it or not, and `##[command]` or
/// `##vso[command]` anywhere in a line.
enum LogText {
  /// Breaks up every `##`: the second becomes `\u{23}`.
  static func broken(_ text: String) -> String {
    var result = ""
    var isBehindMark = false
    for scalar in text.unicodeScalars {
      if scalar == "#", isBehindMark {
        result += "\\u{23}"
      } else {
        result.unicodeScalars.append(scalar)
      }
      isBehindMark = scalar == "#"
    }
    return result
  }

  /// Breaks up every `##` of an excerpt and moves the marked place along.
  static func broken(_ excerpt: SourceExcerpt) -> SourceExcerpt {
    let caret = width(excerpt.text, upTo: excerpt.caret)
    let end = width(excerpt.text, upTo: excerpt.caret + excerpt.length)
    return SourceExcerpt(text: broken(excerpt.text), caret: caret, length: max(1, end - caret))
  }

  /// Keeps a line from beginning with `::`, whatever a file is called.
  static func safeStart(_ line: String) -> String {
    let start = String(line.unicodeScalars.drop { $0.properties.isWhitespace })
    return start.utf8.starts(with: "::".utf8) ? "./" + line : line
  }

  /// The number of scalars that a prefix of a text becomes after escaping.
  private static func width(_ text: String, upTo count: Int) -> Int {
    let start: String = broken(String(text.unicodeScalars.prefix(max(0, count))))
    return start.unicodeScalars.count
  }
}
