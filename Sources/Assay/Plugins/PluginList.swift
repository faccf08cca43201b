import AssayPlatform
package import HealthFormats
package import HealthModel

package struct BuiltInPlugin: Sendable, Hashable {
  /// Its name, which is the scheme of its stores' URLs.
  package var name: String
  /// One sentence for listings.
  package var summary: String
  /// How the rest of the URL is written: `PATH`; empty when there is none.
  package var location: String

  package init(name: String, summary: String, location: String) {
    self.name = name
    self.summary = summary
    self.location = location
  }
}

/// The plugins there are: those that are compiled in, those in the folders that were pointed at, and the installed ones.
package struct PluginList: Sendable {
  /// The built-in plugins, in lookup order.
  package let builtIn: [BuiltInPlugin]
  /// The plugins in folders, in the order they were pointed at.
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

  /// The names there are, in the order they are listed.
  package var names: [String] {
    builtIn.map(\.name) + folders.map(\.manifest.name).filter { name in !builtIn.contains { $0.name == name } }
  }

  /// The folders of plugins at a place: itself, or those in it.
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
      throw Failure.usage("\(fault), which cannot be read: \(reason)")
    }
    let inside = names.filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let folders = inside.map { PathText.join(place.path, $0) }.filter(PluginFolder.isPlugin)
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

  /// Looks for names and schemes that two plugins claim.
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
