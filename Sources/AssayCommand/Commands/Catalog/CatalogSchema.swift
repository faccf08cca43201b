import ArgumentParser
import Assay
import HealthModel
import HealthReports

/// `assay catalog schema`.
struct CatalogSchema: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of definition files, or write all schemas for an editor.",
    discussion: """
      Without --output, one schema: type, enum, metadata, unit, pending, definition (any of these), plugin for \
      plugin.yaml or assay-yaml for assay.yaml. With it, all of them, and how an editor is pointed at them.
      """)

  private static let names = EditorSchemas.all.map(\.name)

  @Argument(
    help: "type (default), enum, metadata, unit, pending, definition, plugin or assay-yaml.", completion: .list(names))
  var name: String?

  @OptionGroup var project: ProjectOptions

  @Option(name: .shortAndLong, help: "Write all schemas into this folder.", completion: .directory)
  var output: String?

  mutating func run() async throws {
    guard let output else {
      let name = name ?? "type"
      guard let text = EditorSchemas.all.first(where: { $0.name == name })?.text else {
        throw Failure.usage(
          "no schema is called `\(TextEscaping.escaped(name))`; one of \(Self.names.joined(separator: ", "))")
      }
      return try StandardOutput.write(text)
    }
    guard name == nil else {
      throw Failure.usage("--output writes all schemas; leave out `\(TextEscaping.escaped(name ?? ""))`")
    }
    var folder = output
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    let configured = try project.project()?.configuration.catalogs.map(\.value) ?? []
    let paths: [String]
    do {
      paths = try EditorSchemas.write(to: folder)
    } catch {
      throw Failure(error)
    }
    let instructions = EditorSchemas.instructions(
      schemas: folder, definitions: configured.isEmpty ? ["types"] : configured)
    let all = paths.map { $0 + "\n" }.joined() + "\n" + instructions
    let lines = all.split(separator: "\n", omittingEmptySubsequences: false)
    try StandardOutput.write(lines.map { TextEscaping.escaped($0, limit: 4000) }.joined(separator: "\n"))
  }
}
