import AssayPlatform
package import HealthFormats
package import HealthModel

/// Which files lint checks: the configured ones, or those of them that are named.
package struct LintSelection: Sendable {
  package let all: [String]
  package let files: [String]
  package let unmatched: [Int]
  /// The data sets whose files all belong to earlier ones, and the first such.
  package let shadowed: [(dataSet: Int, by: Int)]
  package let isNarrowed: Bool
  package let strangers: [String]
  private let named: PathSelection

  package init(files: [String]) {
    all = files
    self.files = files
    unmatched = []
    shadowed = []
    isNarrowed = false
    strangers = []
    named = PathSelection(files)
  }

  package init(_ project: Project, named paths: [String]?) throws(InputError) {
    let found = try DataFiles.matches(of: project.configuration, within: project.boundary)
    let all = found.files.map(\.path)
    let selection = PathSelection(paths ?? [])
    self.all = all
    unmatched = found.unmatched
    shadowed = found.shadowed
    isNarrowed = paths != nil
    // An unpacked export is one input, and a path inside of it names it.
    var above: Set<String> = []
    for path in paths ?? [] {
      var place = PathText.parent(of: path)
      while place != ".", place != "/", above.insert(place).inserted { place = PathText.parent(of: place) }
    }
    files = paths == nil ? all : all.filter { selection.contains($0) || above.contains($0) }
    named = selection
    let folders = project.catalogFolders
    let definitions = PathSelection(folders)
    let inputs = PathSelection(all)
    // A named folder may hold files or definitions; a named file is one or is not.
    var known = Set(all + folders)
    for path in all + folders {
      var place = PathText.parent(of: path)
      while place != ".", place != "/", known.insert(place).inserted { place = PathText.parent(of: place) }
    }
    strangers = (paths ?? []).filter { path in
      let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      return path != "." && path != "-" && path != project.configuration.path && !known.contains(path)
        && !definitions.contains(path) && !inputs.contains(path)
    }
  }

  /// Whether a finding about definitions is reported: all are, unless only some files are named; what breaks the types
  /// always is.
  package func reports(_ diagnostic: Diagnostic) -> Bool {
    !isNarrowed || diagnostic.severity == .error || named.contains(diagnostic.location.path)
  }
}

/// The files to check when a run covers only part of a project, or has no project.
extension LintSelection {
  /// Finds the files of a project that are named, or that changed.
  ///
  /// - Returns: the selection, and the definition or configuration that changed: all data is judged by it, so that
  ///   nothing is left out then.
  package static func part(
    of project: Project, named paths: [String]?, changedSince reference: String? = nil
  ) async throws(Failure) -> (selection: LintSelection, changedRule: String?) {
    for path in paths ?? [] where path != "-" && RealPath.text(of: project.absolute(path)) == nil {
      throw Failure(InputError.notFound(path: path))
    }
    var paths = paths
    var changedRule: String?
    if let reference {
      let changed: [String]
      do {
        changed = try await GitRepository(folder: project.configuration.folder).changedFiles(since: reference)
      } catch let error as Failure {
        throw .usage("--changed-since: \(error)")
      } catch {
        throw Failure(error)
      }
      let rules = PathSelection(project.catalogFolders + [project.configuration.path])
      changedRule = changed.first { rules.contains(project.absolute($0)) }
      if changedRule == nil { paths = paths.map { paths in changed.filter(PathSelection(paths).contains) } ?? changed }
    }
    return try Failure.meaning { (try LintSelection(project, named: paths), changedRule) }
  }

  package init(samplesAmong paths: [String], _ formats: FormatList) throws(Failure) {
    self.init(
      files: try Failure.meaning { try paths.filter { try $0 == "-" || SampleDetection.isLikely($0, formats) } })
  }
}
