import HealthModel

/// The rules of plugins that are known to a run, whether they run or not: of what a plugin that is not known has, nothing
/// can be said.
package struct KnownRules: Sendable {
  private var codes: [String: [String]] = [:]

  /// Knows no rules.
  package init() {}

  /// Knows the rules of plugins that judge, and of those that a configuration names.
  package init(_ plugins: [RulePlugin], _ configured: ConfiguredPlugins) {
    for plugin in plugins { add(plugin) }
    for item in configured.items where codes[item.folder.manifest.name] == nil { add(item.folder.manifest) }
  }

  package mutating func add(_ manifest: PluginManifest) {
    if !manifest.rules.isEmpty { codes[manifest.name, default: []] += manifest.rules.map(\.code) }
  }

  mutating func add(_ plugin: RulePlugin) { codes[plugin.name, default: []] += plugin.rules.map(\.code) }

  package var names: [String] {
    codes.sorted { $0.key < $1.key }.flatMap { name, codes in codes.map { "\(name)/\($0)" } }
  }

  /// What is wrong with the name of a rule whose plugin is known, and what was meant.
  struct Fault {
    let message: String
    let hint: String
  }

  /// The fault of a name in a configuration or an option; `nil` if there is none, or none is known.
  func fault(of text: String) -> Fault? {
    guard let parts = CodeName(text)?.rule?.split(separator: "/"), parts.count == 2,
      let known = codes[String(parts[0])], !known.contains(String(parts[1]))
    else { return nil }
    let near = Suggestion.nearest(to: parts[1], among: known)
    return Fault(
      message: "the plugin \(parts[0]) has no rule `\(TextEscaping.escaped(parts[1], limit: 80))`",
      hint: near.map { "did you mean `\(parts[0])/\($0)`?" }
        ?? "its rules are \(known.prefix(10).map { "`\(parts[0])/\($0)`" }.joined(separator: ", "))")
  }
}
