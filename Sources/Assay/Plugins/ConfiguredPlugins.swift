import HealthModel

/// The plugins that a configuration names, those of a configuration that was found among them: their manifests are read,
/// and none is run.
///
/// A folder without a manifest, or with one that is broken, is passed over: types are loaded from such folders as well.
package struct ConfiguredPlugins: Sendable {
  /// A plugin at a path of `plugins`.
  package struct Item: Sendable {
    package let path: String
    package let folder: PluginFolder
  }

  package let items: [Item]

  package init(_ project: Project?) {
    guard let project else {
      items = []
      return
    }
    let origin = PluginLocation.Origin.configuration(project.configuration.path)
    items = project.configuration.plugins.flatMap { item -> [Item] in
      let place = PluginLocation(path: project.absolute(item.value), origin: origin)
      let list = try? PluginList([place], builtIn: StoreBackends.builtIn.plugins, within: project.boundary)
      return (list?.folders ?? []).map { Item(path: $0.path, folder: $0) }
    }
  }

  /// Sentences about rules that do not run because only the configuration names their plugin.
  package func idleRules(running: [String], shown: (String) -> String = { $0 }) -> [String] {
    items.compactMap { item in
      let (name, count) = (item.folder.manifest.name, item.folder.manifest.rules.count)
      guard count > 0, !running.contains(name) else { return nil }
      let path = TextEscaping.escaped(shown(item.path), limit: 1000)
      let rules = count == 1 ? "1 rule of the plugin \(name) is" : "\(count) rules of the plugin \(name) are"
      return "\(rules) not run; to run \(count == 1 ? "it" : "them"), add --plugin \(path)"
    }
  }
}
