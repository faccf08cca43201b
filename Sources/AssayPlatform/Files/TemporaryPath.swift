import CLibrary

/// Unique names for temporary files.
package enum TemporaryPath {
  /// The folder for temporary files: `TMPDIR`, else `/tmp`.
  package static var folder: String {
    guard let named = EnvironmentVariables.value(of: "TMPDIR"), !named.isEmpty else { return "/tmp" }
    return named
  }

  /// Makes an empty folder for its owner only.
  package static func makeFolder(in parent: String, prefix: String) throws(SystemError) -> String {
    var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw .last }
    return String(cString: made)
  }

  /// Makes a file without a name, for its owner only, which is gone with its descriptor however the process ends.
  package static func makeFile(in folder: String, prefix: String) throws(SystemError) -> Descriptor {
    while true {
      let path = "\(folder)/\(prefix)\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
      do {
        let file = try Descriptor(writing: path, .new, isRead: true)
        unlink(path)
        return file
      } catch .fileExists {
      } catch {
        throw error
      }
    }
  }
}
