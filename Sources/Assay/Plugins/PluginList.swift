import AssayPlatform
package import HealthFormats
package import HealthModel

package struct BuiltInPlugin: Sendable, Hashable {
  package var name: String
  package var summary: String
  /// How the rest of the URL is written: `PATH`; empty when there is none.
  package var location: String

  package init(name: String, summary: String, location: String) {
    self.name = name
    self.summary = summary
    self.location = location
  }

  package var manifest: PluginManifest {
    var manifest = PluginManifest(name: name, version: AssayVersion.current, summary: summary)
    manifest.storage = [Located(name, at: CatalogMark(path: "", line: 0, column: 0))]
    return manifest
  }
}

/// The plugins there are: those that are compiled in, those in the folders that were pointed at, and the installed ones.
package struct PluginList: Sendable {
  package let builtIn: [BuiltInPlugin]
  package let folders: [PluginFolder]

  /// Looks into folders; reads manifests, and runs nothing.
  ///
  /// A folder with a `plugin.yaml` is a plugin, another one is a folder of plugins. One that is pointed at twice counts
  /// once, by what pointed at it first. An installed plugin gives way to one that is pointed at and has its name or
  /// keeps its stores, so that a newer one can be tried.
  package init(
    _ places: [PluginLocation], builtIn: [BuiltInPlugin], formats: FormatList = .core,
    within boundary: FolderBoundary? = nil
  ) throws(Failure) {
    let names = Set(builtIn.map(\.name))
    var folders: [PluginFolder] = []
    var seen: Set<String> = []
    for place in places {
      for path in try Self.plugins(at: place) where seen.insert(PathText.resolved(path)).inserted {
        let folder = try PluginFolder(
          at: PluginLocation(path: path, origin: place.origin), builtIn: names, formats, within: boundary)
        if place.origin == .installation, folders.contains(where: { Self.compete($0, folder) }) { continue }
        folders.append(folder)
      }
    }
    self.builtIn = builtIn
    self.folders = folders
    try checkClaims()
  }

  package func folder(named name: String) -> PluginFolder? { folders.first { $0.manifest.name == name } }

  package func process(for scheme: String) -> PluginFolder? {
    folders.first { folder in
      folder.manifest.kind == .process && folder.manifest.storage.contains { $0.value == scheme }
    }
  }

  package var names: [String] {
    builtIn.map(\.name) + folders.map(\.manifest.name).filter { name in !builtIn.contains { $0.name == name } }
  }

  private static func plugins(at place: PluginLocation) throws(Failure) -> [String] {
    if PluginFolder.isPlugin(place.path) { return [place.path] }
    let fault = "\(place.origin) names \(PluginFolder.shown(place.path))"
    let names: [String]
    do throws(InputError) {
      let listing = try FolderEntry.names(in: place.path)
      if let damaged = listing.damaged.first(where: { !$0.hasPrefix(".") }) {
        throw InputError.unreadable(
          path: place.path, reason: "the name \(PluginFolder.shown(damaged)) in it is not UTF-8; rename it")
      }
      names = listing.names
    } catch {
      guard case .unreadable(_, let reason) = error else { throw Failure.usage("\(fault), which cannot be read") }
      let isName = place.origin == .option && !place.path.contains("/") && !FileTree.exists(place.path)
      throw Failure.usage(
        "\(fault), which cannot be read: \(reason)",
        hint: isName ? "`assay plugins list` names the plugins that are installed" : nil)
    }
    let folders = PluginFolder.plugins(names, in: place.path)
    if folders.isEmpty, place.origin != .installation {
      throw Failure.usage(
        "\(fault), and neither it nor a folder in it has a plugin.yaml", hint: "`assay plugins new` makes a plugin")
    }
    return folders
  }

  /// Whether a plugin that was pointed at has the name of an installed one, or keeps stores of its schemes.
  private static func compete(_ folder: PluginFolder, _ installed: PluginFolder) -> Bool {
    guard folder.origin != .installation else { return false }
    let schemes = installed.manifest.storage.map(\.value)
    return folder.manifest.name == installed.manifest.name
      || folder.manifest.storage.contains { schemes.contains($0.value) }
  }

  private func checkClaims() throws(Failure) {
    var names: [String: String] = [:]
    var schemes: [String: String] = [:]
    for plugin in builtIn {
      names[plugin.name] = "the one that is compiled in"
      schemes[plugin.name] = "the one that is compiled in"
    }
    for folder in folders {
      // The folder of what is compiled in describes it.
      if folder.manifest.kind == .swift { continue }
      let place = PluginFolder.shown(folder.manifestPath)
      if let other = names.updateValue(place, forKey: folder.manifest.name) {
        throw Failure.usage("two plugins are named `\(folder.manifest.name)`: \(other), and \(place)")
      }
      for scheme in folder.manifest.storage {
        if let other = schemes.updateValue(place, forKey: scheme.value) {
          throw Failure.usage("two plugins keep stores named `\(scheme.value):`: \(other), and \(place)")
        }
      }
    }
  }
}

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

