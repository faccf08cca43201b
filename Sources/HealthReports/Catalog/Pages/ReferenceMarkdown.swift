import HealthModel

/// Pages of a reference as Markdown: nothing that a definition says is markup.
struct ReferenceMarkdown {
  let version: String

  /// A page's text.
  func text(of page: ReferencePage) -> String {
    var text = ""
    if !page.trail.isEmpty { text += line(page.trail, on: page) + "\n\n" }
    text += "# \(PageText.plain(page.title))\n\n*\(PageText.plain(page.eyebrow))*\n"
    if !page.lede.isEmpty { text += "\n\(line(page.lede, on: page))\n" }
    if !page.facts.isEmpty { text += "\n" + facts(page.facts, on: page) }
    for section in page.sections {
      text += "\n<a id=\"\(section.id)\"></a>\n\n## \(PageText.plain(section.title))\n"
      for block in section.blocks { text += "\n" + self.block(block, on: page) }
    }
    return text + "\nWritten by assay \(PageText.plain(version)).\n"
  }

  private func block(_ block: ReferenceBlock, on page: ReferencePage) -> String {
    switch block {
    case .paragraph(let pieces): return line(pieces, on: page) + "\n"
    case .heading(let pieces): return "### \(line(pieces, on: page))\n"
    case .facts(let facts): return self.facts(facts, on: page)
    case .list(let items): return items.map { "- \(line($0, on: page))\n" }.joined()
    case .table(let table):
      let rows = table.rows.map { PageText.row($0.map { line($0, on: page) }) }
      return PageText.head(table.columns.map { PageText.plain($0) }) + rows.joined()
    case .sample(let text, let language, _):
      return fence(in: text) + language + "\n" + shown(text) + fence(in: text) + "\n"
    }
  }

  /// A fence that is longer than any in the text.
  private func fence(in text: String) -> String {
    var longest = 0
    for line in text.split(separator: "\n") { longest = max(longest, line.prefix { $0 == "`" }.count) }
    return String(repeating: "`", count: max(3, longest + 1))
  }

  private func shown(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.map { TextEscaping.escaped(String($0), limit: Int.max) }.joined(separator: "\n")
    return shown.hasSuffix("\n") ? shown : shown + "\n"
  }

  private func facts(_ facts: [ReferenceFact], on page: ReferencePage) -> String {
    facts.map { "- \(PageText.plain($0.name)): \(line($0.value, on: page))\n" }.joined()
  }

  private func line(_ pieces: [ReferencePiece], on page: ReferencePage) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): plain(text)
      case .code(let text): PageText.code(text)
      case .severity(let severity): severity.name
      case .link(let text, let target, let isCode):
        "[\(isCode ? PageText.code(text) : PageText.plain(text))](\(target.way(from: page.path, ending: ".md")))"
      }
    }.joined()
  }

  /// Text between other pieces, whose outer blanks count.
  private func plain(_ text: String) -> String {
    let inner = PageText.plain(text)
    if inner.isEmpty { return text.isEmpty ? "" : " " }
    return (text.first?.isWhitespace == true ? " " : "") + inner + (text.last?.isWhitespace == true ? " " : "")
  }
}
