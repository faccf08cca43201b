import HealthCatalog
import HealthModel
import HealthStorage

/// One value in effect, and who set it.
package struct ConfigurationSetting: Sendable, Hashable {
  /// The dotted key: `rules.value-implausible`, `data[0].path`.
  package var key: String
  package var value: String
  /// The place that set it, `assay.yaml:3:5`, or `default`.
  package var origin: String

  package init(key: String, value: String, origin: String) {
    self.key = key
    self.value = value
    self.origin = origin
  }
}

extension ConfigurationSetting {
  /// Every value of a file that was read, by the place of its key, and the defaults of the keys that it lacks.
  static func all(in root: YAMLNode, of configuration: ProjectConfiguration) -> [ConfigurationSetting] {
    var settings: [ConfigurationSetting] = []
    append(root, key: "", at: root.mark, to: &settings)
    if let across = root.entry("across"), across.value.entries != nil {
      settings.append(ConfigurationSetting(key: "across", value: "true", origin: across.keyMark.description))
    }
    let defaults: KeyValuePairs<String, String> = [
      "fail_on": FailOn.error.rawValue, "baseline_by": BaselineKey.path.rawValue, "across": "true",
      "across.window": "\(configuration.acrossWindow)",
    ]
    for (key, value) in defaults where !settings.contains(where: { $0.key == key }) {
      settings.append(ConfigurationSetting(key: key, value: value, origin: "default"))
    }
    return settings
  }

  private static func append(
    _ node: YAMLNode, key: String, at mark: CatalogMark, to settings: inout [ConfigurationSetting]
  ) {
    switch node.content {
    case .scalar(let text, _):
      // The name of a store may hold a password.
      let text = key == "store" ? StorageURL.shown(text) : text
      settings.append(ConfigurationSetting(key: key, value: text, origin: mark.description))
    case .sequence(let items):
      if items.isEmpty { settings.append(ConfigurationSetting(key: key, value: "[]", origin: mark.description)) }
      for (index, item) in items.enumerated() {
        append(item, key: "\(key)[\(index)]", at: item.mark, to: &settings)
      }
    case .mapping(let entries):
      if entries.isEmpty { settings.append(ConfigurationSetting(key: key, value: "{}", origin: mark.description)) }
      // Columns and texts may have any name; elsewhere the prefix `x-` marks keys that are not settings.
      let hasFreeKeys =
        ["].columns", "].fields", "].constants", "].when", "].unless"].contains { key.hasSuffix($0) }
        || key.contains("].values.")
      for entry in entries where hasFreeKeys || !entry.key.hasPrefix("x-") {
        let path = key.isEmpty ? entry.key : "\(key).\(entry.key)"
        append(entry.value, key: path, at: entry.keyMark, to: &settings)
      }
    }
  }
}
