import HealthModel

/// Text of the reference page in Markdown: nothing in it is markup, whoever wrote it.
enum PageText {
  /// Text for a paragraph or the cell of a table.
  static func plain(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var result = ""
    for scalar in TextEscaping.escaped(line, limit: Int.max).unicodeScalars {
      if marks.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// A name or unit set as code; plain text where code could not hold it.
  static func code(_ text: String) -> String {
    let isSafe = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "`" && $0 != "|" && $0 != "\u{7F}" }
    guard isSafe, !text.isEmpty, TextEscaping.escaped(text, limit: Int.max) == text else { return plain(text) }
    return "`\(text)`"
  }

  /// Several of them, with commas.
  static func codes(_ texts: [String]) -> String { texts.map { code($0) }.joined(separator: ", ") }

  /// A row of a table; the cells are Markdown already.
  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }

  /// The first two rows of a table.
  static func head(_ titles: [String]) -> String {
    row(titles) + "|" + String(repeating: "---|", count: titles.count) + "\n"
  }

  /// A link to the heading that is an id: letters in lower case, no periods.
  static func link(toID id: String) -> String {
    let anchor = id.lowercased().filter { $0 != "." }
    return "[\(code(id))](#\(anchor))"
  }

  private static let marks: Set<Unicode.Scalar> = ["\\", "`", "*", "_", "[", "]", "<", ">", "|", "&", "~", "$"]
}
