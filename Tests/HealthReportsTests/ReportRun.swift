import Foundation
import HealthModel
import Testing

@testable import HealthReports

/// Makes reports of findings and reads them back.
enum ReportRun {
  /// A report as the command makes it.
  static func text(
    _ format: ReportFormat, of diagnostics: [Diagnostic], summary: Summary = Summary(), usesColor: Bool = false,
    maximumFindings: Int = 100
  ) throws -> String {
    try written { output in
      let reporter = Reporter(sinks: [
        ReportSink(format: format, output: output, usesColor: usesColor, maximumFindings: maximumFindings)
      ])
      reporter.version = "1.2.3"
      for diagnostic in diagnostics {
        if reporter.wants(diagnostic.code, diagnostic.severity, diagnostic.type) {
          try reporter.report(diagnostic)
        } else {
          reporter.count(diagnostic.code, diagnostic.severity, type: diagnostic.type)
        }
      }
      try reporter.finish(summary)
    }
  }

  /// A report in a form with limits of its own.
  static func text(_ form: some ReportWriter, of diagnostics: [Diagnostic]) throws -> String {
    var form = form
    var ledger = FindingCounter()
    return try written { output in
      for diagnostic in diagnostics {
        ledger.count(diagnostic.code, diagnostic.severity, type: diagnostic.type, at: diagnostic.location)
        if form.wants(diagnostic.code, diagnostic.severity) { try form.add(diagnostic, to: output) }
      }
      let ending = ReportEnding(
        summary: Summary(), rows: ledger.table, total: ledger.total, calendar: nil, typeNames: [], version: "")
      try form.end(ending, to: output)
      try output.flush()
    }
  }

  /// A report that is an object of JSON, read.
  static func object(_ text: String) throws -> [String: Any] {
    let value: Any = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? [String: Any])
  }

  /// A report that is an array of objects, read.
  static func array(_ text: String) throws -> [[String: Any]] {
    let value: Any = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? [[String: Any]])
  }

  /// What is written to an output.
  static func written(_ body: (ByteOutput) throws -> Void) throws -> String {
    let path = NSTemporaryDirectory() + "assay-report-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let output = try ByteOutput.file(path)
    try body(output)
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }
}
