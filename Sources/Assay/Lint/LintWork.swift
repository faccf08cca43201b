import AssayPlatform
package import HealthFormats
public import HealthModel
public import HealthReports

package struct LintBaseline: Sendable {
  package var path: String?
  package var known: Baseline?
  package var key = BaselineKey.path
  /// Whether what no longer occurs is removed from the file.
  package var prunes = false
  package var writePath: String?

  package init() {}
}

/// What lint checks of a project beside its samples: the configuration, the definitions, and what no longer occurs.
package struct LintWork: Sendable {
  package let check: CatalogCheck
  package let selection: LintSelection
  package var excerpts = TextExcerpts()

  package init(check: CatalogCheck, selection: LintSelection) {
    self.check = check
    self.selection = selection
  }

  private func rules(_ request: CheckRequest) -> ProjectCheck? {
    request.project.map {
      ProjectCheck($0.configuration, today: CivilDate(request.judging.now), rules: request.knownRules)
    }
  }

  func findings(_ request: CheckRequest) -> [Diagnostic] {
    configurationFindings(request).map(excerpts.adding) + check.diagnostics.filter { selection.reports($0) }
  }

  private func configurationFindings(_ request: CheckRequest) -> [Diagnostic] {
    guard let project = request.project, let rules = rules(request) else { return [] }
    // Of a part of the files nothing can be said about all.
    guard !selection.isNarrowed else { return rules.before(files: selection.all, unmatched: []) }
    var uses = TableUses()
    for input in request.inputs.lazy.compactMap(\.found) {
      uses.add(input, of: project.relativePath(of: input.path).flatMap(project.dataSet))
    }
    let found = rules.before(files: selection.all, unmatched: selection.unmatched, shadowed: selection.shadowed)
    return (found + uses.findings).sorted {
      ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
    }
  }

  /// Reports what can be said when all data was read: suppressions and baselines that no longer occur.
  ///
  /// - Returns: the status that a broken project asks for.
  func finish(_ engine: CheckEngine, _ outcome: inout CheckOutcome) throws -> Failure.Status {
    let (filter, baseline) = (engine.filter, engine.request.baseline)
    // An input that was not read to its end does not show which findings no longer occur.
    let isUsable = check.registry != nil
    let isWhole = isUsable && engine.checked.count >= selection.all.count && !selection.isNarrowed
    let files = Set(selection.all)
    func isChecked(_ entry: BaselineEntry) -> Bool {
      // Of a rule of a plugin that did not run nothing is known.
      if entry.code == .pluginRule {
        guard engine.hasJudged(by: entry.evidence) else { return false }
        return entry.path.map(engine.checked.contains) ?? isWhole
      }
      // Findings about several samples need all of them, and the rules that judge them.
      let isAcross = entry.code.family == .across || entry.code.family == .identity && entry.code != .uuidInvalid
      if isAcross { return isWhole && engine.across != nil }
      guard let path = entry.path else { return isWhole }
      return isUsable && (engine.checked.contains(path) || isDefinition(path, files))
    }
    if isWhole, let rules = rules(engine.request) {
      let unused = rules.unused(filter, hasJudged: engine.hasJudged).map(excerpts.adding)
      try engine.report(unused, into: &outcome.summary)
    }
    var status = isUsable ? Failure.Status.done : .refused
    if let path = baseline.path {
      if !baseline.prunes {
        try engine.report(ProjectCheck.stale(filter.stale(where: isChecked), path: path), into: &outcome.summary)
      } else if isUsable && selection.files.allSatisfy(engine.checked.contains) {
        try BaselineFile.write(filter.pruned(where: isChecked), to: path)
      } else {
        outcome.notes.append(.notWritten(path, word: "pruned"))
        status = .refused
      }
    }
    if let path = baseline.writePath {
      if isWhole {
        try BaselineFile.write(filter.recorded, to: path)
        outcome.notes.append(
          .written(path, findings: filter.recorded.findingCount, classes: filter.recorded.classCount))
      } else {
        outcome.notes.append(.notWritten(path, word: "written"))
        status = .refused
      }
    }
    return status
  }

  /// Whether a path is not a file of the data sets: then it is a definition, which was checked when all were.
  private func isDefinition(_ path: String, _ files: Set<String>) -> Bool {
    !selection.isNarrowed && !files.contains(path)
  }
}

extension Summary {
  /// The status that a run's numbers stand for: nothing masks incomplete input.
  public func status(_ failOn: FailOn) -> Failure.Status {
    if isIncomplete { return .refused }
    switch failOn {
    case .never: return .done
    case .warning where warnings > 0: return .refused
    default: return errors > 0 || (conflicts ?? 0) > 0 ? .refused : .done
    }
  }
}

/// Finds the data sets whose keys for tables or for foreign JSON are never used, since none of their files is of that
/// format.
package struct TableUses {
  private var tables: Set<CatalogMark> = []
  /// A file of each data set with keys that it does not use, and how it was read.
  private var others: [(mark: CatalogMark, path: String, format: InputFormat, isForTables: Bool)] = []

  package init() {}

  package mutating func add(_ input: ResolvedInput, of set: DataSet?) {
    guard let set, set.layout != TableLayout() else { return }
    let isUsed = set.layout.records == nil ? input.format == .csv : input.syntax == .foreignJSON
    if isUsed {
      tables.insert(set.path.mark)
    } else if !others.contains(where: { $0.mark == set.path.mark }) {
      others.append(
        (
          mark: set.path.mark, path: input.displayPath, format: input.format,
          isForTables: set.layout.records == nil
        ))
    }
  }

  /// One finding for each data set whose keys for tables say nothing, at its path.
  package var findings: [Diagnostic] {
    others.filter { !tables.contains($0.mark) }.map { item in
      Diagnostic(
        code: .configValue,
        message: (item.isForTables
          ? "the data set has keys for tables, such as `columns`, and none of its files is one: "
          : "the data set has keys for JSON, such as `records`, and none of its files is JSON: ")
          + "\(TextEscaping.escaped(item.path, limit: 80)) is read as \(item.format.rawValue)",
        location: SourceLocation(path: item.mark.path, line: item.mark.line, column: item.mark.column),
        hint: item.isForTables
          ? "only tables (CSV) have columns; in JSON, `records` is the path to the records and `fields` has those of "
            + "their fields: Documentation/json-profiles.md"
          : "the columns of a table are named under `columns`")
    }
  }
}

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
