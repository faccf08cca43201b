import ArgumentParser

/// How a profile is printed, and the findings beside it.
struct ProfileReport: ParsableArguments {
  @Option(
    name: .customLong("output-format"), help: "table, csv, json or jsonl (one type a line).",
    completion: .list(ProfileText.Form.allCases.map(\.rawValue)))
  var outputFormat = ProfileText.Form.table.rawValue

  @Flag(help: "Show nothing of the samples in findings: no values, names, dates or ids.")
  var redact = false

  @Flag(name: .shortAndLong, help: "Print no summary and no progress.")
  var quiet = false

  func form() throws -> ProfileText.Form {
    guard let form = ProfileText.Form(rawValue: outputFormat) else {
      throw CommandFailure.usage("--output-format takes table, csv, json or jsonl")
    }
    return form
  }

  /// How findings are printed on standard error.
  func options() throws -> ReportOptions {
    // Of no arguments, for the defaults.
    var options = try ReportOptions.parse([])
    (options.redact, options.quiet) = (redact, quiet)
    return options
  }
}
