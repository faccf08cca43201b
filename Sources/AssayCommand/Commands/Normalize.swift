import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthReports
import HealthValidation

/// `assay normalize`: writes the samples that pass in their normal form.
struct NormalizeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "normalize", abstract: "Write the samples that pass in their normal form, as NDJSON.",
    discussion: """
      Findings go to standard error. Refused samples are left out; --quarantine keeps them.

      Example: assay normalize table.csv --quarantine refused.ndjson --output samples.ndjson
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Types and plugins") var catalog: CatalogOptions
  @OptionGroup(title: "Report") var report: ReportOptions

  @Option(name: .shortAndLong, help: "Write to this file instead of standard output.", completion: .file())
  var output: String?

  @Option(help: "Keep refused records in this file.", completion: .file())
  var quarantine: String?

  @OptionGroup(title: "Configuration") var project: ProjectOptions

  mutating func run() async throws {
    let project = try project.project()
    let judging = try input.judging.settings()
    try judging.check(project)
    let inputs = try input.resolve(project: project)
    let jobs = try input.jobCount()
    try catalog.takePlugins()
    let protected = ProtectedFiles(inputs: inputs, folders: catalog.folders, project: project)
    try quarantine.map(protected.check)
    try output.map(protected.check)
    let reporter = try report.reporter(
      to: .standardError(), isTerminal: StandardError.isTerminal, protecting: protected)
    let registry = try catalog.registry(project: project)
    let destination = try output.map { path throws(OutputError) in try ByteOutput.file(path) } ?? .standardOutput()
    var file = quarantine.map { QuarantineFile(path: $0) }
    let redacts = report.redact
    let job = FileJob(reporter: reporter, report: report)
    try await job.run(inputs) { input, progress in
      defer { file?.isShared = true }
      let options = try judging.options(normalizes: true, of: input, in: project)
      var environment = RunEnvironment(
        validator: Validator(registry: registry, options: options), jobs: jobs, reporter: reporter,
        interruption: StopSignals.pending, progress: progress)
      environment.redacts = redacts
      let summary = try await ValidationRun(environment).run(input, output: destination, quarantine: file)
      try destination.flush()
      return summary
    }
  }
}
