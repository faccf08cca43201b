import Assay
import AssayPlatform
import HealthFormats
import HealthModel

/// What the paths of a command stand for.
enum InputFiles {
  /// An input before anybody looked into it.
  struct File {
    let path: String
    /// Whether the command names it; otherwise the configuration does.
    let isNamed: Bool
    /// The folder that it must be in, if a configuration names it that was found.
    let boundary: FolderBoundary?
  }

  /// What a path of the command line stands for: itself, or the files of the project's data sets in the folder.
  static func files(at path: String, in project: Project?) throws -> [File] {
    if let project, path != "-", FileTree.isFolder(path) {
      let files = try ofDataSets(of: project, in: path)
      if !files.isEmpty { return files }
    }
    return [File(path: path, isNamed: true, boundary: nil)]
  }

  /// The files of a project's data sets; with a folder those in it, or the folder itself if it is one input.
  static func ofDataSets(of project: Project, in folder: String? = nil) throws -> [File] {
    do {
      return try project.dataFiles(in: folder).map { File(path: $0, isNamed: false, boundary: project.boundary) }
    } catch {
      throw CommandFailure(error)
    }
  }
}
