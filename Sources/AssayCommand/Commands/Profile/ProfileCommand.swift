import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthValidation

/// `assay profile`: statistics of each type, of files or of a store.
struct ProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "profile", abstract: "Print statistics of each type, or of each column of a table that nothing describes yet.",
    discussion: """
      Files are read as `assay validate` reads them: samples that pass are counted, findings go to standard error. With \
      --store it is the samples of a store. Quartiles are exact up to 32,768 different values of a type; beyond that \
      they are close, and a `~` or the member `exact` says so.

      Of a table or of JSON that neither is in the form of samples nor has a profile in assay.yaml, it prints \
      statistics of each column or path. --guess writes a profile for it: an assay.yaml whose comments ask for what the \
      file does not say.

      Examples: assay profile export.zip
      assay profile --store study.db --by subject --output-format csv
      assay profile --guess scale.csv
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Types and plugins") var catalog: CatalogOptions
  @OptionGroup(title: "Report") var report: ProfileReport

  @Option(
    name: .customLong("store"), help: "The store whose samples are counted, in place of files.", completion: .file())
  var location: String?

  @Flag(help: "Write an assay.yaml that reads the files, guessed from what is in them.")
  var guess = false

  @OptionGroup(title: "Store") var times: StoreTimes

  @Option(
    help: "What has a line of its own: subject, each subject's samples of a type.", completion: .list(["subject"]))
  var by: String?

  @Option(
    name: .customLong("days"), parsing: .unconditional,
    help: "The zone of days: an IANA name, ±HH:MM or UTC; `sample`: each sample's own. Default: UTC.",
    completion: .custom { _, _, _ in ["sample"] + CompletionWords.zones })
  var days: String?

  @OptionGroup(title: "Configuration") var project: ProjectOptions

  /// Refuses what says how files are read.
  private func checkForStore() throws {
    guard input.paths.isEmpty, input.filesFrom == nil else {
      throw CommandFailure.usage("name files or --store, not both")
    }
    let judging = input.judging
    let isRead =
      input.format != "auto" || input.stdinName != nil || judging.subject != nil || judging.requiresSubject
      || judging.timezone != nil || judging.units != nil
    guard !isRead else {
      throw CommandFailure.usage(
        "--store has samples as they are; leave out options that say how files are read, and take --by subject for "
          + "each participant")
    }
  }

  mutating func run() async throws {
    let format = try report.form()
    guard by == nil || by == "subject" else { throw CommandFailure.usage("--by takes subject") }
    let clock = try StatsClock(days ?? "UTC")
    let separates = by != nil
    if guess { return try writeGuess() }
    let project = try project.project()
    try times.check()
    if let location {
      var options = StoreOptions()
      (options.location, options.times) = (location, times)
      try checkForStore()
      let url = try options.url(project)
      let registry = try await options.registry(url, catalog, project)
      let backend = try await options.open(
        url, registry, plugins: catalog.plugins, isReadOnly: true, makesStore: false, project: project)
      let profiles = try await OpenStore.closing(backend) {
        var profiler = SampleProfiler(
          registry: registry, zone: clock.zone, zones: ZoneFolders.database, separatesSubjects: separates)
        do {
          try await backend.query(SampleQuery()) { batch in
            profiler.add(batch)
            return StopSignals.pending() == nil
          }
        } catch let error as StorageError {
          throw CommandFailure(error)
        }
        return profiler.profiles
      }
      if let signal = StopSignals.pending() { throw CommandFailure("stopped by a signal", status: 128 + signal) }
      return try StandardOutput.write(
        ProfileText(zone: clock.name, hasSubjects: separates, profiles: profiles).string(format))
    }
    try await profileFiles(format, clock, separates, project)
  }

  private mutating func profileFiles(
    _ format: ProfileText.Form, _ clock: StatsClock, _ separates: Bool, _ project: Project?
  ) async throws {
    let judging = try input.judging.settings()
    try judging.check(project)
    let readers = try catalog.plugins.readers(project, format: input.format, seconds: times.plugin.timeout)
    var inputs = try input.resolve(
      project: project, readers: readers, profiles: try catalog.plugins.profiles(project), suggestsProfiles: false)
    try judging.check(inputs, in: project)
    let jobs = try input.jobCount()
    try catalog.takePlugins()
    let protected = ProtectedFiles(inputs: inputs, folders: catalog.folders, project: project)
    let registry = try catalog.registry(project: project)
    let shown = try report.options()
    var foreign = ForeignFiles(&inputs, registry: registry)
    try foreign.check(separates ? "--by" : nil, format, besideSamples: !inputs.isEmpty)
    try foreign.read()
    let columns = foreign.isEmpty ? nil : ColumnText(files: foreign.profiles, redacts: shown.redact)
    let reporter = try shown.reporter(
      to: .standardError(), isTerminal: StandardError.isTerminal, protecting: protected)
    let job = FileJob(reporter: reporter, report: shown)
    let redacts = shown.redact
    var profiler = SampleProfiler(
      registry: registry, zone: clock.zone, zones: ZoneFolders.database, separatesSubjects: separates)
    func text() -> String {
      ProfileText(zone: clock.name, hasSubjects: separates, profiles: profiler.profiles, columns: columns)
        .string(format)
    }
    guard !inputs.isEmpty else {
      try StandardOutput.write(text())
      return try FileJob.end(foreign.status, nil)
    }
    do {
      try await job.run(inputs) { input, progress in
        let options = try judging.options(normalizes: true, of: input, in: project)
        var environment = RunEnvironment(
          validator: Validator(registry: registry, options: options), jobs: jobs, reporter: reporter,
          interruption: StopSignals.pending, progress: progress)
        environment.redacts = redacts
        return try await ValidationRun(environment).run(input) { batch, repeats in
          profiler.add(batch, countsMembers: true, skipping: Set(repeats))
        }
      }
    } catch let exit as ExitCode where exit.rawValue == ExitStatus.refused {
      // What passed has a profile, also when something was refused.
      try StandardOutput.write(text())
      throw exit
    }
    try StandardOutput.write(text())
    try FileJob.end(foreign.status, nil)
  }
}
