/// Foreign text of several lines, made safe to show: line feeds stay, and what else is not text is escaped.
package enum PlainParagraphs {
  /// How many bytes of a text are shown; the rest is cut.
  private static let limit = 64 * 1024

  /// The text with its lines, without empty ones at its beginning and end.
  package static func text(_ text: String, limit: Int = 4000) -> String {
    lines(text, limit: limit).joined(separator: "\n")
  }

  package static func line(_ text: String, limit: Int = 4000) -> String {
    lines(text, limit: limit).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The lines of a text, each made safe to show.
  package static func lines(_ text: String, limit: Int = 4000) -> [String] {
    var lines = text.utf8.prefix(Self.limit).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in
        let isReturned = line.last == UInt8(ascii: "\r")
        return TextEscaping.escaped(utf8: isReturned ? line.dropLast() : line, limit: limit)
      }[...]
    while lines.first?.isEmpty == true { lines.removeFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return Array(lines)
  }
}
