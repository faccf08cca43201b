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

  /// The folder that a type's definition is in.
  static func category(of type: TypeDefinition) -> String {
    let parts = (type.origins["type"]?.path ?? "").split(separator: "/")
    return parts.count > 1 ? String(parts[parts.count - 2]) : "types"
  }

  /// The type of an id: a link if it has a page; `up` leads to the folder of the index.
  func type(_ id: String, up: String = "../") -> String {
    ids.contains(id) ? "[\(PageText.code(id))](\(up)types/\(id).md)" : PageText.code(id)
  }

  /// A code as a link from another page to its page.
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
