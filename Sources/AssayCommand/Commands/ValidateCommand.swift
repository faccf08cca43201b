import ArgumentParser
import Assay
import HealthModel
import HealthValidation

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

  func run() async throws {
    if across, let option = ranges.option {
      throw Failure.usage("\(option) and --across do not go together: samples are apart in ranges")
    }
    try pluginTime.check()
    let project = try project.project()
    var request = try CheckRequest(
      "validate", input, catalog, seconds: pluginTime.timeout, report, project, ranges: ranges)
    request.failOn = report.namedFailOn ?? project?.configuration.failOn?.value ?? .error
    request.suppressions = project?.configuration.suppressions ?? []
    request.across = across ? AcrossOptions(of: project) : nil
    request.quarantine = quarantine.map { QuarantineLocation(folder: nil, file: $0) }
    try request.addRules(catalog.plugins, report)
    request.thresholds = try thresholds.thresholds(project)
    let engine = try CheckEngine(request, report, catalog, writing: [quarantine])
    try await engine.checkInputs().end(report, of: engine)
  }
}
