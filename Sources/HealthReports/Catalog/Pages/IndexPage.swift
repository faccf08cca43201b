import HealthModel

/// The first page of a reference: its types by the folders of their definitions.
struct IndexPage {
  let site: ReferenceSite

  var page: ReferencePage {
    let categories = site.categories
    var page = ReferencePage(path: "index", title: "Catalog", eyebrow: "Health data types")
    let count = site.types.count
    page.lede = [.text("\(count) \(count == 1 ? "type" : "types") of health samples, by the folder of the definition.")]
    if categories.count > 1 {
      let links = categories.enumerated().map { index, category -> [ReferencePiece] in
        let target = ReferenceTarget(path: "index", section: Self.id(index))
        return [.link(category.name, target, isCode: false), .text(" \(category.types.count)")]
      }
      page.sections.append(
        ReferenceSection(id: "folders", title: "Folders", blocks: [.list(links)], isNavigation: true))
    }
    for (index, category) in categories.enumerated() {
      let table = ReferenceTable(
        caption: "Types in \(category.name)", columns: ["Type", "Title", "Kind", "Value"],
        rows: category.types.map { row(of: $0) })
      page.sections.append(
        ReferenceSection(id: Self.id(index), title: category.name, blocks: [.table(table)]))
    }
    return page
  }

  /// The id of a category's section, of letters and digits whatever the folder is called.
  static func id(_ index: Int) -> String { "folder-\(index + 1)" }

  private func row(of type: TypeDefinition) -> [[ReferencePiece]] {
    [[site.type(type.id)], [.text(type.title)], [.text(type.kind.rawValue)], type.shape.report.summary]
  }
}
