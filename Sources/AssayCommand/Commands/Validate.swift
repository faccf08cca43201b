import ArgumentParser
import Assay
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// `assay validate`: checks samples, prints findings and a summary.
struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check samples; print findings and a summary.")

  @OptionGroup var input: InputOptions
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var project: ProjectOptions

  @Option(help: "Keep refused records in this file.")
  var quarantine: String?

  @Flag(help: "Judge several samples together too: duplicates, overlaps, sleep sessions, rates.")
  var across = false

  mutating func run() async throws {
    let project = try project.project()
    let inputs = try input.resolve(project: project)
    // A reader that went away does not change the verdict, so the work goes on to its status.
    let reporter = try report.reporter(
      to: .standardOutput(), isTerminal: StandardOutput.isTerminal, survivesClosedPipe: true)
    let registry = try catalog.registry(project: project)
    let filter = FindingFilter(
      suppressions: project?.configuration.suppressions ?? [], today: CivilDate(try input.moment()))
    var window = AcrossOptions()
    if let project { window.window = project.configuration.acrossWindow }
    let session = try CheckSession(
      registry: registry, project: project, input: input, report: report, reporter: reporter, filter: filter,
      across: across ? window : nil)
    var file = quarantine.map { QuarantineFile(path: $0) }
    var job = FileJob(reporter: reporter, report: report)
    job.failOn = project?.configuration.failOn?.value
    job.calendar = { session.calendar }
    job.ending = { summary in
      try session.finishAcross(into: &summary)
      return ExitStatus.done
    }
    try await job.run(inputs) { input, progress in
      defer { file?.isShared = true }
      return try await session.run(input, quarantine: file, progress: progress)
    }
  }
}
