import AssayPlatform
package import HealthModel

/// A catalog as a folder of Markdown pages: an index, a page for each type, and one for each code that samples of these
/// types can have.
///
/// Links lead to pages of the same folder. The same registry makes the same bytes.
package struct CatalogPages {
  package struct File: Sendable, Hashable {
    /// The path below the folder of the pages: `types/heartRate.md`.
    package let path: String
    package let text: String
  }

  let registry: Registry
  /// The types that have a page, ordered as in the registry.
  let types: [TypeDefinition]
  /// The codes that samples of each type can have, by the type's id.
  let codes: [String: [DiagnosticCode]]
  /// The codes that have a page, in the order of the table of codes.
  let codesWithPage: [DiagnosticCode]
  /// The types by the folder of their definition, in the order of the folders' names.
  let categories: [(name: String, types: [TypeDefinition])]
  private let ids: Set<String>
  private let texts: [DiagnosticCode: String]
  private let version: String

  package init(
    _ registry: Registry, only ids: Set<String>? = nil, codes: (TypeDefinition) -> [DiagnosticCode],
    text: (DiagnosticCode) -> String?, version: String
  ) {
    self.registry = registry
    types = registry.types.filter { ids?.contains($0.id) ?? true }
    self.ids = Set(types.map(\.id))
    self.codes = Dictionary(types.map { ($0.id, codes($0)) }, uniquingKeysWith: { first, _ in first })
    let all = Set(self.codes.values.joined())
    codesWithPage = DiagnosticCode.allCases.filter { all.contains($0) }
    categories = Dictionary(grouping: types, by: Self.category)
      .sorted { $0.key < $1.key }.map { (name: $0.key, types: $0.value) }
    texts = Dictionary(
      codesWithPage.compactMap { code in text(code).map { (code, $0) } }, uniquingKeysWith: { first, _ in first })
    self.version = version
  }

  package var typeCount: Int { types.count }

  /// The files, the index last: whoever opens it finds the others there.
  package var files: [File] {
    types.map { File(path: "types/\($0.id).md", text: TypePage(type: $0, pages: self).text) }
      + codesWithPage.map {
        File(path: "codes/\($0.name).md", text: CodePage(code: $0, markdown: texts[$0], pages: self).text)
      } + [File(path: "index.md", text: index)]
  }

  /// Writes the pages into a folder, which is made if it is not there, and returns the path of the index.
  ///
  /// Each file is put in its place whole, and the index is the last. Other files of the folder stay. A link in the
  /// folder that has the name of a page is refused, and nothing is written.
  package func write(to folder: String) throws(OutputError) -> String {
    let files = files
    let output = try OutputFolder(folder)
    // A page that cannot be written is found before the first one is replaced.
    for file in files { _ = try output.path(of: file.path) }
    for file in files { try output.write(file.path, Array(file.text.utf8)) }
    return PathText.join(folder, "index.md")
  }

  static func category(of type: TypeDefinition) -> String {
    let parts = (type.origins["type"]?.path ?? "").split(separator: "/")
    return parts.count > 1 ? String(parts[parts.count - 2]) : "types"
  }

  /// The type of an id: a link if it has a page; `up` leads to the folder of the index.
  func type(_ id: String, up: String = "../") -> String {
    ids.contains(id) ? "[\(PageText.code(id))](\(up)types/\(id).md)" : PageText.code(id)
  }

  func code(_ code: DiagnosticCode) -> String { "[\(PageText.code(code.name))](../codes/\(code.name).md)" }

  /// A page; all but the title and the eyebrow, a few words above it, are Markdown already.
  func page(
    _ title: String, eyebrow: String, lede: String, trail: String = "", facts: [String] = [], sections: String
  ) -> String {
    (trail.isEmpty ? "" : trail + "\n\n") + "# \(PageText.plain(title))\n\n*\(PageText.plain(eyebrow))*\n"
      + (lede.isEmpty ? "" : "\n\(lede)\n") + (facts.isEmpty ? "" : "\n" + facts.joined()) + sections
      + "\nWritten by assay \(PageText.plain(version)).\n"
  }

  /// The anchor of a folder's section in the index, of letters and digits whatever the folder is called.
  static func anchor(_ index: Int) -> String { "folder-\(index + 1)" }

  private var index: String {
    var sections = ""
    if categories.count > 1 {
      let links = categories.enumerated().map { index, category in
        "[\(PageText.plain(category.name))](#\(Self.anchor(index))) \(category.types.count)"
      }
      sections += PageText.section("folders", "Folders", [PageText.list(links)])
    }
    for (index, category) in categories.enumerated() {
      let rows = category.types.map { type in
        [self.type(type.id, up: ""), PageText.piece(type.title), type.kind.rawValue, type.shape.report.summary]
      }
      sections += PageText.section(
        Self.anchor(index), category.name, [PageText.table(["Type", "Title", "Kind", "Value"], rows)])
    }
    let count = "\(types.count) \(types.count == 1 ? "type" : "types")"
    return page(
      "Catalog", eyebrow: "Health data types", lede: "\(count) of health samples, by the folder of the definition.",
      sections: sections)
  }
}

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
        if count > 0 { result += "\n" + PageText.fenced(inner.map { $0 + "\n" }.joined(), String(line.dropFirst(3))) }
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

