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

  /// A line's names and links; the words of a link may be a name between backticks.
  private func pieces(of line: String) -> [ReferencePiece] {
    var pieces: [ReferencePiece] = []
    var rest = line[...]
    while let middle = rest.firstRange(of: "]("), let open = rest[..<middle.lowerBound].lastIndex(of: "["),
      let close = rest[middle.upperBound...].firstIndex(of: ")")
    {
      pieces += words(of: rest[..<open])
      let target = rest[middle.upperBound..<close]
      let code = target.hasSuffix(".md") ? DiagnosticCode(name: target.dropLast(3)) : nil
      if let code, site.codesWithPage.contains(code) {
        pieces.append(site.code(code))
      } else {
        pieces += words(of: rest[rest.index(after: open)..<middle.lowerBound])
      }
      rest = rest[rest.index(after: close)...]
    }
    return pieces + words(of: rest)
  }

  /// Text without links.
  private func words(of text: Substring) -> [ReferencePiece] {
    guard !text.isEmpty else { return [] }
    return MessageParts.parts(of: String(text)).map { $0.isCode ? .code($0.text) : .text($0.text) }
  }
}
