import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// `assay validate`: checks samples, prints findings and a summary.
struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "validate", abstract: "Check samples; print findings and a summary.",
    discussion: """
      Without paths the files of assay.yaml's data sets are checked. Nothing is written; the status is 1 when a sample is \
      refused.

      Examples: assay validate export.zip
      assay validate table.csv --timezone Europe/Berlin --output-format json
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Types and plugins") var catalog: CatalogOptions
  @OptionGroup(title: "Types and plugins") var pluginTime: PluginTime
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Report") var thresholds: ThresholdOptions
  @OptionGroup(title: "Configuration") var project: ProjectOptions

  @Option(help: "Keep refused records in this file.", completion: .file())
  var quarantine: String?

  @OptionGroup var ranges: RangeOptions

  @Flag(help: "Judge several samples together too: duplicates, overlaps, sleep sessions, rates.")
  var across = false

  mutating func run() async throws {
    let project = try project.project()
    let judging = try input.judging.settings()
    try judging.check(project)
    if across, let option = ranges.option {
      throw Failure.usage("\(option) and --across do not go together: samples are apart in ranges")
    }
    try pluginTime.check()
    let readers = try catalog.plugins.readers(project, format: input.format, seconds: pluginTime.timeout)
    let profiles = try catalog.plugins.profiles(project)
    let inputs = try ranges.inputs(
      input, of: project, readers: readers, profiles: profiles, listsAll: report.verbose)
    try judging.check(inputs, in: project)
    let named = catalog.plugins
    try catalog.takePlugins()
    let registry = try catalog.registry(project: project)
    let rulePlugins = try named.rulePlugins(registry, project)
    let configured = ConfiguredPlugins(project)
    if !report.quiet {
      for note in configured.idleRules(running: rulePlugins.map(\.name)) {
        StandardError.write("assay: note: \(note)\n")
      }
    }
    let thresholds = try thresholds.checked(project, registry, KnownRules(rulePlugins, configured))
    let filter = FindingFilter(
      suppressions: project?.configuration.suppressions ?? [], today: CivilDate(judging.now))
    var settings = CheckSession.Settings(project: project, jobs: try input.jobCount())
    settings.redacts = report.redact
    settings.thresholds = thresholds
    settings.rulePlugins = rulePlugins
    settings.pluginSeconds = pluginTime.timeout
    settings.pluginFailed = FileJob.tell
    settings.interruption = StopSignals.pending
    if across {
      var options = AcrossOptions()
      if let project { options.window = project.configuration.acrossWindow }
      settings.across = options
    }
    // A reader that went away does not change the verdict, so the work goes on to its status.
    let protected = ProtectedFiles(inputs: inputs, folders: catalog.folders, project: project)
    try quarantine.map(protected.check)
    let reporter = try report.reporter(
      to: .standardOutput(), isTerminal: StandardOutput.isTerminal, survivesClosedPipe: true, protecting: protected)
    reporter.outcome.day = CivilDate(judging.now)
    reporter.outcome.project = project?.name
    var terms = input.terms("validate", judging, registry, project, redacts: report.redact)
    terms.set("across", across)
    terms.set("rules", rulePlugins.isEmpty ? nil : rulePlugins.map(\.name).joined(separator: ","))
    reporter.outcome.terms = terms
    let session = CheckSession(
      registry: registry, options: try judging.options(normalizes: false), settings: settings,
      reporter: reporter, filter: filter)
    var isFirst = true
    let (ranges, quarantine) = (ranges, quarantine)
    var job = FileJob(reporter: reporter, report: report, configured: project?.configuration.failOn?.value)
    job.job.calendar = { session.calendar }
    let (isQuiet, isVerbose) = (report.quiet, report.verbose)
    job.job.ending = { summary in
      try session.finishRules(into: &summary)
      try session.finishAcross(into: &summary)
      AcrossCoverageLine.write(session.across, isVerbose: isVerbose, isQuiet: isQuiet)
      return try session.plan.finish(reporter, into: &summary)
    }
    try await job.run(inputs) { input, progress in
      defer { isFirst = false }
      return try await session.run(
        input, options: try judging.options(normalizes: false, of: input, in: project),
        path: project?.relativePath(of: input.path),
        quarantine: try ranges.quarantineFile(quarantine, for: input, isShared: !isFirst), progress: progress)
    }
  }
}
