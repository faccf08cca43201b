import AssayPlatform
package import HealthFormats
package import HealthModel

/// Which configuration a command works by: one that was named, or one that was found.
package struct ConfigurationFile: Sendable, Hashable {
  package let path: String
  /// The folder that it may name files in; `nil` for a configuration that was named, which may name any.
  package let boundary: FolderBoundary?

  package init(named path: String) {
    self.path = path
    boundary = nil
  }

  /// The configuration of a folder, if there is one: see `ConfigurationLocation.find`.
  package init?(foundFrom folder: String) {
    guard let full = ConfigurationLocation.find(from: folder) else { return nil }
    path = PathText.climbing(full, from: RealPath.text(of: folder) ?? folder)
    boundary = ConfigurationLocation.boundary(of: full)
  }

  /// The file's bytes.
  package func bytes(at path: String? = nil) throws(InputError) -> [UInt8] {
    try ConfigurationLocation.read(path ?? self.path, within: boundary)
  }
}
