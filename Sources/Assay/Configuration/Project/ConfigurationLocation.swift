import AssayPlatform
public import HealthFormats
public import HealthModel

/// Where a project's configuration is, and its bytes.
public enum ConfigurationLocation {
  /// The names a configuration has; the first one wins.
  package static let names = ["assay.yaml", "assay.yml", ".assay.yaml", ".assay.yml"]
  /// The most bytes a configuration has.
  package static let maximumSize = 1 << 20

  /// Finds the configuration of a folder: its own, else that of the nearest folder above it.
  ///
  /// The search ends at the repository's root, which is a folder with `.git` in it, or at the root of the file system.
  /// It goes up the folders that the path really is in, whatever links led there. What has the name but cannot be
  /// read is found as well: to pass over it would silently take another project's rules.
  ///
  /// - Parameter folder: where to begin.
  /// - Returns: the absolute path, without links in its folders; `nil` when there is none.
  public static func find(from folder: String) -> String? {
    guard var folder = RealPath.text(of: folder) else { return nil }
    while true {
      for name in names {
        let path = PathText.join(folder, name)
        if isConfiguration(path) { return path }
      }
      if isRepository(folder) || folder.utf8.count < 2 { return nil }
      folder = PathText.parent(of: folder)
    }
  }

  /// The configuration beside this one whose name has the other spelling of the extension, which makes the choice
  /// ambiguous: `assay.yml` beside `assay.yaml`.
  package static func rival(of path: String) -> String? {
    let name = PathText.name(of: path)
    guard names.contains(name) else { return nil }
    let isHidden = name.hasPrefix(".")
    return names.filter { $0 != name && $0.hasPrefix(".") == isHidden }
      .map { PathText.join(PathText.parent(of: path), $0) }.first(where: isConfiguration)
  }

  /// The folder that a configuration that was found may name files in: the repository that holds it, else its own.
  package static func boundary(of path: String) -> FolderBoundary {
    let own = PathText.parent(of: path)
    var folder = own
    while !isRepository(folder) {
      guard folder.utf8.count > 1 else { return FolderBoundary(root: own) }
      folder = PathText.parent(of: folder)
    }
    return FolderBoundary(root: folder)
  }

  private static func isRepository(_ folder: String) -> Bool { FolderEntry.exists(PathText.join(folder, ".git")) }

  package static func currentFolder() throws(InputError) -> String {
    let folder: RealPath
    do {
      folder = try RealPath.currentFolder()
    } catch {
      throw .unreadable(path: ".", reason: error.description)
    }
    guard let text = folder.text else {
      throw .unreadable(path: ".", reason: "the path of the current folder is not UTF-8")
    }
    return text
  }

  /// The bytes of a configuration.
  ///
  /// Of a file that is larger than `maximumSize` the beginning, which is larger than that as well: reading it as YAML
  /// reports it, so that it counts as a mistake in the configuration and not as a fault of the system.
  ///
  /// - Parameters:
  ///   - path: a regular file.
  ///   - boundary: the folder that the file must be in, links resolved.
  /// - Returns: its bytes.
  /// - Throws: `InputError` if the file does not exist, is not a regular file, or it is outside the boundary.
  public static func read(_ path: String, within boundary: FolderBoundary? = nil) throws(InputError) -> [UInt8] {
    // A dash is standard input to a source, and a file's name here.
    var source = try FileSource(path: path == "-" ? "./-" : path, within: boundary)
    var bytes: [UInt8] = []
    while bytes.count <= maximumSize, try source.read(into: &bytes, count: 64 * 1024) > 0 {}
    return bytes
  }

  private static func isConfiguration(_ path: String) -> Bool {
    switch FolderEntry.kind(of: path) {
    case .missing, .folder, .linkedFolder: false
    default: FolderEntry.exists(path)
    }
  }
}
