import ArgumentParser
import Assay
import AssayPlatform
import HealthModel
import HealthReports

struct ReportOptions: ParsableArguments {
  @Option(
    name: .customLong("output-format"),
    help: """
      How findings are printed: \(Suggestion.alternatives(ReportFormat.allCases.map(\.rawValue))). Default: \
      full on a terminal, else concise.
      """, completion: .list(ReportFormat.allCases.map(\.rawValue)))
  var outputFormat: String?

  @Option(
    name: .customLong("report"),
    help: "Write the findings to a file as well, as FORMAT=PATH such as sarif=findings.sarif. Repeatable.",
    completion: .list(ReportFormat.allCases.map { $0.rawValue + "=" }))
  var reports: [String] = []

  @Flag(help: "Show nothing of the samples in findings: no values, names, dates or ids.")
  var redact = false

  @Option(
    name: .customLong("max-findings"), parsing: .unconditional,
    help: "The most findings printed as text; 0 prints all.")
  var maximumFindings = 100

  @Option(help: "Color: auto, always or never (also NO_COLOR).", completion: .list(["auto", "always", "never"]))
  var color = "auto"

  @Option(
    name: .customLong("fail-on"), help: "The severity that makes the status 1: error (default), warning or never.",
    completion: .list(FailOn.allCases.map(\.rawValue)))
  var failOn: String?

  @Flag(name: .shortAndLong, help: "Print no summary and no progress.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print a summary for each type.")
  var verbose = false

  /// The reporter, writing to standard output or, where that carries data, to standard error.
  func reporter(
    to output: ByteOutput, isTerminal: Bool, survivesClosedPipe: Bool = false, protecting: ProtectedFiles? = nil
  ) throws -> Reporter {
    let format: ReportFormat
    if let outputFormat {
      guard let named = ReportFormat(rawValue: outputFormat) else {
        let names = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure.usage("unknown --output-format `\(TextEscaping.escaped(outputFormat))`; one of \(names)")
      }
      format = named
    } else {
      format = isTerminal ? .full : .concise
    }
    guard maximumFindings >= 0 else { throw Failure.usage("--max-findings takes 0 or more") }
    guard ["auto", "always", "never"].contains(color) else {
      throw Failure.usage("--color takes auto, always or never")
    }
    let hasNoColor = EnvironmentVariables.value(of: "NO_COLOR") ?? "" != ""
    let usesColor = color == "always" || (color == "auto" && isTerminal && !hasNoColor)
    if let failOn, FailOn(rawValue: failOn) == nil {
      throw Failure.usage("--fail-on takes error, warning or never")
    }
    let first = ReportSink(
      format: format, output: output, usesColor: usesColor, maximumFindings: maximumFindings,
      survivesClosedPipe: survivesClosedPipe)
    return Reporter(sinks: [first] + (try files(protecting)), version: AssayVersion.current)
  }

  private func files(_ protected: ProtectedFiles?) throws -> [ReportSink] {
    var paths: Set<String> = []
    return try reports.map { text in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let format = ReportFormat(rawValue: parts[0]) else {
        let names = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure.usage(
          "--report takes FORMAT=PATH with a format of \(names), got `\(TextEscaping.escaped(text))`")
      }
      let place = PathText.join(PathText.resolved(PathText.parent(of: parts[1])), PathText.name(of: parts[1]))
      guard paths.insert(place).inserted else {
        throw Failure.usage("two reports go to \(TextEscaping.escaped(parts[1], limit: 1000))")
      }
      guard parts[1] != "-" else {
        throw Failure.usage("--report writes files; for standard output use --output-format \(parts[0])")
      }
      try protected?.check(parts[1])
      let output = try FileOutput.open(parts[1])
      return ReportSink(format: format, output: output, maximumFindings: maximumFindings)
    }
  }

  var namedFailOn: FailOn? { failOn.flatMap(FailOn.init(rawValue:)) }
}

/// When a command fails though its findings alone would not make it.
struct ThresholdOptions: ParsableArguments {
  @Option(
    name: .customLong("fail-if"),
    help: """
      Make the status 1 if more than this was found, as 'refused > 1%', 'unit-incompatible > 0' or \
      'errors > 5 in type:heartRate'; fail_if of assay.yaml holds as well. Repeatable.
      """)
  var failIf: [String] = []

  func thresholds(_ project: Project?) throws -> Thresholds { try Thresholds(project, adding: failIf) }
}
