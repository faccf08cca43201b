import HealthModel

/// The page of a code: its text, which this project writes in a small part of Markdown, or its sentence.
///
/// That part is headings, paragraphs, lists, fenced text, names between backticks and links. Links lead to other codes
/// that have a page; of other links the words remain. What is before the first section, the title and the severity, is
/// left out.
struct CodePage {
  let code: DiagnosticCode
  let markdown: String?
  let pages: CatalogPages

  var text: String {
    let gist = code.info.gist
    let fixed = code.isFixed ? ", which cannot be lowered" : ""
    var sections = sections
    let raising = pages.types.filter { pages.codes[$0.id]?.contains(code) ?? false }
    if raising.count < pages.types.count {
      sections += PageText.section("types", "Types", [PageText.list(raising.map { pages.type($0.id) })])
    }
    return pages.page(
      code.name, eyebrow: "Code of a finding, \(code.family.rawValue)",
      lede: PageText.piece(gist.prefix(1).uppercased() + gist.dropFirst() + "."), trail: "[Catalog](../index.md)",
      facts: [PageText.fact("Severity", code.defaultSeverity.name + fixed)], sections: sections)
  }

  private var sections: String {
    var result = ""
    var count = 0
    var (paragraph, items): ([String], [String]) = ([], [])
    /// Ends a paragraph or a list.
    func close() {
      if count > 0 {
        if !paragraph.isEmpty { result += "\n\(line(paragraph.joined(separator: " ")))\n" }
        if !items.isEmpty { result += "\n" + PageText.list(items.map(line)) }
      }
      (paragraph, items) = ([], [])
    }
    var lines = (markdown ?? "").split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("```") {
        let inner = lines.prefix { !$0.hasPrefix("```") }
        lines = lines.dropFirst(inner.count + 1)
        close()
        if count > 0 {
          result += "\n" + PageText.fenced(inner.map { $0 + "\n" }.joined(), String(line.dropFirst(3)))
        }
      } else if line.hasPrefix("#") {
        close()
        guard line.hasPrefix("## ") else { continue }
        count += 1
        result += PageText.section("part-\(count)", String(line.dropFirst(3)), [])
      } else if line.hasPrefix("- ") {
        if !paragraph.isEmpty { close() }
        items.append(String(line.dropFirst(2)))
      } else if line.hasPrefix(" "), !items.isEmpty {
        items[items.count - 1] += " " + line.drop { $0 == " " }
      } else {
        if line.isEmpty || !items.isEmpty { close() }
        if !line.isEmpty { paragraph.append(String(line)) }
      }
    }
    close()
    return result
  }

  /// A line's names and links; the words of a link may be a name between backticks.
  private func line(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let middle = rest.firstRange(of: "]("), let open = rest[..<middle.lowerBound].lastIndex(of: "["),
      let close = rest[middle.upperBound...].firstIndex(of: ")")
    {
      result += PageText.sentence(rest[..<open])
      let target = rest[middle.upperBound..<close]
      let code = target.hasSuffix(".md") ? DiagnosticCode(name: target.dropLast(3)) : nil
      if let code, pages.codesWithPage.contains(code) {
        result += pages.code(code)
      } else {
        result += PageText.sentence(rest[rest.index(after: open)..<middle.lowerBound])
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + PageText.sentence(rest)
  }
}
