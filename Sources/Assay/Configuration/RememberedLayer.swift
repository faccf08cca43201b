import HealthCatalog
import HealthStorage

/// Definitions between catalogs and stores: files by what they define, and back.
enum RememberedLayer {
  /// The keys that say what a file defines, in the order in which the catalog looks at them.
  private static let subjects = ["overrides", "type", "enum", "metadata", "unit", "pending"]

  /// What a file defines, as stores name it: `type/org.study.gripStrength`; `nil` if it defines nothing.
  static func name(of file: CatalogFile) -> String? {
    guard let root = YAMLReader.read(file.bytes, path: file.path).root else { return nil }
    for subject in subjects {
      guard let id = root.entry(subject)?.value.text else { continue }
      return "\(subject)/\(id)"
    }
    return nil
  }

  /// The definitions in layers that are not built in, ordered by name; of several with one name, as overrides of one
  /// type in two layers, the later ones have a number after it.
  static func definitions(in layers: [CatalogLayer]) -> [StoredDefinition] {
    var texts: [String: String] = [:]
    for file in layers.lazy.filter({ !$0.isBuiltIn }).flatMap(\.files) {
      guard let base = name(of: file), let text = String(validating: file.bytes, as: UTF8.self) else { continue }
      var (name, number) = (base, 1)
      while let other = texts[name], other != text {
        number += 1
        name = "\(base)/\(number)"
      }
      texts[name] = text
    }
    return texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { StoredDefinition(name: $0.key, text: $0.value) }
  }

  /// Layers of the definitions that no other layer has, for after the built-in one: a layer changes types of earlier
  /// layers, so each change is a layer by itself.
  static func layers(of remembered: [StoredDefinition], beside layers: [CatalogLayer]) -> [CatalogLayer] {
    let names = Set(definitions(in: layers).map(\.name))
    let files = remembered.filter { !names.contains($0.name) }.map { definition in
      (
        isChange: definition.name.hasPrefix("overrides/"),
        file: CatalogFile(path: "store/\(definition.name).yaml", bytes: Array(definition.text.utf8))
      )
    }
    let definitions = CatalogLayer(name: "store", files: files.filter { !$0.isChange }.map(\.file))
    let changes = files.filter(\.isChange).map { CatalogLayer(name: "store", files: [$0.file]) }
    return definitions.files.isEmpty ? changes : [definitions] + changes
  }
}
