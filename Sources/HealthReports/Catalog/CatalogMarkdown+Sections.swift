package import HealthModel

extension CatalogMarkdown {
  /// The section of a type without the rest of the page: unit, bounds, names, codes and sources.
  package static func section(of type: TypeDefinition) -> String { TypeChapter(type: type).text }

  /// A metadata key with the kind of its value, in a paragraph.
  package static func section(of key: MetadataKeyDefinition) -> String {
    let names = key.identifiers.isEmpty ? "" : ", also called \(PageText.codes(key.identifiers))"
    return "Metadata key \(PageText.code(key.key))\(names): \(value(of: key.value))\n"
  }

  /// The cases of an enum with their raw values, one a line.
  package static func section(of list: EnumDefinition) -> String {
    let cases = list.cases.map { one in
      "- \(PageText.code(one.name))" + (one.raw.map { ": \($0)" } ?? "") + "\n"
    }
    return "Cases of \(PageText.code(list.id)):\n\n" + cases.joined()
  }
}
