import AssayPlatform
public import HealthFormats
public import HealthModel

/// Finds out what the paths of a request stand for, and how each of them is read.
public struct ProjectInputs: Sendable {
  /// The project whose data sets say how files are read, and which files there are.
  public var project: Project?
  /// The format that was named; `nil` for that of the data set, or to find it out.
  public var format: InputFormat?
  /// How findings name standard input.
  public var stdinName: String?

  /// Creates the inputs of a project, or of none.
  public init(project: Project? = nil, format: InputFormat? = nil, stdinName: String? = nil) {
    self.project = project
    self.format = format
    self.stdinName = stdinName
  }

  /// An input that has not been read.
  private struct File {
    let path: String
    /// Whether the request names it; otherwise the configuration does.
    let isNamed: Bool
    /// The folder that it must be in, if a configuration names it that was found.
    let boundary: FolderBoundary?
  }

  /// The inputs of paths: a folder stands for the files of the project's data sets that are in it.
  ///
  /// An unreadable file is reported when its turn comes, so that it does not stop the others. A file of a data set
  /// whose format is unknown is treated the same way, since the user did not name it.
  ///
  /// - Parameter paths: files, folders, or `-` for standard input; `nil` for all files of the data sets.
  /// - Returns: the inputs in their order, and notes about data sets whose keys for tables are never used.
  /// - Throws: `RunFailure` for a path that is not there or of no format, and a folder that cannot be read.
  public func inputs(_ paths: [String]?) throws(RunFailure) -> (inputs: [NamedInput], notes: [Diagnostic]) {
    var files: [File] = []
    if let paths {
      for path in paths { files += try self.files(at: path) }
    } else if let project {
      files = try ofDataSets(of: project)
    }
    var uses = TableUses()
    var inputs: [NamedInput] = []
    for file in files {
      do throws(InputError) {
        let set = project.flatMap { project in project.relativePath(of: file.path).flatMap(project.dataSet) }
        let input = try ResolvedInput.resolve(
          path: file.path, format: format ?? set?.format, stdinName: stdinName, layout: set?.layout ?? TableLayout(),
          within: file.boundary)
        uses.add(input, of: set)
        inputs.append(.found(input))
      } catch {
        let failure = RunFailure(error)
        guard failure.status == .environment || !file.isNamed else { throw failure }
        inputs.append(.unreadable(failure, path: file.path))
      }
    }
    return (inputs, uses.findings)
  }

  /// The files that a path of a request means: the file itself, or the files of the project's data sets in the folder.
  private func files(at path: String) throws(RunFailure) -> [File] {
    if let project, path != "-", FileTree.isFolder(path) {
      let files = try ofDataSets(of: project, in: path)
      if !files.isEmpty { return files }
    }
    return [File(path: path, isNamed: true, boundary: nil)]
  }

  /// The files of a project's data sets; with a folder those in it, or the folder itself if it is one input.
  private func ofDataSets(of project: Project, in folder: String? = nil) throws(RunFailure) -> [File] {
    do throws(InputError) {
      return try project.dataFiles(in: folder).map { File(path: $0, isNamed: false, boundary: project.boundary) }
    } catch {
      throw RunFailure(error)
    }
  }
}
