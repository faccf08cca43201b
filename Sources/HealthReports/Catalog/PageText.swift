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

  /// Text between other pieces of a line, whose outer blanks count.
  static func piece(_ text: String) -> String {
    let inner = plain(text)
    if inner.isEmpty { return text.isEmpty ? "" : " " }
    return (text.first?.isWhitespace == true ? " " : "") + inner + (text.last?.isWhitespace == true ? " " : "")
  }

  /// A sentence with names between backticks.
  static func sentence(_ text: some StringProtocol) -> String {
    MessageParts.parts(of: String(text)).map { $0.isCode ? code($0.text) : piece($0.text) }.joined()
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

  /// A table; the cells are Markdown already.
  static func table(_ columns: [String], _ rows: [[String]]) -> String {
    head(columns.map(plain)) + rows.map(row).joined()
  }

  /// A list; the items are Markdown already.
  static func list(_ items: [String]) -> String { items.map { "- \($0)\n" }.joined() }

  /// An item of a list: a name, and a value that is Markdown already.
  static func fact(_ name: String, _ value: String) -> String { "- \(plain(name)): \(value)\n" }

  /// A section of a page; its id is unique there, and its blocks are Markdown already.
  static func section(_ id: String, _ title: String, _ blocks: [String]) -> String {
    "\n<a id=\"\(id)\"></a>\n\n## \(plain(title))\n" + blocks.map { "\n" + $0 }.joined()
  }

  /// Text as it is, between fences that are longer than any in it.
  static func fenced(_ text: String, _ language: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let longest = lines.map { $0.prefix { $0 == "`" }.count }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    let shown = lines.map { TextEscaping.escaped(String($0), limit: Int.max) }.joined(separator: "\n")
    return fence + language + "\n" + shown + (shown.hasSuffix("\n") ? "" : "\n") + fence + "\n"
  }

  /// A link to the heading that is an id: letters in lower case, no periods.
  static func link(toID id: String) -> String {
    let anchor = id.lowercased().filter { $0 != "." }
    return "[\(code(id))](#\(anchor))"
  }

  private static let marks: Set<Unicode.Scalar> = ["\\", "`", "*", "_", "[", "]", "<", ">", "|", "&", "~", "$"]
}
