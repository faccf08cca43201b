import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import HealthValidation

/// `assay revalidate`: replays what was refused.
struct RevalidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "revalidate", abstract: "Replay refused samples: store what passes now, keep what still fails.",
    discussion: """
      Each record is read and judged again, by the catalog of today, and if assay.yaml has its file by the columns or \
      paths that are there now. A `replacement` that was put into its line is taken in its place. What passes is stored, \
      and the file is rewritten with what still fails. Without --store nothing is stored and the file stays as it is. \
      The status is 0 when nothing is left.

      Example: assay revalidate health.db.quarantine --store health.db
      """)

  @Argument(help: "Quarantine files, or folders of them.", completion: .file())
  var paths: [String] = []

  @OptionGroup(title: "Input") var judging: JudgingOptions
  @OptionGroup(title: "Types and plugins") var catalog: CatalogOptions
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Store") var store: OptionalStoreOptions

  @OptionGroup(title: "Configuration") var project: ProjectOptions

  @Option(
    name: .shortAndLong, help: "Write what still fails to this file, and leave the quarantine file as it is.",
    completion: .file())
  var output: String?

  @OptionGroup var definitions: DefinitionOptions

  @Flag(name: .customLong("restore-deleted"), help: "Store samples again that were deleted from the store.")
  var restoresDeleted = false

  mutating func run() async throws {
    let named = paths
    paths = try paths.flatMap(Self.files)
    if paths.isEmpty, !named.isEmpty {
      return StandardError.write("assay: note: nothing was refused: no quarantine file (*.ndjson) is there\n")
    }
    let project = try project.project()
    let settings = try judging.settings()
    try check(project, settings)
    let base = try settings.options(normalizes: true)
    let protected = ProtectedFiles(paths: paths, folders: catalog.folders, project: project)
    if let output, !paths.contains(output) { try protected.check(output) }
    let reporter = try report.reporter(
      to: .standardOutput(), isTerminal: StandardOutput.isTerminal, survivesClosedPipe: true, protecting: protected)
    let options = try store.options()
    let url = try options?.url(project)
    let registry = try catalog.registry(project: project)
    reporter.outcome.terms = settings.terms("revalidate", registry, project, redacts: report.redact)
    guard let options, let url else { return try await replay(registry, project, base, reporter, wait: 0, into: nil) }
    let backend = try await options.open(
      url, registry, plugins: catalog.plugins, makesStore: false, restoresDeleted: restoresDeleted, project: project,
      isVerbose: report.verbose)
    let command = self
    let own = try catalog.ownDefinitions(project)
    try await OpenStore.closing(backend) {
      try await command.definitions.keeping.keep(own, in: backend)
      try await command.replay(
        registry, project, base, reporter, wait: options.times.waitMilliseconds, into: backend, with: own)
    }
  }

  /// The quarantine files that a path means: itself, or those of the folder that it is.
  private static func files(at path: String) throws -> [String] {
    guard FileTree.isFolder(path) else { return [path] }
    let names: [String]
    do {
      names = try FolderItem.all(in: path).map(\.name).filter { $0.hasSuffix(".ndjson") }
    } catch {
      throw Failure(InputError.unreadable(path: path, reason: error.description))
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { PathText.join(path, $0) }
  }

  /// Refuses what makes no sense, before any work.
  private func check(_ project: Project?, _ settings: JudgingSettings) throws {
    guard !paths.isEmpty else { throw Failure.usage("name the quarantine files") }
    if output != nil, paths.count > 1 { throw Failure.usage("--output takes one quarantine file") }
    for path in paths {
      if path == "-" { throw Failure.usage("a quarantine file is read by its name, not from a pipe") }
      guard FileTree.exists(path) else {
        throw Failure.usage("no such file: \(TextEscaping.escaped(path, limit: 1000))")
      }
    }
    try settings.check(project)
  }

  private func replay(
    _ registry: Registry, _ project: Project?, _ base: ValidationOptions, _ reporter: Reporter,
    wait: Int, into backend: (any StorageBackend)?, with definitions: [StoredDefinition] = []
  ) async throws {
    let validator = Validator(registry: registry, options: base)
    let profiles = try catalog.plugins.profiles(project)
    let (judging, redacts, rest) = (try judging.settings(), report.redact, output)
    let tasks = paths.map { path in
      InputJob.Task.work(
        InputJob.Work(label: path, size: nil) { progress in
          var environment = RunEnvironment(
            validator: validator, jobs: 1, reporter: reporter, interruption: StopSignals.pending,
            progress: progress)
          environment.redacts = redacts
          environment.waitMilliseconds = wait
          environment.definitions = definitions
          CommitSize.apply(to: &environment)
          var run = RevalidationRun(environment, store: backend) { judging.options(base, for: $0, in: project) }
          run.layout = { JudgingSettings.layout(for: $0, in: project, profiles) }
          return try await run.run(path, rest: rest)
        })
    }
    try await FileJob(reporter: reporter, report: report).run(tasks)
  }
}

/// Which store, when there need not be one.
struct OptionalStoreOptions: ParsableArguments {
  @Option(
    name: .customLong("store"), help: "The store that takes what passes; without one nothing is stored.",
    completion: .file())
  var location: String?

  @OptionGroup var times: StoreTimes

  /// The store's options; `nil` when no store is named.
  func options() throws -> StoreOptions? {
    try times.check()
    guard let location else { return nil }
    var options = StoreOptions()
    options.location = location
    options.times = times
    return options
  }
}