/// A folder that the operator points at, or that came with the program: nothing else is ever looked into for plugins.
public struct PluginLocation: Sendable, Hashable {
  /// How a folder was pointed at.
  public enum Origin: Sendable, Hashable, CustomStringConvertible {
    /// By an option of the command.
    case option
    /// By `plugins` of a configuration; holds its path.
    case configuration(String)
    /// By `ASSAY_PLUGIN_PATH`.
    case environment
    /// By nobody: it was installed beside the program.
    case installation

    /// The words for messages.
    public var description: String {
      switch self {
      case .option: "--plugin"
      case .configuration(let path): TextEscaping.escaped(path, limit: 1000)
      case .environment: PluginLocation.variable
      case .installation: "installed"
      }
    }
  }

  /// The environment variable that names folders, with colons between them.
  package static let variable = "ASSAY_PLUGIN_PATH"

  /// The folder: a plugin's, or one with plugins' folders in it.
  public var path: String
  /// How it was pointed at.
  public var origin: Origin

  /// Creates a place.
  public init(path: String, origin: Origin) {
    self.path = path
    self.origin = origin
  }

  /// The folders of a project's configuration that the operator named; one that was found points at no executable.
  public static func places(of project: Project) -> [PluginLocation] {
    guard project.boundary == nil else { return [] }
    return project.configuration.plugins.map {
      PluginLocation(path: project.absolute($0.value), origin: .configuration(project.configuration.path))
    }
  }

  package static func places(inVariable text: String) -> [PluginLocation] {
    text.split(separator: ":").map { PluginLocation(path: String($0), origin: .environment) }
  }

  /// The folder of the plugins that are installed with a program: `lib/assay/plugins` beside its folder `bin`.
  ///
  /// It belongs to whoever installed the program; like every plugin's, an executable in it is refused if others may
  /// change it. A program that is not in a folder `bin`, as in a download or a build, has none: what is beside such a
  /// folder may be anybody's.
  package static func installed(with executable: String?) -> [PluginLocation] {
    let parts = executable?.split(separator: "/") ?? []
    guard executable?.hasPrefix("/") == true, parts.count >= 2, parts[parts.count - 2] == "bin" else { return [] }
    let path = "/" + (parts.dropLast(2) + ["lib", "assay", "plugins"]).joined(separator: "/")
    return FileTree.isFolder(path) ? [PluginLocation(path: path, origin: .installation)] : []
  }

  /// What `--plugin` names: a folder, or else an installed plugin by its name, such as `fitbit`.
  package static func option(_ text: String, with executable: String?) -> PluginLocation {
    let named = installed(with: executable).first.map { PathText.join($0.path, text) }
    guard let named, !text.contains("/"), !FileTree.exists(text), PluginFolder.isPlugin(named) else {
      return PluginLocation(path: text, origin: .option)
    }
    return PluginLocation(path: named, origin: .option)
  }
}

extension PluginLocation.Origin {
  /// Whether the operator named the folder for this run, by an option or a configuration.
  package var isNamed: Bool {
    switch self {
    case .option, .configuration: true
    case .environment, .installation: false
    }
  }
}