/// Text of the reference page in Markdown: nothing in it is markup, whoever wrote it.
enum PageText {
  /// Text for a paragraph or the cell of a table.
  static func plain(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var result = ""
    for scalar in TextEscaping.escaped(line, limit: Int.max).unicodeScalars {
      if marks.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// Text between other pieces of a line, whose outer blanks count.
  static func piece(_ text: String) -> String {
    let inner = plain(text)
    if inner.isEmpty { return text.isEmpty ? "" : " " }
    return (text.first?.isWhitespace == true ? " " : "") + inner + (text.last?.isWhitespace == true ? " " : "")
  }

  /// A sentence with names between backticks.
  static func sentence(_ text: some StringProtocol) -> String {
    MessageParts.parts(of: String(text)).map { $0.isCode ? code($0.text) : piece($0.text) }.joined()
  }

  /// A name or unit set as code; plain text where code could not hold it.
  static func code(_ text: String) -> String {
    let isSafe = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "`" && $0 != "|" && $0 != "\u{7F}" }
    guard isSafe, !text.isEmpty, TextEscaping.escaped(text, limit: Int.max) == text else { return plain(text) }
    return "`\(text)`"
  }

  static func codes(_ texts: [String]) -> String { texts.map { code($0) }.joined(separator: ", ") }

  /// A row of a table; the cells are Markdown already.
  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }

  /// The first two rows of a table.
  static func head(_ titles: [String]) -> String {
    row(titles) + "|" + String(repeating: "---|", count: titles.count) + "\n"
  }

  /// A table; the cells are Markdown already.
  static func table(_ columns: [String], _ rows: [[String]]) -> String {
    head(columns.map(plain)) + rows.map(row).joined()
  }

  /// A list; the items are Markdown already.
  static func list(_ items: [String]) -> String { items.map { "- \($0)\n" }.joined() }

  /// An item of a list: a name, and a value that is Markdown already.
  static func fact(_ name: String, _ value: String) -> String { "- \(plain(name)): \(value)\n" }

  /// A section of a page; its id is unique there, and its blocks are Markdown already.
  static func section(_ id: String, _ title: String, _ blocks: [String]) -> String {
    "\n<a id=\"\(id)\"></a>\n\n## \(plain(title))\n" + blocks.map { "\n" + $0 }.joined()
  }

  /// Text as it is, between fences that are longer than any in it.
  static func fenced(_ text: String, _ language: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let longest = lines.map { $0.prefix { $0 == "`" }.count }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    let shown = lines.map { TextEscaping.escaped(String($0), limit: Int.max) }.joined(separator: "\n")
    return fence + language + "\n" + shown + (shown.hasSuffix("\n") ? "" : "\n") + fence + "\n"
  }

  /// A link to the heading that is an id: letters in lower case, no periods.
  static func link(toID id: String) -> String {
    let anchor = id.lowercased().filter { $0 != "." }
    return "[\(code(id))](#\(anchor))"
  }

  private static let marks: Set<Unicode.Scalar> = ["\\", "`", "*", "_", "[", "]", "<", ">", "|", "&", "~", "$"]
}
