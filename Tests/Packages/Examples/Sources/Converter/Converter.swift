import Assay
import AssayKit
import HealthFormats
import HealthReports

/// Converts a table into lines of samples in their normal form, which any store imports.
struct Converter {
  /// What each column holds, by the names that samples use.
  var columns = ["when": "start", "reading": "value"]
  /// What all rows have in common.
  var constants = ["type": "heartRate", "unit": "count/min"]

  /// Reads a table, and writes the samples that fit to a file, one a line.
  ///
  /// - Returns: how many samples were written, and the findings about the others.
  func convert(_ table: String, to file: String, now: Instant) async throws -> (written: Int, findings: [Diagnostic]) {
    var findings: [Diagnostic] = []
    let reporter = Reporter(sinks: [])
    reporter.listener = { findings.append($0) }

    var layout = TableLayout(columns: columns)
    layout.mapping.constants = constants
    let input = try ResolvedInput.resolve(path: table, format: .csv, layout: layout)
    let output = try ByteOutput.file(file)
    var request = CheckRequest(inputs: [.resolved(input)])
    request.judging.now = now.microseconds
    let outcome = try await request.run(reporter, writing: output)
    return (outcome.summary.accepted, findings)
  }
}
