import ArgumentParser
import Assay
import HealthModel
import HealthReports

/// `assay catalog schema`.
struct CatalogSchema: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract:
      "Print the JSON Schema of definition files: type, enum, metadata, unit or pending; or of plugin.yaml: plugin.")

  private static let names = ["type", "enum", "metadata", "unit", "pending", "plugin"]

  @Argument(help: "type, enum, metadata, unit, pending or plugin.", completion: .list(names))
  var name = "type"

  mutating func run() async throws {
    guard let schema = EmbeddedSchemas.files.first(where: { $0.path == name + ".schema.json" }),
      Self.names.contains(name)
    else {
      throw CommandFailure.usage(
        "no schema is called `\(TextEscaping.escaped(name))`; one of \(Self.names.joined(separator: ", "))")
    }
    try StandardOutput.write(schema.text.hasSuffix("\n") ? schema.text : schema.text + "\n")
  }
}
