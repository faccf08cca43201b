import ArgumentParser
import Assay
import AssayPlatform
import HealthModel

/// Which folders are looked into for plugins.
struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugin"),
    help: "A plugin's folder, or a folder of plugins: for their types, and for stores that --store names. Repeatable.",
    completion: .directory)
  var folders: [String] = []

  /// The folders that may bring an executable: those of the options, of a configuration that was named, of
  /// `ASSAY_PLUGIN_PATH`, and the one that is installed with the program.
  func places(_ project: Project?) -> [PluginPlace] {
    let variable = EnvironmentVariables.value(of: PluginPlace.variable) ?? ""
    return ownPlaces + (project.map(PluginPlace.places(of:)) ?? []) + PluginPlace.places(inVariable: variable)
      + PluginPlace.installed(with: RealPath.program())
  }

  /// The plugins there are; none is run.
  ///
  /// - Throws: `CommandFailure` when a folder holds no plugin, or two plugins claim the same.
  func list(_ project: Project?) throws -> PluginList { try Self.list(places(project)) }

  /// The folders of type definitions of the plugins that the options name.
  func typeFolders() throws -> [String] {
    guard !folders.isEmpty else { return [] }
    return try Self.list(ownPlaces).folders.compactMap(\.typesFolder)
  }

  /// The plugins with rules that the options name; no others judge.
  ///
  /// - Throws: `CommandFailure` when a plugin may not be run.
  func rulePlugins() throws -> [RulePlugin] {
    guard !folders.isEmpty else { return [] }
    let found = try Self.list(ownPlaces).folders
    do {
      return try found.compactMap { try RulePlugin($0) }
    } catch let fault as PluginFault {
      throw CommandFailure(fault)
    }
  }

  private var ownPlaces: [PluginPlace] { folders.map { PluginPlace(path: $0, origin: .option) } }

  /// The plugins in some folders.
  static func list(_ places: [PluginPlace]) throws -> PluginList {
    do {
      return try PluginList(places, builtIn: StoreBackends.builtIn.plugins)
    } catch {
      throw CommandFailure(error)
    }
  }
}
