import Assay
import HealthModel
import HealthReports

/// A plugin's entry in listings.
struct PluginSummary {
  let name: String
  let version: String
  let kind: PluginManifest.Kind
  let summary: String
  let types: PluginManifest.Types
  /// The profiles of other programs' files.
  let profiles: PluginManifest.Profiles
  /// The schemes of its stores.
  let storage: [String]
  /// The rules that it judges samples by.
  let rules: [PluginManifest.Rule]
  let readers: [PluginManifest.Reader]
  /// The folder; `built in` for what is compiled in.
  let place: String
  /// The source that named the folder; `nil` for built-in plugins.
  let origin: String?

  init(_ plugin: BuiltInPlugin) {
    name = plugin.name
    version = AssayVersion.current
    kind = .swift
    summary = plugin.summary
    types = .nothing
    profiles = .nothing
    storage = [plugin.name]
    rules = []
    readers = []
    place = "built in"
    origin = nil
  }

  init(_ folder: PluginFolder) {
    let manifest = folder.manifest
    name = manifest.name
    version = manifest.version
    kind = manifest.kind
    summary = manifest.summary
    types = manifest.types
    profiles = manifest.profiles
    storage = manifest.storage.map(\.value)
    rules = manifest.rules
    readers = manifest.readers
    place = folder.path
    origin = folder.origin.description
  }

  /// The plugins there are: those that are compiled in first, each once.
  static func all(in list: PluginList) -> [PluginSummary] {
    list.builtIn.map(PluginSummary.init) + list.folders.filter { $0.manifest.kind != .swift }.map(PluginSummary.init)
  }

  /// The place, made safe to show.
  var shownPlace: String { TextEscaping.escaped(place, limit: 1000) }

  /// The plugin's parts: `types, postgresql:`.
  var provided: String {
    let types: [String] =
      switch self.types {
      case .nothing: []
      case .all: ["types"]
      case .listed(let ids): [CountText.of(ids.count, "type")]
      }
    let described: [String] =
      switch profiles {
      case .nothing: []
      case .all: ["profiles"]
      case .listed(let names): [CountText.of(names.count, "profile")]
      }
    let judged = rules.isEmpty ? [] : [CountText.of(rules.count, "rule")]
    let read = readers.map { "format \($0.format)" }
    return (types + described + storage.map { $0 + ":" } + judged + read).joined(separator: ", ")
  }

  /// Appends the card for machines.
  func append(to json: inout JSONBuilder) {
    json.object { card in
      card.member("name", name)
      card.member("version", version)
      card.member("kind", kind.rawValue)
      card.member("summary", summary)
      card.object("provides") { provides in
        switch types {
        case .nothing: break
        case .all: provides.member("types", true)
        case .listed(let ids): provides.member("types", texts: ids)
        }
        switch profiles {
        case .nothing: break
        case .all: provides.member("profiles", true)
        case .listed(let names): provides.member("profiles", texts: names)
        }
        if !storage.isEmpty { provides.member("storage", texts: storage) }
        if !readers.isEmpty {
          provides.array("reader") { list in
            for reader in readers {
              list.object { item in
                item.member("format", reader.format)
                item.member("title", reader.title)
                item.member("suffixes", texts: reader.suffixes)
              }
            }
          }
        }
        if !rules.isEmpty {
          provides.array("rules") { list in
            for rule in rules {
              list.object { item in
                item.member("code", rule.code)
                item.member("severity", rule.severity.name)
                item.member("title", rule.title)
                item.member("page", rule.page)
                if !rule.types.isEmpty { item.member("types", texts: rule.types.map(\.value)) }
                if !rule.fields.isEmpty { item.member("fields", texts: rule.fields) }
              }
            }
          }
        }
      }
      card.member("place", place)
      card.member("origin", origin)
    }
  }
}
