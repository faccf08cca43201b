import ArgumentParser
import Assay
import HealthCatalog
import HealthModel
import HealthReports

/// `assay catalog generate`.
struct CatalogGenerate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write the names of types, cases and metadata keys as Swift code.",
    discussion: """
      The code is for users of the library; with `--only`, it imports the names of the built-in catalog from the module \
      HealthTypeNames. The same definitions give the same text. For Kotlin, Python, TypeScript and templates of your \
      own, use plugins/codegen: see Documentation/generated-names.md.

      Example: assay catalog generate --language swift --only types --output Names.swift
      """)

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Option(help: "swift; plugins/codegen writes other languages.", completion: .list(["swift"]))
  var language: String

  @Option(
    help: "Only types that this folder or file defines, and what they use; it is loaded as by --catalog. Repeatable.",
    completion: .file())
  var only: [String] = []

  @Option(name: .shortAndLong, help: "Write to this file instead of standard output.", completion: .file())
  var output: String?

  mutating func run() async throws {
    guard language == "swift" else {
      throw Failure.usage(
        "--language accepts swift only: for Kotlin, Python and TypeScript use plugins/codegen, see "
          + "Documentation/generated-names.md")
    }
    var options = catalog
    var registry = try options.registry(project: project.project())
    let further = only.filter { !defines($0, registry) }
    if !further.isEmpty {
      options.folders += further
      registry = try options.registry(project: project.project())
    }
    for folder in only where !defines(folder, registry) {
      throw Failure.usage("\(TextEscaping.escaped(folder, limit: 1000)) defines no type")
    }
    let code =
      only.isEmpty
      ? CatalogCode(registry)
      : CatalogCode(registry, only: only, besides: try BuiltInCatalog.builder().load(readsExamples: false).registry)
    let destination = try output.map { path throws(OutputError) in try ByteOutput.file(path) } ?? .standardOutput()
    try destination.append(Array(code.text.utf8))
    try destination.flush()
  }

  /// Whether types are defined in a folder that is loaded.
  private func defines(_ folder: String, _ registry: Registry) -> Bool {
    registry.types.contains { CatalogCode.isDefinition(of: $0, in: folder) }
  }
}
