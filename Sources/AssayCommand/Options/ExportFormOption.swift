import ArgumentParser
import HealthModel

/// Whether an export has the form of another program's files, and where it goes then.
struct ExportFormOption: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: "The form of another program in place of an output format: apple-health, a zip as the Health app writes it.",
    completion: .list(["apple-health"]))
  var form: String?

  @Argument(help: "With --as: the file to write.", completion: .file())
  var file: String?

  /// The file that is written in the form of the Health app; `nil` for the formats of `--output-format`.
  func path(_ output: String?) throws -> String? {
    guard let form else {
      guard let file else { return nil }
      throw CommandFailure.usage(
        "a file to write goes after --output, got `\(TextEscaping.escaped(file))`")
    }
    guard form == "apple-health" else { throw CommandFailure.usage("--as takes apple-health") }
    guard let path = file ?? output, file == nil || output == nil else {
      throw CommandFailure.usage("--as takes one file to write: assay export --as apple-health export.zip")
    }
    return path
  }
}
