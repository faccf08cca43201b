/// The folder that a configuration may name files in, if the user did not name the configuration.
///
/// A pull request can bring or change `assay.yaml`. Reports quote lines of data and definitions, so a configuration
/// that Assay only found must not name files of the machine that runs it.
public struct FolderBoundary: Sendable, Hashable {
  package let root: String

  /// Folders that hold the system's state instead of files.
  private static let systemFolders = ["/proc", "/dev", "/sys"]

  /// Creates a boundary around a folder.
  ///
  /// - Parameter root: the folder, absolute and without links, `.` and `..`.
  public init(root: String) { self.root = root }

  /// Whether a path is in the folder, but not in a repository's own `.git`, which may hold credentials.
  package func admits(_ path: String) -> Bool {
    guard Self.isInside(path, root), !Self.systemFolders.contains(where: { Self.isInside(path, $0) }) else {
      return false
    }
    let names = path.utf8.dropFirst(root.utf8.count).split(separator: UInt8(ascii: "/"))
    return !names.contains { $0.elementsEqual(".git".utf8) }
  }

  package func isBelow(_ folder: String) -> Bool { Self.isInside(root, folder) }

  /// Why a path is refused, for messages; the path itself comes before it.
  package var refusal: String {
    "it is outside \(TextEscaping.escaped(root, limit: 1000)), and a configuration that was found may name files "
      + "only there; \(Self.remedy)"
  }

  /// The end of the message, what allows it, to which the command adds its option.
  package static let remedy = "name the configuration to allow it"

  /// Whether a path is in a folder, or is the folder itself, by whole names; both are absolute.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    guard folder != "/" else { return path.utf8.first == UInt8(ascii: "/") }
    let names = path.utf8
    guard names.starts(with: folder.utf8) else { return false }
    let rest = names.dropFirst(folder.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }
}
