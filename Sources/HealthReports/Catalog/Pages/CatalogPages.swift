package import HealthModel

/// A catalog as a folder of pages to browse: an index, a page for each type, and one for each code that samples of
/// these types can have.
///
/// Pages are self-contained: they run no script and load nothing, and links lead to pages of the same folder. The same
/// registry makes the same bytes.
package struct CatalogPages {
  /// How pages are written.
  package enum Form: String, Sendable, Hashable, CaseIterable {
    /// For a browser, light and dark.
    case html
    /// Markdown as GitHub reads it.
    case markdown
  }

  /// A page.
  package struct File: Sendable, Hashable {
    /// The path below the folder of the pages: `types/heartRate.html`.
    package let path: String
    /// The text.
    package let text: String
  }

  private let site: ReferenceSite
  private let texts: [DiagnosticCode: String]
  private let version: String

  /// Creates the pages of types.
  ///
  /// - Parameters:
  ///   - registry: all types, loaded with examples if pages are to show one.
  ///   - ids: the ids of the types that get a page; `nil` for all.
  ///   - codes: the codes that samples of a type can have.
  ///   - text: the text of a code in Markdown; without it, a page has the code's sentence.
  ///   - version: the version of the program, as pages name it.
  package init(
    _ registry: Registry, only ids: Set<String>? = nil, codes: (TypeDefinition) -> [DiagnosticCode],
    text: (DiagnosticCode) -> String?, version: String
  ) {
    let types = registry.types.filter { ids?.contains($0.id) ?? true }
    site = ReferenceSite(
      registry: registry, types: types,
      codes: Dictionary(types.map { ($0.id, codes($0)) }, uniquingKeysWith: { first, _ in first }))
    texts = Dictionary(
      site.codesWithPage.compactMap { code in text(code).map { (code, $0) } }, uniquingKeysWith: { first, _ in first })
    self.version = version
  }

  /// How many types have a page.
  package var typeCount: Int { site.types.count }

  /// The files, the index last: whoever opens it finds the others there.
  package func files(_ form: Form) -> [File] {
    let pages =
      site.types.map { TypePage(type: $0, site: site).page }
      + site.codesWithPage.map { CodePage(code: $0, markdown: texts[$0], site: site).page }
      + [IndexPage(site: site).page]
    switch form {
    case .html:
      let writer = ReferenceHTML(version: version)
      return pages.map { File(path: $0.path + ".html", text: writer.text(of: $0)) }
    case .markdown:
      let writer = ReferenceMarkdown(version: version)
      return pages.map { File(path: $0.path + ".md", text: writer.text(of: $0)) }
    }
  }
}
