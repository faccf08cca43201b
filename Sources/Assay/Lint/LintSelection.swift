import AssayPlatform
package import HealthFormats
package import HealthModel

/// Which files lint checks: the configured ones, or those of them that are named.
package struct LintSelection: Sendable {
  /// The files of the data sets, relative to the configuration's folder.
  package let all: [String]
  /// The files that are checked, in order.
  package let files: [String]
  /// The data sets whose glob matches nothing.
  package let unmatched: [Int]
  /// The data sets whose files all belong to earlier ones, and the first such.
  package let shadowed: [(dataSet: Int, by: Int)]
  /// Whether only some files were named, so that nothing can be said of the others.
  package let isNarrowed: Bool
  /// Named paths that belong to no data set and no folder of definitions.
  package let strangers: [String]
  private let named: PathSelection

  /// Takes files as they are named, without a configuration.
  package init(files: [String]) {
    all = files
    self.files = files
    unmatched = []
    shadowed = []
    isNarrowed = false
    strangers = []
    named = PathSelection(files)
  }

  /// Finds the files of a project.
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
