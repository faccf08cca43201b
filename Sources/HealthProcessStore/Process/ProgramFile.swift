import AssayPlatform
import HealthModel
import HealthStorage

/// The file of a plugin's program, looked at before it is started: the words for what is wrong with it.
enum ProgramFile {
  /// Checks that a file can be run.
  ///
  /// - Throws: `StorageError` of the code `pluginStart` that says why it cannot.
  static func check(_ plugin: PluginExecutable) throws(StorageError) {
    let shown = TextEscaping.escaped(plugin.path, limit: 1000)
    let name = TextEscaping.escaped(plugin.name)
    let status: FileStatus
    do {
      status = try FileStatus(of: plugin.path)
    } catch {
      let reason = error.meansNothingThere ? "there is no file" : error.description
      throw StorageError(.pluginStart, "the plugin \(name) cannot be started: \(shown): \(reason)")
    }
    guard status.kind == .file else {
      throw StorageError(.pluginStart, "the plugin \(name) cannot be started: \(shown) is not a file")
    }
    guard FileTree.isExecutable(plugin.path) else {
      throw StorageError(
        .pluginStart, "the plugin \(name) cannot be started: \(shown) is not executable",
        hint: "allow it with `chmod +x`")
    }
  }
}
