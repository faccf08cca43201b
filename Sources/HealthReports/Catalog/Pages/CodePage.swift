import HealthModel

/// The page of a code: its text, which this project writes in a small part of Markdown, or its sentence.
///
/// That part is headings, paragraphs, lists, fenced text, names between backticks and links. Links lead to other codes
/// that have a page; of other links the words remain.
struct CodePage {
  let code: DiagnosticCode
  let markdown: String?
  let site: ReferenceSite

  var page: ReferencePage {
    var page = ReferencePage(
      path: ReferenceSite.target(of: code).path, title: code.name, eyebrow: "Code of a finding, \(code.family.rawValue)"
    )
    page.lede = [.text(code.info.gist.prefix(1).uppercased() + code.info.gist.dropFirst() + ".")]
    page.trail = [.link("Catalog", ReferenceSite.index, isCode: false)]
    let fixed = code.isFixed ? ", which cannot be lowered" : ""
    page.facts = [ReferenceFact("Severity", [.severity(code.defaultSeverity), .text(fixed)])]
    page.sections = sections
    let raising = site.types.filter { site.codes[$0.id]?.contains(code) ?? false }
    if raising.count < site.types.count {
      page.sections.append(
        ReferenceSection(
          id: "types", title: "Types", blocks: [.list(raising.map { [site.type($0.id)] })], isNavigation: true))
    }
    return page
  }

  private var sections: [ReferenceSection] {
    var reader = PageTextReader { pieces(of: $0) }
    reader.read(markdown ?? "")
    return reader.sections
  }

  /// A line's names and links.
  private func pieces(of line: String) -> [ReferencePiece] {
    var pieces: [ReferencePiece] = []
    for part in MessageParts.parts(of: line) {
      if part.isCode {
        pieces.append(.code(part.text))
      } else {
        pieces += links(in: part.text)
      }
    }
    return pieces
  }

  private func links(in text: String) -> [ReferencePiece] {
    var pieces: [ReferencePiece] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "["), let middle = rest[open...].firstRange(of: "]("),
      let close = rest[middle.upperBound...].firstIndex(of: ")")
    {
      if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
      let words = String(rest[rest.index(after: open)..<middle.lowerBound])
      let target = rest[middle.upperBound..<close]
      let code = target.hasSuffix(".md") ? DiagnosticCode(name: target.dropLast(3)) : nil
      if let code, site.codesWithPage.contains(code) {
        pieces.append(site.code(code))
      } else {
        pieces.append(.text(words))
      }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }
}
