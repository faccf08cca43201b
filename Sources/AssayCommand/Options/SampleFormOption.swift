import ArgumentParser
import Assay
import HealthFormats
import HealthModel
import HealthReports

/// The form in which accepted samples are written.
struct SampleFormOption: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: """
      The form of the samples: jsonl (default); arrow, a stream of Arrow IPC for tools that read columns; fhir or \
      open-mhealth, a record of the published form a line.
      """,
    completion: .list(Form.allCases.map(\.rawValue)))
  var form: String?

  /// A form of samples.
  private enum Form: String, CaseIterable {
    case jsonl, arrow, fhir
    case openMHealth = "open-mhealth"
  }

  /// The published form of JSON that is written; `nil` for the project's own form.
  func records() throws -> InterchangeForm? {
    switch try form.map(Self.form) {
    case .fhir: .fhir
    case .openMHealth: .openMHealth
    case .jsonl, .arrow, nil: nil
    }
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
      throw CommandFailure.usage(
        "unknown --as `\(TextEscaping.escaped(text))`; one of \(Form.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return form
  }
}
