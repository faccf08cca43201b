import HealthModel
import HealthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file of a plugin's program, looked at before it is started: the words for what is wrong with it.
enum ProgramFile {
  /// Checks that a file can be run.
  ///
  /// - Throws: `StorageError` of the code `pluginStart` that says why it cannot.
  static func check(_ plugin: PluginExecutable) throws(StorageError) {
    let shown = TextEscaping.escaped(plugin.path, limit: 1000)
    let name = TextEscaping.escaped(plugin.name)
    var status = stat()
    guard stat(plugin.path, &status) == 0 else {
      let reason = errno == ENOENT || errno == ENOTDIR ? "there is no file" : String(cString: strerror(errno))
      throw StorageError(.pluginStart, "the plugin \(name) cannot be started: \(shown): \(reason)")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StorageError(.pluginStart, "the plugin \(name) cannot be started: \(shown) is no file")
    }
    guard access(plugin.path, X_OK) == 0 else {
      throw StorageError(
        .pluginStart, "the plugin \(name) cannot be started: \(shown) is not executable",
        hint: "allow it with `chmod +x`")
    }
  }
}
