package import HealthModel
import HealthUnits

/// A catalog as a page to read: a table for each kind of type, a section for each type, and the metadata keys.
package enum CatalogMarkdown {
  /// The page's text.
  package static func document(_ registry: Registry, only ids: Set<String>? = nil, version: String) -> [UInt8] {
    let shown = registry.types.filter { ids?.contains($0.id) ?? true }
    let keys = ids == nil ? registry.metadataKeys : []
    var text = "# Catalog\n\n"
    text += ids == nil ? "\(shown.count) types and \(keys.count) metadata keys" : "\(shown.count) types"
    text += ", written by assay "
    text += "\(PageText.plain(version)) from the catalog \(PageText.code(registry.contentHash)).\n"
    for kind in TypeKind.allCases {
      let types = shown.filter { $0.kind == kind }
      if let report = types.first?.shape.report { text += part(report, types) }
    }
    if !keys.isEmpty { text += metadata(keys) }
    return Array(text.utf8)
  }

  private static func part(_ report: any ShapeReport, _ types: [TypeDefinition]) -> String {
    var text = "\n## \(report.title)\n\n" + PageText.head(["type", "title"] + report.columns)
    for type in types {
      text += PageText.row([PageText.link(toID: type.id), PageText.plain(type.title)] + type.shape.report.cells)
    }
    for type in types { text += TypeChapter(type: type).text }
    return text
  }

  private static func metadata(_ keys: [MetadataKeyDefinition]) -> String {
    var text = "\n## Metadata keys\n\n" + PageText.head(["key", "also", "value"])
    for key in keys {
      text += PageText.row([
        PageText.code(key.key), PageText.codes(key.identifiers), value(of: key.value),
      ])
    }
    return text
  }

  static func value(of shape: MetadataValueShape) -> String {
    switch shape {
    case .string(let limit, let pattern):
      var text = "text"
      if let limit { text += " of at most \(limit) bytes" }
      if let pattern { text += " like \(PageText.code(pattern.source))" }
      return text
    case .quantity(let unit): return unit.map { "quantity in \(PageText.code($0.unitString))" } ?? "quantity"
    case .enum(let list): return PageText.codes(list.cases.map(\.name))
    case .number, .integer, .boolean, .date: return shape.word
    }
  }
}
