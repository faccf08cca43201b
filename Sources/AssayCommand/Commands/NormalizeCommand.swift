import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

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
    let fixes = try knownFixes()
    let recordForm = try form.records()
    let isArrow = form.isArrow(&report)
    let recordOptions = try fhir.options(recordForm)
    if isArrow, output == nil, StandardOutput.isTerminal {
      throw Failure.usage("--as arrow is not for a terminal: name a file with --output, or a pipe")
    }
    try pluginTime.check()
    let trace = try traceOption.trace()
    var request = try CheckRequest(
      "normalize", input, catalog, seconds: pluginTime.timeout, report, project.project(), ranges: ranges)
    request.fixes = fixes
    request.terms["fix"] = fixes.isEmpty ? nil : "likely-unit"
    request.isDated = false
    request.quarantine = quarantine.map { QuarantineLocation(folder: nil, file: $0) }
    guard let registry = request.types else { return }
    let protected = try request.protected(catalog)
    try quarantine.map(protected.check)
    try output.map(protected.check)
    let reporter = try report.reporter(
      to: .standardError(), isTerminal: StandardError.isTerminal, protecting: protected)
    let destination = try output.map { path throws(OutputError) in try ByteOutput.file(path) } ?? .standardOutput()
    let samples: SampleOutput
    if isArrow {
      samples = .arrow(try ArrowOutput(registry: registry, trace: trace, to: destination))
    } else {
      samples =
        recordForm.map { .records($0, recordOptions, destination) } ?? .lines(to: destination, trace: trace)
    }
    let engine = try CheckEngine(request.resolved(checksSettings: false), reporter, into: samples)
    try await engine.checkInputs().end(report, of: engine)
  }

  private func knownFixes() throws -> ValueFixes {
    if let other = fixes.first(where: { $0 != "likely-unit" }) {
      throw Failure.usage("unknown --fix `\(TextEscaping.escaped(other))`; one of likely-unit")
    }
    return fixes.isEmpty ? [] : .likelyUnit
  }
}

struct SampleFormatOption: ParsableArguments {
  /// The published forms of JSON that have a line for every sample at once.
  private static let forms = CompiledIn.formats.forms.filter { $0.line != nil }
  private static let names = ["jsonl", "arrow"] + forms.map(\.rawValue)

  @Option(
    name: .customLong("as"),
    help: """
      The form of the samples: jsonl (default); arrow, a stream of Arrow IPC for tools that read \
      columns\(Self.forms.map { "; \($0.rawValue), \($0.line ?? "")" }.joined()).
      """,
    completion: .list(Self.names))
  var form: String?

  /// The published form of JSON that is written; `nil` for the project's own forms.
  func records() throws -> InterchangeFormat? {
    guard let form, !Self.names.contains(form) else { return Self.forms.first { $0.rawValue == form } }
    if form == "apple-health" || CompiledIn.formats.form(named: form) != nil {
      throw Failure.usage("\(form) is written from a store: import the samples, then `assay export --as \(form)`")
    }
    throw Failure.usage(
      "unknown --as `\(TextEscaping.escaped(form))`; one of \(Self.names.joined(separator: ", "))")
  }

  /// Whether the samples are columns of the Arrow format.
  ///
  /// `--output-format arrow` asks for it as well: findings have no such form, so nothing else can be meant.
  func isArrow(_ report: inout ReportOptions) -> Bool {
    guard form == nil, report.outputFormat == "arrow" else { return form == "arrow" }
    report.outputFormat = nil
    return true
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
