import AssayPlatform
import HealthFormats
import HealthModel

/// The files to check when a run covers only part of a project, or has no project.
extension LintSelection {
  /// Finds the files of a project that are named, or that changed.
  ///
  /// - Returns: the selection, and the definition or configuration that changed: all data is judged by it, so that
  ///   nothing is left out then.
  package static func part(
    of project: Project, named paths: [String]?, changedSince reference: String? = nil
  ) async throws(RunFailure) -> (selection: LintSelection, changedRule: String?) {
    for path in paths ?? [] where path != "-" && RealPath.text(of: project.absolute(path)) == nil {
      throw RunFailure(InputError.notFound(path: path))
    }
    var paths = paths
    var changedRule: String?
    if let reference {
      let changed: [String]
      do {
        changed = try await GitRepository(folder: project.configuration.folder).changedFiles(since: reference)
      } catch let error as GitError {
        throw .usage("--changed-since: \(error)")
      } catch {
        throw RunFailure(error)
      }
      let rules = PathSelection(project.catalogFolders + [project.configuration.path])
      changedRule = changed.first { rules.contains(project.absolute($0)) }
      if changedRule == nil {
        paths = paths.map { paths in changed.filter(PathSelection(paths).contains) } ?? changed
      }
    }
    do throws(InputError) {
      return (try LintSelection(project, named: paths), changedRule)
    } catch {
      throw RunFailure(error)
    }
  }

  /// Takes the files that look like samples when no project names any.
  package init(samplesAmong paths: [String]) throws(RunFailure) {
    var files: [String] = []
    do throws(InputError) {
      for path in paths {
        let isSample = path == "-" ? true : try SampleDetection.isLikely(path)
        if isSample { files.append(path) }
      }
    } catch {
      throw RunFailure(error)
    }
    self.init(files: files)
  }
}
