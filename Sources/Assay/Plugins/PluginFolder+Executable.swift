import AssayPlatform
package import HealthPlugins

extension PluginFolder {
  /// The program to start to open a store, if the checks pass.
  ///
  /// The executable is in the plugin's folder, after links are resolved, and only the user and root may change or
  /// replace it.
  package func executable() throws(PluginFault) -> PluginExecutable {
    let name = manifest.name
    guard let word = manifest.command.first else {
      throw PluginFault("the plugin \(name) has no executable: it is of the kind \(manifest.kind.rawValue)")
    }
    let shown = PluginFault.shown(PathText.join(path, word.value))
    guard let root = RealPath.text(of: path), let file = RealPath.text(of: PathText.join(path, word.value))
    else {
      throw PluginFault(
        "the executable of the plugin \(name), \(shown), is not there",
        hint: "when it has to be built, the plugin's README says how")
    }
    guard let inside = PathText.relative(file, to: root) else {
      throw PluginFault("the executable of the plugin \(name), \(shown), leads out of the plugin's folder")
    }
    guard FolderEntry.kind(of: file) == .file, FileTree.isExecutable(file) else {
      throw PluginFault("\(shown) of the plugin \(name) is not an executable file", hint: "run chmod +x on it")
    }
    // The manifest chooses what is started with which variables, so it is trusted no less than the program.
    for part in [inside, "plugin.yaml"] { try PluginTrust().check(root: root, inside: part, of: name) }
    return PluginExecutable(
      name: name, path: file, arguments: manifest.command.dropFirst().map(\.value), environment: manifest.environment)
  }
}
