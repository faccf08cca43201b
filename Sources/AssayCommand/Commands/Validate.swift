import ArgumentParser
import Assay
import HealthFormats
import HealthReports
import HealthValidation

/// `assay validate`: checks samples, prints findings and a summary.
struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check samples; print findings and a summary.")

  @OptionGroup var input: InputOptions
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var report: ReportOptions

  @Option(help: "Keep refused records in this file.")
  var quarantine: String?

  mutating func run() async throws {
    let inputs = try input.resolve()
    let options = try input.validationOptions(normalizes: false)
    let jobs = try input.jobCount()
    // A reader that went away does not change the verdict, so the work goes on to its status.
    let reporter = try report.reporter(
      to: .standardOutput(), isTerminal: StandardOutput.isTerminal, survivesClosedPipe: true)
    let registry = try catalog.registry()
    var file = quarantine.map { QuarantineFile(path: $0) }
    let job = FileJob(reporter: reporter, report: report)
    try await job.run(inputs) { input, progress in
      defer { file?.isShared = true }
      var options = options
      options.origin = input.origin
      let environment = RunEnvironment(
        validator: Validator(registry: registry, options: options), jobs: jobs, reporter: reporter,
        interruption: ProcessSignals.pending, progress: progress)
      return try await ValidationRun(environment).run(input, quarantine: file)
    }
  }
}
