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
      The form of the samples: jsonl (default); arrow, a stream of Arrow IPC for tools that read columns; fhir, an \
      Observation a line.
      """,
    completion: .list(Form.allCases.map(\.rawValue)))
  var form: String?

  private enum Form: String, CaseIterable {
    case jsonl, arrow, fhir
  }

  /// The published form of JSON that is written, one that holds every sample; `nil` for the project's own forms.
  func records() throws -> InterchangeForm? {
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
      if text == "apple-health" || InterchangeForm(rawValue: text) != nil {
        throw CommandFailure.usage(
          "\(text) is written from a store: import the samples, then `assay export --as \(text)`")
      }
      throw CommandFailure.usage(
        "unknown --as `\(TextEscaping.escaped(text))`; one of \(Form.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return form
  }
}
