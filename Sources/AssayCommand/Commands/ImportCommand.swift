import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import HealthValidation

/// `assay import`: validates, normalizes and stores, exactly once; or copies from another store.
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

  mutating func run() async throws {
    let project = try project.project()
    if let fromStore { return try await copy(from: fromStore, in: project) }
    guard selection.isEmpty else {
      throw Failure.usage("--type, --from, --to, --source and --id select what --from-store copies")
    }
    let judging = try input.judging.settings()
    try judging.check(project)
    let readers = try catalog.plugins.readers(project, format: input.format, seconds: store.times.plugin.timeout)
    let profiles = try catalog.plugins.profiles(project)
    let inputs = try input.resolve(
      project: project, readers: readers, profiles: profiles, listsAll: report.verbose)
    try judging.check(inputs, in: project)
    let jobs = try input.jobCount()
    let protected = ProtectedFiles(inputs: inputs, folders: catalog.folders, project: project)
    try quarantine.map(protected.check)
    let reporter = try report.reporter(
      to: .standardOutput(), isTerminal: StandardOutput.isTerminal, survivesClosedPipe: true, protecting: protected)
    reporter.outcome.day = CivilDate(judging.now)
    reporter.outcome.project = project?.name
    let url = try target(in: project)
    let registry = try catalog.registry(project: project)
    reporter.outcome.terms = input.terms("import", judging, registry, project, redacts: report.redact)
    let plan = ThresholdPlan(try thresholds.checked(project, registry), registry: registry, project: project)
    let place = QuarantineLocation(
      folder: isDryRun ? nil : StoreBackends.builtIn.quarantineFolder(of: url), file: quarantine,
      hasSeveralInputs: inputs.count > 1)
    var isFirst = true
    let (redacts, wait) = (report.redact, store.times.waitMilliseconds)
    var job = FileJob(reporter: reporter, report: report)
    job.job.ending = { try plan.finish(reporter, into: &$0) }
    let backend = try await target(url, registry, project)
    var versions = AcrossOptions()
    versions.judgesVersionsOnly = true
    let across = AcrossRun(registry: registry, options: versions, redacts: redacts)
    let (own, keeping) = (try catalog.ownDefinitions(project), definitions.keeping)
    if isDryRun { try await store.check(own, keeping, url, registry, plugins: catalog.plugins, project) }
    try await OpenStore.closing(backend) {
      try await keeping.keep(own, in: backend)
      try await job.run(inputs) { input, progress in
        defer { isFirst = false }
        var options = try judging.options(normalizes: true, of: input, in: project)
        plan.take(&options)
        var environment = RunEnvironment(
          validator: Validator(registry: registry, options: options), jobs: jobs, reporter: reporter,
          interruption: StopSignals.pending, progress: progress)
        environment.thresholds = plan
        environment.across = across
        environment.definitions = own
        environment.filterPath = project?.relativePath(of: input.path)
        environment.redacts = redacts
        environment.waitMilliseconds = wait
        environment.note = { StandardError.write("assay: \($0)\n") }
        CommitSize.apply(to: &environment)
        let key = InputKey.key(for: input.path)
        return try await ImportRun(environment, store: backend).run(
          input, key: key, quarantine: place.file(for: input.path, key: key, isFirst: isFirst))
      }
    }
  }

  /// The name of the store that the samples go to; one that the command does not name is said.
  private func target(in project: Project?) throws -> StorageURL {
    let url = try store.url(project)
    if store.location == nil, let place = project?.configuration.store?.mark, !report.quiet {
      StandardError.write(
        "assay: note: the store is \(url.shown), see \(TextEscaping.escaped("\(place)", limit: 1000))\n")
    }
    return url
  }

  /// Where the samples go.
  private func target(
    _ url: StorageURL, _ registry: Registry, _ project: Project?
  ) async throws -> any StorageBackend {
    if isDryRun { return MemoryStore(registry: registry) }
    return try await store.open(
      url, registry, plugins: catalog.plugins, restoresDeleted: restoresDeleted, project: project,
      isVerbose: report.verbose)
  }
}

/// Copying from another store.
extension ImportCommand {
  private func copy(from location: String, in project: Project?) async throws {
    try checkForCopy()
    let (source, target) = (try StoreOptions.url(location), try self.target(in: project))
    guard !StoreBackends.builtIn.isSame(source, target) else {
      throw Failure.usage("--from-store and --store name the same store")
    }
    let registry = try await store.registry(source, catalog, project)
    let query = try selection.query(registry)
    let reporter = try report.reporter(
      to: .standardOutput(), isTerminal: StandardOutput.isTerminal, survivesClosedPipe: true)
    let place = QuarantineLocation(
      folder: isDryRun ? nil : StoreBackends.builtIn.quarantineFolder(of: target), file: quarantine)
    let validator = Validator(registry: registry, options: try input.judging.settings().options(normalizes: true))
    let (redacts, name, wait) = (report.redact, source.shown, store.times.waitMilliseconds)
    let folder = StoreBackends.builtIn.folder(of: isDryRun ? source : target, temporary: TemporaryPath.folder)
    var job = FileJob(reporter: reporter, report: report)
    var missing: [String] = []
    let (own, keeping, isDryRun) = (try catalog.ownDefinitions(project), definitions.keeping, isDryRun)
    job.job.ending = { _ in
      for note in missing { StandardError.write("assay: \(note)\n") }
      return missing.isEmpty ? .done : .refused
    }
    let reading = try await store.open(
      source, registry, plugins: catalog.plugins, isReadOnly: true, project: project, isVerbose: report.verbose)
    try await OpenStore.closing(reading) {
      let writing = try await self.target(target, registry, project)
      try await OpenStore.closing(writing) {
        let definitions = DefinitionKeeping.joined(own, over: try await reading.definitions())
        if isDryRun {
          try await self.store.check(definitions, keeping, target, registry, plugins: catalog.plugins, project)
        }
        try await keeping.keep(definitions, in: writing)
        let work = InputJob.Work(label: name, size: nil) { progress in
          var environment = RunEnvironment(
            validator: validator, jobs: 1, reporter: reporter, interruption: StopSignals.pending,
            progress: progress)
          environment.redacts = redacts
          environment.definitions = definitions
          environment.waitMilliseconds = wait
          environment.note = { StandardError.write("assay: \($0)\n") }
          CommitSize.apply(to: &environment)
          let summary = try await CopyRun(environment, from: reading, to: writing, spoolingIn: folder).run(
            query, name: name, quarantine: place.file(for: name, key: CopyRun.key(of: name), isFirst: true))
          missing = try await MissingNames.notes(query, in: reading, isEmpty: summary.read == 0)
          return summary
        }
        try await job.run([.work(work)])
      }
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
