import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// `assay normalize`: writes the samples that pass in their normal form.
struct NormalizeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "normalize",
    abstract: "Write the samples that pass in their normal form, as NDJSON or Arrow, or for other programs.",
    discussion: """
      Findings go to standard error. Refused samples are left out; --quarantine keeps them.

      Examples: assay normalize table.csv --quarantine refused.ndjson --output samples.ndjson
      assay normalize export.zip --as arrow --output samples.arrows
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Types and plugins") var catalog: CatalogOptions
  @OptionGroup(title: "Types and plugins") var pluginTime: PluginTime
  @OptionGroup(title: "Report") var report: ReportOptions

  @OptionGroup var form: SampleFormatOption
  @OptionGroup(title: "Other programs") var fhir: FHIRFormatOptions

  @OptionGroup var traceOption: SampleTraceOption

  @Option(name: .shortAndLong, help: "Write to this file instead of standard output.", completion: .file())
  var output: String?

  @Option(
    name: .customLong("fix"),
    help: "Correct what a hint names: likely-unit reads a number out of bounds in the one unit in which it would fit.",
    completion: .list(["likely-unit"]))
  var fixes: [String] = []

  @Option(help: "Keep refused records in this file.", completion: .file())
  var quarantine: String?

  @OptionGroup var ranges: RangeOptions

  @OptionGroup(title: "Configuration") var project: ProjectOptions

  mutating func run() async throws {
    let project = try project.project()
    let judging = try input.judging.settings()
    let fixes = try knownFixes()
    let isArrow = try form.isArrow(&report)
    let recordForm = try form.records()
    let recordOptions = try fhir.options(recordForm)
    if isArrow, output == nil, StandardOutput.isTerminal {
      throw Failure.usage("--as arrow is not for a terminal: name a file with --output, or a pipe")
    }
    try judging.check(project)
    try pluginTime.check()
    let readers = try catalog.plugins.readers(project, format: input.format, seconds: pluginTime.timeout)
    let trace = try traceOption.trace()
    let profiles = try catalog.plugins.profiles(project)
    let inputs = try ranges.inputs(
      input, of: project, readers: readers, profiles: profiles, listsAll: report.verbose)
    try judging.check(inputs, in: project)
    let jobs = try input.jobCount()
    try catalog.takePlugins()
    let protected = ProtectedFiles(inputs: inputs, folders: catalog.folders, project: project)
    try quarantine.map(protected.check)
    try output.map(protected.check)
    let reporter = try report.reporter(
      to: .standardError(), isTerminal: StandardError.isTerminal, protecting: protected)
    let registry = try catalog.registry(project: project)
    var terms = input.terms("normalize", judging, registry, project, redacts: report.redact)
    terms.set("fix", self.fixes.isEmpty ? nil : "likely-unit")
    reporter.outcome.terms = terms
    let destination = try output.map { path throws(OutputError) in try ByteOutput.file(path) } ?? .standardOutput()
    let arrow = isArrow ? try ArrowOutput(registry: registry, trace: trace, to: destination) : nil
    let records = recordForm.map { SampleOutput.records($0, recordOptions, destination) }
    let samples = arrow.map(SampleOutput.arrow) ?? records ?? .lines(to: destination, trace: trace)
    var isFirst = true
    let (ranges, quarantine) = (ranges, quarantine)
    let redacts = report.redact
    var job = FileJob(reporter: reporter, report: report)
    job.job.ending = { summary in
      do {
        // Only a stream that has everything says that it is whole.
        if summary.isIncomplete { try arrow?.flush() } else { try arrow?.end() }
      } catch {
        throw Failure(error)
      }
      return .done
    }
    try await job.run(inputs) { input, progress in
      defer { isFirst = false }
      var options = try judging.options(normalizes: true, of: input, in: project)
      options.fixes = fixes
      var environment = RunEnvironment(
        validator: Validator(registry: registry, options: options), jobs: jobs, reporter: reporter,
        interruption: StopSignals.pending, progress: progress)
      environment.redacts = redacts
      var summary = try await ValidationRun(environment).run(
        input, into: samples, quarantine: try ranges.quarantineFile(quarantine, for: input, isShared: !isFirst))
      if !fixes.isEmpty { summary.fixed = summary.fixed ?? 0 }
      try destination.flush()
      return summary
    }
  }

  private func knownFixes() throws -> ValueFixes {
    if let other = fixes.first(where: { $0 != "likely-unit" }) {
      throw Failure.usage("unknown --fix `\(TextEscaping.escaped(other))`; one of likely-unit")
    }
    return fixes.isEmpty ? [] : .likelyUnit
  }
}

/// The form in which accepted samples are written.
struct SampleFormatOption: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: """
      The form of the samples: jsonl (default); arrow, a stream of Arrow IPC for tools that read columns; fhir, an \
      Observation a line.
      """,
    completion: .list(Form.allCases.map(\.rawValue)))
  var form: String?

  private enum Form: String, CaseIterable {
    case jsonl, arrow, fhir
  }

  /// The published form of JSON that is written, one that holds every sample; `nil` for the project's own forms.
  func records() throws -> InterchangeFormat? {
    guard try form.map(Self.form) == .fhir else { return nil }
    return .fhir
  }

  /// Whether the samples are columns of the Arrow format.
  ///
  /// `--output-format arrow` asks for it as well: findings have no such form, so nothing else can be meant.
  func isArrow(_ report: inout ReportOptions) throws -> Bool {
    guard let form = try form.map(Self.form) else {
      guard report.outputFormat == Form.arrow.rawValue else { return false }
      report.outputFormat = nil
      return true
    }
    return form == .arrow
  }

  private static func form(_ text: String) throws -> Form {
    guard let form = Form(rawValue: text) else {
      if text == "apple-health" || InterchangeFormat(rawValue: text) != nil {
        throw Failure.usage(
          "\(text) is written from a store: import the samples, then `assay export --as \(text)`")
      }
      throw Failure.usage(
        "unknown --as `\(TextEscaping.escaped(text))`; one of \(Form.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return form
  }
}

/// What the lines of samples say beside the samples.
struct SampleTraceOption: ParsableArguments {
  @Option(
    name: .customLong("with"),
    help: "Add to each sample where it was read (place) and the digest of its content (digest); separate by commas.",
    completion: .list(["place", "digest", "place,digest"]))
  var with: String?

  func trace() throws -> SampleTrace {
    var trace: SampleTrace = []
    for word in (with ?? "").split(separator: ",", omittingEmptySubsequences: false) where with != nil {
      switch word {
      case "place": trace.insert(.place)
      case "digest": trace.insert(.digest)
      default:
        throw Failure.usage("--with takes place, digest or both, got `\(TextEscaping.escaped(String(word)))`")
      }
    }
    return trace
  }
}
