import HealthModel

/// Pages of a reference as HTML: self-contained, without scripts, for light and dark screens of any width.
struct ReferenceHTML {
  let version: String

  /// A page's text.
  func text(of page: ReferencePage) -> String {
    var text = HTMLDocument.opening(
      title: page.path == "index" ? page.title : "\(shown(page.title)) – Catalog",
      css: HTMLStyle.reference)
    text += "<header>\n"
    if !page.trail.isEmpty {
      text += "<nav aria-label=\"Way back\"><p class=\"trail\">\(line(page.trail, on: page))</p></nav>\n"
    }
    text += "<p class=\"eyebrow\">\(foreign(page.eyebrow))</p>\n<h1>\(foreign(page.title))</h1>\n"
    if !page.lede.isEmpty { text += "<p class=\"lede\">\(line(page.lede, on: page))</p>\n" }
    text += "</header>\n<main>\n"
    if !page.facts.isEmpty { text += facts(page.facts, on: page) }
    for section in page.sections { text += self.section(section, on: page) }
    return text + HTMLDocument.closing(version: version)
  }

  private func section(_ section: ReferenceSection, on page: ReferencePage) -> String {
    let element = section.isNavigation ? "nav" : "section"
    let blocks = section.blocks.enumerated().map { block($1, id: "\(section.id)-\($0 + 1)", on: page) }
    return """
      <\(element) id="\(section.id)" aria-labelledby="\(section.id)-heading">
      <h2 id="\(section.id)-heading">\(foreign(section.title))</h2>
      \(blocks.joined())</\(element)>

      """
  }

  private func block(_ block: ReferenceBlock, id: String, on page: ReferencePage) -> String {
    switch block {
    case .paragraph(let pieces): return "<p>\(line(pieces, on: page))</p>\n"
    case .heading(let pieces): return "<h3>\(line(pieces, on: page))</h3>\n"
    case .facts(let facts): return self.facts(facts, on: page)
    case .list(let items):
      return "<ul>\n" + items.map { "<li>\(line($0, on: page))</li>\n" }.joined() + "</ul>\n"
    case .table(let table): return self.table(table, id: id, on: page)
    case .sample(let text, _, let name):
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { foreign(String($0)) }
      let shown = lines.joined(separator: "\n")
      return """
        <pre class="frame" role="region" aria-label="\(foreign(name))" tabindex="0"><code>\(shown)</code></pre>

        """
    }
  }

  private func facts(_ facts: [ReferenceFact], on page: ReferencePage) -> String {
    let lines = facts.map { "<dt>\(foreign($0.name))</dt><dd>\(line($0.value, on: page))</dd>\n" }
    return "<dl class=\"facts\">\n\(lines.joined())</dl>\n"
  }

  private func table(_ table: ReferenceTable, id: String, on page: ReferencePage) -> String {
    let head = table.columns.map { "<th scope=\"col\">\(foreign($0))</th>" }.joined()
    let rows = table.rows.map { row in
      let cells = row.enumerated().map { index, cell in
        index == 0
          ? "<th scope=\"row\">\(line(cell, on: page))</th>" : "<td>\(line(cell, on: page))</td>"
      }
      return "<tr>\(cells.joined())</tr>\n"
    }
    let width = table.columns.count > 3 ? "wide" : "narrow"
    return """
      <div class="scroll \(width)" role="region" aria-labelledby="\(id)-caption" tabindex="0">
      <table>
      <caption id="\(id)-caption">\(foreign(table.caption))</caption>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(rows.joined())</tbody>
      </table>
      </div>

      """
  }

  private func line(_ pieces: [ReferencePiece], on page: ReferencePage) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): foreign(text)
      case .code(let text): "<code>\(foreign(text))</code>"
      case .severity(let severity): HTMLShapes.badge(severity)
      case .link(let text, let target, let isCode):
        "<a href=\"\(foreign(target.way(from: page.path, ending: ".html")))\">"
          + (isCode ? "<code>\(foreign(text))</code>" : foreign(text)) + "</a>"
      }
    }.joined()
  }

  private func shown(_ text: String) -> String { TextEscaping.escaped(text, limit: Int.max) }
  private func foreign(_ text: String) -> String { HTMLText.escaped(shown(text)) }
}
