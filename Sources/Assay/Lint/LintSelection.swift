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

  /// The inputs of a project's files: a file of no known format is a finding.
  package func inputs(
    of project: Project, format: InputFormat? = nil, dialect: JSONDialect? = nil, _ formats: FormatList,
    _ profiles: FileProfiles
  ) throws(Failure) -> [NamedInput] {
    let inputs = inputs(of: project, format, dialect, formats)
    guard dialect == nil else { return inputs }
    var read: [NamedInput] = []
    for (file, input) in zip(files, inputs) {
      let set = project.dataSet(of: file)
      if format == nil, set?.format == nil, set?.dialect == nil,
        let archive = try profiles.members(
          ofArchive: project.absolute(file), formats, within: project.boundary, set: set)
      {
        read += archive.inputs
        if var note = archive.note(listsAll: false) {
          note.severity = .note
          read.append(.finding(note))
        }
        continue
      }
      var input = input
      // What no content tells may be a file of a profile's name.
      if case .finding = input, format == nil, project.dataSet(of: file)?.format == nil,
        let named = profiles.input(named: project.absolute(file), within: project.boundary)
      {
        input = .found(named)
      }
      guard case .found(let found) = input else {
        read.append(input)
        continue
      }
      read.append(.found(try found.read(by: profiles, set: project.dataSet(of: file))))
    }
    return read
  }

  private func inputs(
    of project: Project, _ format: InputFormat?, _ dialect: JSONDialect?, _ formats: FormatList
  ) -> [NamedInput] {
    files.map { file in
      let set = project.dataSet(of: file)
      let path = project.absolute(file)
      do throws(InputError) {
        var input = try ResolvedInput.resolve(
          path: path, format: (format ?? set?.format)?.read(by: formats), formats: formats,
          layout: set?.layout ?? TableLayout(), within: project.boundary)
        try dialect?.check(input)
        input.dialect = dialect ?? (format == nil ? set?.dialect.flatMap(formats.dialect(named:)) : nil)
        return .found(input)
      } catch {
        let reason: String
        switch error {
        case .unknownFormat(_, let words), .ambiguous(_, let words): reason = words
        default: return .unreadable(Failure(error), path: path)
        }
        return .finding(
          Diagnostic(
            code: .formatUnknown, message: TextEscaping.escaped(reason), location: SourceLocation(path: path),
            hint: "name its format in assay.yaml, or exclude it"))
      }
    }
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
    do throws(InputError) {
      return (try LintSelection(project, named: paths), changedRule)
    } catch {
      throw Failure(error)
    }
  }

  /// Takes the files that look like samples when no project names any.
  package init(samplesAmong paths: [String], _ formats: FormatList) throws(Failure) {
    var files: [String] = []
    do throws(InputError) {
      for path in paths {
        let isSample = path == "-" ? true : try SampleDetection.isLikely(path, formats)
        if isSample { files.append(path) }
      }
    } catch {
      throw Failure(error)
    }
    self.init(files: files)
  }
}
