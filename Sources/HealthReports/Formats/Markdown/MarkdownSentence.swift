import HealthModel

/// Sentences in Markdown: words as they are, and what a message has between backticks as code.
package enum MarkdownSentence {
  /// A message for a cell of a table.
  ///
  /// - Returns: text in which nothing is a link, a tag or a mark but the code.
  package static func cell(_ message: String) -> String {
    MessageParts.parts(of: message).map { part in
      part.isCode ? MarkdownText.code(part.text, limit: 1000, isCell: true) : escaped(part.text)
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    TextEscaping.escaped(text, limit: 1000).unicodeScalars.reduce(into: "") { result, scalar in
      if "\\`*_[]<>|&".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
  }
}
