import ArgumentParser
import Assay
import AssayPlatform
import HealthModel
import HealthQueries
import HealthStorage

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "import", abstract: "Check, normalize and store samples, exactly once and resumable.",
    discussion: """
      A sample counts as accepted once its commit is on the disk. The same input again inserts nothing. After an \
      interruption the same command goes on where it stopped. What is not stored is kept with its reasons in \
      STORE.quarantine/, one file for each input. With --from-store the samples of another store are copied.

      Examples: assay import export.zip --store health.db --subject P01
      assay import --from-store health.db --store jsonl:archive/
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Types and plugins") var catalog: CatalogOptions
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Report") var thresholds: ThresholdOptions
  @OptionGroup(title: "Store") var store: StoreOptions
  @OptionGroup(title: "Store") var people: SubjectZoneOption

  @OptionGroup(title: "Configuration") var project: ProjectOptions

  @Option(help: "Keep what is not stored in this file.", completion: .file())
  var quarantine: String?

  @Flag(name: .customLong("dry-run"), help: "Do everything but store.")
  var isDryRun = false

  @Flag(name: .customLong("restore-deleted"), help: "Store samples again that were deleted from the store.")
  var restoresDeleted = false

  @OptionGroup var definitions: DefinitionOptions

  @Option(
    name: .customLong("from-store"), help: "Copy the samples of this store, all of them or those selected.",
    completion: .file())
  var fromStore: String?

  @OptionGroup(title: "Selection of what is copied with --from-store") var selection: SampleSelection

  func run() async throws {
    let project = try project.project()
    if let fromStore { return try await copy(from: fromStore, in: project) }
    guard selection.isEmpty else {
      throw Failure.usage("--type, --from, --to, --source and --id select what --from-store copies")
    }
    var request = try CheckRequest("import", input, catalog, seconds: store.times.plugin.timeout, report, project)
    request.thresholds = try thresholds.thresholds(project)
    guard let registry = request.types else { return }
    let url = try addStore(to: &request, project)
    request.definitions = try catalog.ownDefinitions(project)
    request.subjectZones = try people.zones(nil)
    if isDryRun {
      try await store.check(
        request.definitions, request.keeping, url, registry, plugins: catalog.plugins, project)
    }
    let engine = try CheckEngine(request, report, catalog, writing: [quarantine])
    try await engine.checkInputs().end(report, of: engine)
  }

  /// Says where samples go, and what is not stored.
  ///
  /// - Returns: the name of the store; one that the command does not name is said.
  private func addStore(to request: inout CheckRequest, _ project: Project?) throws -> StorageURL {
    let url = try store.url(project)
    if store.location == nil, let place = project?.configuration.store?.mark, !report.quiet {
      request.note("note: the store is \(url.shown), see \(TextEscaping.escaped("\(place)", limit: 1000))")
    }
    request.store =
      isDryRun
      ? CheckStore("memory:")
      : try store.checkStore(
        url, plugins: catalog.plugins, restoresDeleted: restoresDeleted, project: project, isVerbose: report.verbose)
    request.quarantine = QuarantineLocation(
      folder: isDryRun ? nil : StoreBackends.builtIn.quarantineFolder(of: url), file: quarantine)
    request.keeping = definitions.keeping
    request.waitMilliseconds = store.times.waitMilliseconds
    return url
  }

  private func copy(from location: String, in project: Project?) async throws {
    try checkForCopy()
    let source = try StoreOptions.url(location)
    var request = CheckRequest(inputs: [])
    request.fill(nil, report, nil)
    request.isDated = false
    request.judging = try input.judging.settings()
    let url = try addStore(to: &request, project)
    guard !StoreBackends.builtIn.isSame(source, url) else {
      throw Failure.usage("--from-store and --store name the same store")
    }
    let registry = try await store.registry(source, catalog, project)
    request.types = registry
    let query = try selection.query(registry)
    let folder = StoreBackends.builtIn.folder(of: isDryRun ? source : url, temporary: TemporaryPath.folder)
    let reading = try await store.open(
      source, registry, plugins: catalog.plugins, isReadOnly: true, project: project, isVerbose: report.verbose)
    try await OpenStore.closing(reading) {
      request.subjectZones = try people.zones(project).over(
        try await HealthStore(reading, zones: ZoneFolders.database).subjectZones())
      request.inputs = [
        .store(
          StoredInput(reading, query: query, name: source.shown, folder: folder) {
            try await MissingNames.notes($0, in: $1, isEmpty: $2)
          })
      ]
      request.definitions = DefinitionKeeping.joined(
        try catalog.ownDefinitions(project), over: try await reading.definitions())
      if isDryRun {
        try await store.check(
          request.definitions, request.keeping, url, registry, plugins: catalog.plugins, project)
      }
      let engine = try CheckEngine(request, report, catalog)
      try await engine.checkInputs().end(report, of: engine)
    }
  }

  /// Refuses what says how inputs are read: a store's samples are what they are.
  private func checkForCopy() throws {
    guard thresholds.failIf.isEmpty else {
      throw Failure.usage("--fail-if is about samples that are read from inputs; --from-store reads a store")
    }
    let judging = input.judging
    let isRead =
      !input.paths.isEmpty || input.filesFrom != nil || input.format != "auto" || input.stdinName != nil
      || judging.subject != nil || judging.requiresSubject || judging.timezone != nil || judging.units != nil
    guard isRead else { return }
    throw Failure.usage(
      "--from-store copies the samples of a store as they are; leave out paths, and options that say how inputs are "
        + "read")
  }
}
