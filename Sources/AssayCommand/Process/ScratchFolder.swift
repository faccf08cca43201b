import AssayPlatform
import HealthReports

/// An empty folder for the time of a command, in `TMPDIR` or `/tmp`, for its owner only.
struct ScratchFolder: Sendable {
  let path: String

  init() throws {
    let parent = TemporaryPlace.folder
    do {
      path = try TemporaryPlace.makeFolder(in: parent, prefix: "assay-")
    } catch {
      throw CommandFailure(OutputError(name: parent, code: error.code))
    }
  }

  /// Removes the folder and all in it; links are removed and not followed.
  func remove() { FileTree.removeAll(path) }
}
