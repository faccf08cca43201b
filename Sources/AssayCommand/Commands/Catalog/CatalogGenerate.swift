import ArgumentParser
import Assay
import HealthCodegen
import HealthModel
import HealthReports

/// `assay catalog generate`.
struct CatalogGenerate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write the names of types, cases, metadata keys and units as code in another language.",
    discussion: """
      TypeScript, Python and Kotlin also get the form of a sample as a line of NDJSON holds it: interfaces, typed \
      dictionaries, data classes. Swift gets names for users of the library; with `--only`, code imports the names of the \
      built-in catalog from the module HealthTypeNames. The same definitions give the same text.
      """)

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Option(
    name: .shortAndLong, help: "swift, kotlin, typescript or python.",
    completion: .list(CodeLanguage.allCases.map(\.rawValue)))
  var language: CodeLanguage

  @Option(
    help: "Write only types that this folder or file defines, and what they use. Repeatable.", completion: .directory)
  var only: [String] = []

  @Option(name: .shortAndLong, help: "Write to this file instead of standard output.", completion: .file())
  var output: String?

  mutating func run() async throws {
    let registry = try catalog.registry(project: project.project())
    let code: CatalogCode
    if only.isEmpty {
      code = CatalogCode(registry)
    } else {
      let chosen = try chosenTypes(of: registry)
      let builtIn = language == .swift ? try BuiltInCatalog.builder().load(readsExamples: false).registry : nil
      code = CatalogCode(registry, only: { chosen.contains($0.id) }, besides: builtIn)
    }
    let destination = try output.map { path throws(OutputError) in try ByteOutput.file(path) } ?? .standardOutput()
    try destination.append(Array(code.text(in: language).utf8))
    try destination.flush()
  }

  /// The ids of the types that the named folders define.
  ///
  /// - Throws: `CommandFailure` when a folder defines none.
  private func chosenTypes(of registry: Registry) throws -> Set<String> {
    var chosen: Set<String> = []
    for folder in only {
      let found = registry.types.filter { CatalogCode.isDefinition(of: $0, in: folder) }
      guard !found.isEmpty else {
        throw CommandFailure.usage(
          "no type is defined in `\(TextEscaping.escaped(folder))`: name a folder or file of definitions as `--catalog` "
            + "or the configuration does, or a part of the built-in catalog, such as `catalog/heart`")
      }
      chosen.formUnion(found.map(\.id))
    }
    return chosen
  }
}

extension CodeLanguage: ExpressibleByArgument {}
