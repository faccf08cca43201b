import HealthCatalog
import HealthQueries
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

  /// What a definition is about, without the number of one of several: `overrides/heartRate`.
  static func subject(of definition: StoredDefinition) -> String {
    definition.name.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).prefix(2)
      .joined(separator: "/")
  }

  private static func number(of definition: StoredDefinition) -> Int {
    let parts = definition.name.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count > 2 ? Int(parts[2]) ?? 1 : 1
  }

  /// Definitions that take the place of numbered ones which a store remembers and a catalog no longer has: a store
  /// forgets no name, so they repeat the last definition of the subject, which changes nothing.
  static func retired(in stored: [StoredDefinition], by own: [StoredDefinition]) -> [StoredDefinition] {
    let names = Set(own.map(\.name))
    let last = Dictionary(own.map { (subject(of: $0), $0) }) { number(of: $0) > number(of: $1) ? $0 : $1 }
    return stored.filter { !names.contains($0.name) }.compactMap { definition in
      last[subject(of: definition)].map { StoredDefinition(name: definition.name, text: $0.text) }
    }
  }

  /// Layers of the definitions that no other layer has, for after the built-in one: a layer changes types of earlier
  /// layers, so each change is a layer by itself.
  static func layers(of remembered: [StoredDefinition], beside layers: [CatalogLayer]) -> [CatalogLayer] {
    let subjects = Set(definitions(in: layers).map(subject))
    var seen: [String: Set<String>] = [:]
    // One that took the place of an earlier number has the text of another one, and counts once.
    let others = remembered.filter {
      $0.name != SubjectZones.definitionName && !subjects.contains(subject(of: $0))
        && seen[subject(of: $0), default: []].insert($0.text).inserted
    }
    let files = others.sorted { (subject(of: $0), number(of: $0)) < (subject(of: $1), number(of: $1)) }.map {
      definition in
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
