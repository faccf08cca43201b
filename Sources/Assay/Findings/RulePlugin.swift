import HealthModel
import HealthProcessStore

/// A plugin with rules that samples are judged by, ready to be started.
package struct RulePlugin: Sendable {
  package let name: String
  let executable: PluginExecutable
  let rules: [PluginManifest.Rule]

  /// Takes the rules of a plugin's folder; `nil` when it has none.
  ///
  /// - Throws: `PluginFault` when its executable may not be run.
  package init?(_ folder: PluginFolder) throws(PluginFault) {
    guard !folder.manifest.rules.isEmpty else { return nil }
    name = folder.manifest.name
    rules = folder.manifest.rules
    executable = try folder.executable()
  }
}
