import Assay
import HealthCatalog
import HealthModel
import HealthReports
import HealthStorage

/// What the word at a cursor names.
enum EditorSubject {
  case type(TypeDefinition)
  case key(MetadataKeyDefinition)
  case list(EnumDefinition)
  case code(DiagnosticCode)

  /// What a place of a sample names: the type, for its unit and its value as well, or a metadata key.
  init?(_ place: SampleCursor, word: String, in registry: Registry) {
    if place.isKey || place.key != nil,
      place.parents.first == "metadata" || place.parents.dropFirst().first == "metadata"
    {
      let name = place.isKey ? word : place.key ?? word
      guard let index = registry.metadataKeyIndex(named: name) else { return nil }
      self = .key(registry.metadataKeys[index])
      return
    }
    guard ["type", "unit", "value"].contains(place.key) else { return nil }
    guard let type = (place.key == "type" ? word : place.type).flatMap({ registry.type(named: $0) }) else { return nil }
    self = .type(type)
  }

  init?(word: String, in registry: Registry) {
    if let code = DiagnosticCode(name: word) {
      self = .code(code)
    } else if let type = registry.type(named: word) {
      self = .type(type)
    } else if let index = registry.metadataKeyIndex(named: word) {
      self = .key(registry.metadataKeys[index])
    } else if let list = registry.enums[word] {
      self = .list(list)
    } else {
      return nil
    }
  }

  var markdown: String {
    switch self {
    case .type(let type): CatalogMarkdown.section(of: type)
    case .key(let key): CatalogMarkdown.section(of: key)
    case .list(let list): CatalogMarkdown.section(of: list)
    case .code(let code): CodePages.text(of: code) ?? "# \(code.name)\n\n\(code.info.gist)\n"
    }
  }

  /// What an editor shows of it that knows no Markdown.
  var plainText: String {
    switch self {
    case .type(let type): TypeSummary.text(type)
    case .key, .list, .code: markdown
    }
  }

  /// Where it is defined, by a path as definitions name it; `nil` for a code.
  func mark(in entries: [CatalogEntry]) -> CatalogMark? {
    switch self {
    case .type(let type): type.origins["type"] ?? entries.first { $0.kind == .type && $0.id == type.id }?.mark
    case .key(let key): key.mark ?? entries.first { $0.kind == .metadata && $0.id == key.key }?.mark
    case .list(let list): entries.first { $0.kind == .enumeration && $0.id == list.id }?.mark
    case .code: nil
    }
  }
}
