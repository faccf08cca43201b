import AssayPlatform

/// The type definitions that plugins of a configuration bring: data, which no manifest is needed for.
enum PluginTypes {
  /// The folders of definitions at a path of `plugins`: the plugin's own `types`, or those of the plugins in the folder.
  ///
  /// A plugin without definitions brings none. What is not a plugin keeps its `types`, so that reading it says what is
  /// missing.
  static func folders(at path: String) -> [String] {
    let types = PathText.join(path, PluginFolder.typesName)
    if FolderEntry.exists(types) { return [types] }
    if PluginFolder.isPlugin(path) { return [] }
    let names = ((try? FolderEntry.names(in: path).names) ?? []).filter { !$0.hasPrefix(".") }
    let plugins = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { PathText.join(path, $0) }.filter(PluginFolder.isPlugin)
    return plugins.isEmpty ? [types] : plugins.flatMap(folders(at:))
  }
}
