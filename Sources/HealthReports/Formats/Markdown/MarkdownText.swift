import HealthModel

/// Foreign text in Markdown: always a code span, in which nothing is a link, a mention, a tag or a mark.
enum MarkdownText {
  /// The text as a code span.
  ///
  /// - Returns: the span, with a fence that the text does not hold; `-` if there is no text.
  static func code(_ text: String, limit: Int = 200, isCell: Bool = false) -> String {
    let mark = UInt8(ascii: "`")
    var content = ""
    for scalar in TextEscaping.escaped(text, limit: limit).unicodeScalars {
      if scalar == "|", isCell { content += "\\u{7C}" } else { content.unicodeScalars.append(scalar) }
    }
    guard let first = content.utf8.first, let last = content.utf8.last else { return "-" }
    var run = 0
    var longest = 0
    for byte in content.utf8 {
      run = byte == mark ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let blank = UInt8(ascii: " ")
    let isPadded = first == mark || last == mark || first == blank || last == blank
    return isPadded ? "\(fence) \(content) \(fence)" : fence + content + fence
  }

  /// A row of a table, its cells fit for one already.
  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  /// A place as a code span.
  static func place(_ location: SourceLocation, isCell: Bool = false) -> String {
    let path = TextEscaping.escaped(location.path)
    return code(path + location.inFile, limit: 1000, isCell: isCell)
  }
}
