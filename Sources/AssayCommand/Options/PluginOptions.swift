import ArgumentParser
import Assay
import AssayPlatform
import HealthCatalog
import HealthFormats
import HealthModel
import HealthStorage

struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugin"),
    help:
      "A plugin's folder, a folder of plugins, or an installed plugin's name: for types, formats and stores. Repeatable.",
    completion: .directory)
  var folders: [String] = []

  /// The folders that may bring an executable: those of the options, of a configuration that was named, of
  /// `ASSAY_PLUGIN_PATH`, and the one that is installed with the program.
  func places(_ project: Project?) -> [PluginLocation] {
    let variable = EnvironmentVariables.value(of: PluginLocation.variable) ?? ""
    return ownPlaces + (project.map(PluginLocation.places(of:)) ?? []) + PluginLocation.places(inVariable: variable)
      + PluginLocation.installed(with: RealPath.program())
  }

  func list(_ project: Project?) throws -> PluginList { try Self.list(places(project)) }

  /// The folders of type definitions of the plugins that the options name.
  func typeFolders() throws -> [String] {
    guard !folders.isEmpty else { return [] }
    return try Self.list(ownPlaces).folders.compactMap(\.typesFolder)
  }

  /// The plugins with rules that the options name, and those of a configuration that was named; no others judge.
  func rulePlugins(_ registry: Registry, _ project: Project?) throws -> [RulePlugin] {
    let places = ownPlaces + (project.map(PluginLocation.places(of:)) ?? [])
    guard !places.isEmpty else { return [] }
    let found = try Self.list(places).folders
    return try found.compactMap { try RulePlugin($0, registry: registry) }
  }

  /// The formats that are compiled in, those that plugins read, and those that their profiles define.
  ///
  /// A plugin of an option, or of a configuration that was named, reads the files that it recognizes. Any other one, of a
  /// variable or an installation, reads only if `--format` names its format.
  func formats(_ project: Project?, format: String, seconds: Double) throws -> FormatList {
    let compiled = CompiledIn.formats
    let isBuiltIn = format == "auto" || compiled.names.contains(format)
    let named = ownPlaces + (project.map(PluginLocation.places(of:)) ?? [])
    let places = isBuiltIn ? named : self.places(project)
    guard !places.isEmpty else { return compiled }
    var formats: [InputFormat] = []
    for folder in try Self.list(places).folders {
      let recognizes = folder.origin.isNamed
      if recognizes {
        formats += try folder.profiles().flatMap(\.formats).filter { !compiled.formats.contains($0) }
      }
      guard recognizes || folder.manifest.readers.contains(where: { $0.format == format }) else { continue }
      for plugin in try ReaderPlugin.all(in: folder, recognizes: recognizes) {
        let read = InputFormat(PluginFormat(plugin, seconds: seconds) { StopSignals.pending() != nil })
        guard !formats.contains(read) else {
          throw Failure.usage("two plugins read the format \(plugin.reader.format)")
        }
        formats.append(read)
      }
    }
    return compiled.adding(formats)
  }

  /// The profiles by which files of other programs are read: of plugins that the options name, and of those in
  /// `plugins` of a configuration, as with their types.
  func profiles(_ project: Project?) throws -> FileProfiles {
    try FileProfiles(project: project, own: ownPlaces)
  }

  private var ownPlaces: [PluginLocation] { folders.map { .option($0, with: RealPath.program()) } }

  static func list(_ places: [PluginLocation]) throws -> PluginList {
    try PluginList(places, builtIn: CompiledIn.stores.plugins, formats: CompiledIn.formats)
  }
}

struct PluginTime: ParsableArguments {
  @Option(
    name: .customLong("plugin-timeout"), parsing: .unconditional,
    help: "How many seconds a plugin may take for an answer.")
  var timeout = 30.0

  func check() throws {
    guard timeout >= 0.1, timeout <= 86_400 else {
      throw Failure.usage("--plugin-timeout takes 0.1 to 86400 seconds")
    }
  }
}
