import ArgumentParser
import Assay
import HealthModel
import HealthReports

/// `assay catalog export`.
struct CatalogExport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the types for other programs: as JSON Schema, JSON or Markdown.",
    discussion: """
      The JSON Schema (draft 2020-12) describes one sample, a line of NDJSON. It refuses what this program refuses as \
      far as JSON Schema can say; conversions of units, lengths of time and several samples together are beyond it.
      """)

  /// The forms.
  enum Form: String, ExpressibleByArgument, CaseIterable {
    case jsonSchema = "json-schema"
    case json, markdown
  }

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Option(
    name: .customLong("as"), help: "json-schema, json or markdown.",
    completion: .list(Form.allCases.map(\.rawValue)))
  var form: Form

  @Option(name: .shortAndLong, help: "Write to this file instead of standard output.", completion: .file())
  var output: String?

  mutating func run() async throws {
    let registry = try catalog.registry(project: project.project())
    let bytes =
      switch form {
      case .jsonSchema: CatalogJSONSchema.document(registry, version: AssayVersion.current)
      case .json: CatalogJSON.document(registry, version: AssayVersion.current)
      case .markdown: CatalogMarkdown.document(registry, version: AssayVersion.current)
      }
    let destination = try output.map { path throws(OutputError) in try ByteOutput.file(path) } ?? .standardOutput()
    try destination.append(bytes)
    try destination.flush()
  }
}

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
