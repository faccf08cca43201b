import ArgumentParser
import Assay
import AssayPlatform
import HealthCatalog
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

struct LintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "lint", abstract: "Check a project's definitions and data files, as assay.yaml says.",
    discussion: """
      assay.yaml is looked for here and above, up to the repository's root. Paths narrow the work to some of the \
      configured files; without a configuration they are the files to check. Paths in findings begin at the \
      configuration's folder.

      Examples: assay lint --report html=findings.html
      assay lint --changed-since origin/main --fail-if 'refused > 1%'
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Types and plugins") var catalog: CatalogOptions
  @OptionGroup(title: "Types and plugins") var pluginTime: PluginTime
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Report") var thresholds: ThresholdOptions
  @OptionGroup(title: "Configuration") var project: ProjectOptions
  @OptionGroup(title: "Baseline") var baseline: BaselineOptions

  @Option(name: .customLong("changed-since"), help: "Check only files that differ from this git commit or branch.")
  var changedSince: String?

  @Flag(
    name: .customLong("skip-others"),
    help: "Without a configuration, skip named files that do not look like health samples: hooks name all that changed."
  )
  var skipsOthers = false

  @Option(name: .customLong("path-prefix"), help: "Put this before every path in findings.")
  var pathPrefix = ""

  mutating func run() async throws {
    let place = try LintLocation(project.file())
    let project = try place.project()
    let baselinePath = baseline.path(project, absolute: place.fromProject)
    try baseline.check(
      baseline: baselinePath, isNarrowed: changedSince != nil || !input.paths.isEmpty || input.filesFrom != nil)
    let judging = try input.judging.settings()
    try judging.check(project)
    let thresholds = try thresholds.thresholds(project)
    report.reports = report.reports.map(place.absoluteReport)
    try pluginTime.check()
    var plugins = catalog.plugins
    plugins.folders = plugins.folders.map(place.fromProject)
    try catalog.takePlugins()
    catalog.folders = catalog.folders.map(place.fromProject)
    let named = try input.allPaths().map(place.fromProject)
    try place.enter()
    // Paths of the configuration begin here from now on.
    let formats = try plugins.formats(project, format: input.format, seconds: pluginTime.timeout)
    let profiles = try plugins.profiles(project)
    let selection = try await selection(project, named)
    let known = try baseline.work(baselinePath, by: baseline.key(project), project, absolute: place.absolute)
    var lint = LintWork(
      check: try CatalogCheck(BuiltInCatalog.builder(project: project, folders: catalog.folders)),
      selection: selection)
    lint.excerpts = place.excerpts
    var request = CheckRequest(
      project, lint, try inputs(selection, project, readsPipe: named.contains("-"), formats, profiles))
    request.fill("lint", report, project)
    request.formats = formats
    request.judging = judging
    request.baseline = known
    request.jobs = try input.jobCount()
    request.pluginSeconds = pluginTime.timeout
    // Of broken definitions nothing says which types there are, and no data is judged.
    try request.addRules(plugins, report, shown: place.fromStart)
    request.thresholds = thresholds
    let engine = try CheckEngine(
      request, report, catalog, writing: [known.writePath], pathPrefix: pathPrefix)
    try await engine.checkInputs().end(report, of: engine)
  }

  private func selection(_ project: Project?, _ named: [String]) async throws -> LintSelection {
    guard let project else {
      guard changedSince == nil else { throw Failure.usage("--changed-since needs an assay.yaml") }
      if skipsOthers { return try samples(among: named) }
      guard !named.isEmpty else {
        if self.project.ignoresConfiguration {
          throw Failure.usage("--no-config leaves nothing to check, since no path is named; name files to check")
        }
        throw Failure.usage(
          "there is no assay.yaml here or above, and no path is named; write one with `assay init`, "
            + "or name files to check")
      }
      return LintSelection(files: named)
    }
    // A list without names is a list: nothing of it is checked.
    let paths = named.isEmpty && input.filesFrom == nil ? nil : named
    let part = try await LintSelection.part(of: project, named: paths, changedSince: changedSince)
    if let rule = part.changedRule {
      StandardError.write(
        "assay: note: \(TextEscaping.escaped(rule, limit: 1000)) changed, by which all data is judged: "
          + "nothing is left out\n")
    }
    for path in part.selection.strangers.prefix(changedSince == nil ? 10 : 0) {
      StandardError.write(
        "assay: note: \(TextEscaping.escaped(path, limit: 1000)) belongs to no data set or catalog of assay.yaml\n")
    }
    return part.selection
  }

  private func samples(among named: [String]) throws -> LintSelection {
    let selection = try LintSelection(samplesAmong: named, CompiledIn.formats)
    let skipped = named.count - selection.files.count
    if skipped > 0 {
      let reason =
        project.ignoresConfiguration
        ? "no assay.yaml is read because of --no-config" : "there is no assay.yaml here or above"
      StandardError.write(
        "assay: note: \(CountText.of(skipped, "file")) skipped: \(reason), "
          + "and nothing in them looks like health samples\n")
    }
    return selection
  }

  /// The inputs; in a project a file of no known format is a finding, and a named pipe is read beside the files.
  private func inputs(
    _ selection: LintSelection, _ project: Project?, readsPipe: Bool, _ formats: FormatList,
    _ profiles: FileProfiles
  ) throws -> [NamedInput] {
    var options = input
    options.filesFrom = nil
    guard let project else {
      options.paths = selection.files
      return options.paths.isEmpty
        ? [] : try options.projectInputs(formats: formats, profiles: profiles, listsAll: report.verbose)
    }
    options.paths = ["-"]
    let piped = readsPipe ? try options.projectInputs(project: project, formats: formats, profiles: profiles) : []
    var sources = ProjectInputs(project: project)
    sources.dialect = input.dialect
    if sources.dialect == nil { sources.format = try input.knownFormat(formats) }
    sources.formats = formats
    sources.profiles = profiles
    return piped + (try sources.find(selection.files, isLint: true).inputs)
  }
}

/// Where lint works: in the configuration's folder, so that paths in findings begin there; paths of the command line
/// begin where it was started.
struct LintLocation {
  let configuration: String?
  let excerpts: TextExcerpts
  private let file: ConfigurationFile?
  private let start: String

  /// Looks at a configuration; `enter` goes to its folder.
  init(_ file: ConfigurationFile?) throws {
    self.file = file
    start = try ConfigurationLocation.currentFolder()
    var texts = TextExcerpts()
    configuration = file.map { [start] in PathText.normalized($0.path, from: start) }
    if let file, let configuration {
      texts.add(try file.bytes(at: configuration), path: PathText.name(of: configuration))
    }
    excerpts = texts
  }

  var folder: String { configuration.map(PathText.parent) ?? start }

  func project() throws -> Project? {
    guard let file, let path = configuration else { return nil }
    let result = try ProjectOptions.read(file, at: path, shown: PathText.name(of: path), folder: folder)
    guard var configuration = result.configuration else { return nil }
    configuration.folder = "."
    return Project(configuration, start: folder, within: file.boundary)
  }

  func enter() throws {
    do {
      try RealPath.enter(folder)
    } catch {
      throw Failure(
        "cannot work in \(TextEscaping.escaped(folder, limit: 1000)): \(error)", status: .environment)
    }
  }

  func absolute(_ path: String) -> String {
    path == "-" || path.hasPrefix("/") || configuration == nil ? path : PathText.join(start, path)
  }

  /// A path that begins at the configuration's folder, as one of the command line.
  func fromStart(_ path: String) -> String {
    folder == start ? path : PathText.normalized(path, from: folder)
  }

  /// A path of the command line as findings name it: relative to the configuration's folder when it is below, by its
  /// words or really.
  func fromProject(_ path: String) -> String {
    guard configuration != nil, path != "-" else { return path }
    let words = PathText.normalized(path, from: start)
    let real = PathText.resolved(words)
    let roots = [folder, PathText.resolved(folder)]
    for (root, path) in zip(roots, [words, real]) {
      // A folder above the project holds all of it.
      if path == root || PathText.relative(root, to: path) != nil { return "." }
      if let relative = PathText.relative(path, to: root) { return relative }
    }
    return words
  }

  func absoluteReport(_ text: String) -> String {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    return parts.count == 2 ? parts[0] + "=" + absolute(parts[1]) : text
  }
}

struct BaselineOptions: ParsableArguments {
  @Option(help: "Pass over the findings that this file has; findings above its counts are new.", completion: .file())
  var baseline: String?

  @Option(
    name: .customLong("write-baseline"), help: "Write today's findings to this file and accept them.",
    completion: .file())
  var writeBaseline: String?

  @Flag(name: .customLong("prune-baseline"), help: "Remove from the baseline what no longer occurs.")
  var prunesBaseline = false

  @Option(
    name: .customLong("baseline-by"), help: "What entries name: path, or type for files that move.",
    completion: .list(BaselineKey.allCases.map(\.rawValue)))
  var baselineBy: String?

  /// The baseline's file: the option's, else the configuration's.
  ///
  /// - Returns: the path; `nil` without a baseline.
  func path(_ project: Project?, absolute: (String) -> String) -> String? {
    baseline.map(absolute) ?? project?.configuration.baseline.map { project?.absolute($0.value) ?? $0.value }
  }

  func key(_ project: Project?) throws -> BaselineKey {
    guard let baselineBy else { return project?.configuration.baselineBy?.value ?? .path }
    guard let key = BaselineKey(rawValue: baselineBy) else {
      throw Failure.usage("--baseline-by takes path or type")
    }
    return key
  }

  func check(baseline: String?, isNarrowed: Bool) throws {
    if writeBaseline != nil, isNarrowed {
      throw Failure.usage("--write-baseline takes the whole project: name no paths and no --changed-since")
    }
    if writeBaseline != nil, prunesBaseline || self.baseline != nil {
      throw Failure.usage("--write-baseline cannot be combined with another baseline: it writes all findings")
    }
    if prunesBaseline, baseline == nil {
      throw Failure.usage("--prune-baseline needs a baseline: name one with --baseline or in assay.yaml")
    }
  }

  /// The handling of the baseline at a path, read from there if it counts; one that a configuration names stays inside
  /// the configuration's boundary.
  func work(_ path: String?, by key: BaselineKey, _ project: Project?, absolute: (String) -> String) throws
    -> LintBaseline
  {
    var work = LintBaseline()
    work.path = path
    work.key = key
    work.prunes = prunesBaseline
    work.writePath = writeBaseline.map(absolute)
    if let path, writeBaseline == nil {
      work.known = try BaselineFile.read(path, by: key, within: baseline == nil ? project?.boundary : nil)
    }
    return work
  }
}
