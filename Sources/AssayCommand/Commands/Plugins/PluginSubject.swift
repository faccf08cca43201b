import Assay
import AssayPlatform
import HealthModel
import HealthStorage

/// The plugin that a command is about: one that is compiled in, or one in a folder.
enum PluginSubject {
  case builtIn(StorageBackendFactory, PluginFolder?)
  case folder(PluginFolder)

  /// Finds a plugin by its name, or by its folder.
  ///
  /// - Throws: `CommandFailure` when there is none, or a plugin is broken.
  static func find(_ text: String, _ options: PluginOptions, _ project: Project?) throws -> PluginSubject {
    let isPath = text.contains("/") || text == "." || text == ".."
    if isPath || FileTree.exists(PathText.join(text, PluginManifestReader.fileName)) {
      let found = try PluginOptions.list([PluginPlace(path: text, origin: .option)]).folders
      guard found.count == 1, let folder = found.first else {
        let names = found.map(\.manifest.name).joined(separator: ", ")
        throw CommandFailure.usage(
          "\(TextEscaping.escaped(text, limit: 1000)) holds several plugins (\(names)); name the folder of one")
      }
      return subject(folder)
    }
    let list = try options.list(project)
    if let folder = list.folder(named: text) { return subject(folder) }
    if let factory = StoreBackends.builtIn.factory(for: text) { return .builtIn(factory, nil) }
    let near = Suggestion.nearest(to: text, among: list.names)
    throw CommandFailure.usage(
      "no plugin is called `\(TextEscaping.escaped(text))`"
        + (near.map { "; did you mean `\($0)`?" } ?? "; give its folder, or point at it by --plugin"))
  }

  /// The folder of what is compiled in describes it.
  private static func subject(_ folder: PluginFolder) -> PluginSubject {
    guard folder.manifest.kind == .swift, let factory = StoreBackends.builtIn.factory(for: folder.manifest.name) else {
      return .folder(folder)
    }
    return .builtIn(factory, folder)
  }
}
