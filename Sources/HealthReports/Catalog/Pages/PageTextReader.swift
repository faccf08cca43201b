/// Takes the text of a code's page apart: sections of paragraphs, lists and fenced text.
///
/// What is before the first section, the title and the severity, is left out.
struct PageTextReader {
  private(set) var sections: [ReferenceSection] = []
  private var paragraph: [String] = []
  private var items: [String] = []
  private let pieces: (String) -> [ReferencePiece]

  /// - Parameter pieces: takes a line apart.
  init(_ pieces: @escaping (String) -> [ReferencePiece]) { self.pieces = pieces }

  /// Reads a page.
  mutating func read(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("```") {
        let inner = lines.prefix { !$0.hasPrefix("```") }
        lines = lines.dropFirst(inner.count + 1)
        close()
        add(fenced: inner.map { $0 + "\n" }.joined(), language: String(line.dropFirst(3)))
      } else if line.hasPrefix("#") {
        close()
        guard line.hasPrefix("## ") else { continue }
        let id = "part-\(sections.count + 1)"
        sections.append(ReferenceSection(id: id, title: String(line.dropFirst(3)), blocks: []))
      } else {
        read(line: line)
      }
    }
    close()
  }

  private mutating func read(line: Substring) {
    if line.hasPrefix("- ") {
      if !paragraph.isEmpty { close() }
      items.append(String(line.dropFirst(2)))
    } else if line.hasPrefix(" "), !items.isEmpty {
      items[items.count - 1] += " " + line.drop { $0 == " " }
    } else {
      if line.isEmpty || !items.isEmpty { close() }
      if !line.isEmpty { paragraph.append(String(line)) }
    }
  }

  private mutating func add(fenced text: String, language: String) {
    guard !sections.isEmpty else { return }
    let last = sections.count - 1
    let name = "\(sections[last].title), text \(sections[last].blocks.count + 1)"
    sections[last].blocks.append(.sample(text, language: language, name: name))
  }

  /// Ends a paragraph or a list.
  private mutating func close() {
    if !sections.isEmpty {
      let last = sections.count - 1
      if !paragraph.isEmpty { sections[last].blocks.append(.paragraph(pieces(paragraph.joined(separator: " ")))) }
      if !items.isEmpty { sections[last].blocks.append(.list(items.map(pieces))) }
    }
    (paragraph, items) = ([], [])
  }
}
