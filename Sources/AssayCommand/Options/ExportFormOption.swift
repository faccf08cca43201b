import ArgumentParser
import HealthFormats
import HealthModel

/// Whether an export has the form of another program's files, and where it goes then.
struct ExportFormOption: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: """
      The form of another program: apple-health, a zip as the Health app writes it; fhir, open-mhealth or health-connect, a \
      record a line, or one document with --output-format json.
      """,
    completion: .list(["apple-health"] + InterchangeForm.allCases.map(\.rawValue)))
  var form: String?

  @Argument(help: "With --as apple-health: the file to write.", completion: .file())
  var file: String?

  /// The published form of JSON that is written; `nil` for all others.
  func records() throws -> InterchangeForm? {
    guard let form = form.flatMap(InterchangeForm.init) else { return nil }
    if let file {
      throw CommandFailure.usage("a file to write goes after --output, got `\(TextEscaping.escaped(file))`")
    }
    return form
  }

  /// The file that is written in the form of the Health app; `nil` for the formats of `--output-format`.
  func path(_ output: String?) throws -> String? {
    guard let form else {
      guard let file else { return nil }
      throw CommandFailure.usage(
        "a file to write goes after --output, got `\(TextEscaping.escaped(file))`")
    }
    guard form == "apple-health" else {
      if SampleFormat(rawValue: form) != nil {
        throw CommandFailure.usage("--as takes the form of another program; \(form) is --output-format \(form)")
      }
      let names = ["apple-health"] + InterchangeForm.allCases.map(\.rawValue)
      throw CommandFailure.usage(
        "unknown --as `\(TextEscaping.escaped(form))`; one of \(names.joined(separator: ", "))")
    }
    guard let path = file ?? output, file == nil || output == nil else {
      throw CommandFailure.usage("--as takes one file to write: assay export --as apple-health export.zip")
    }
    return path
  }
}
