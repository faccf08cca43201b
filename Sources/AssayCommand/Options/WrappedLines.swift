/// Lines of a text for people, no wider than a page.
enum WrappedLines {
  /// The widest line, in characters.
  static let width = 100

  /// The text with long indented lines broken at blanks; what goes on is indented by four more than its line.
  ///
  /// A word that is wider than a page has a line of its own. Lines without indent are titles and sentences, which a
  /// terminal breaks.
  static func text(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { wrapped($0) }.joined(separator: "\n")
  }

  private static func wrapped(_ line: Substring) -> String {
    guard line.first == " ", line.unicodeScalars.count > width else { return String(line) }
    let indent = String(line.prefix { $0 == " " })
    var lines: [String] = []
    var current = indent
    var isBegun = false
    for word in line.dropFirst(indent.count).split(separator: " ", omittingEmptySubsequences: false) {
      if isBegun, current.unicodeScalars.count + 1 + word.unicodeScalars.count > width {
        lines.append(current)
        current = indent + "    "
        isBegun = false
      }
      current += (isBegun ? " " : "") + word
      isBegun = true
    }
    return (lines + [current]).joined(separator: "\n")
  }
}
