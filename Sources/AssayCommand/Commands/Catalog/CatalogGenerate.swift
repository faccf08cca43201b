import ArgumentParser
import Assay
import HealthCatalog
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

  /// The languages.
  enum Language: String, ExpressibleByArgument, CaseIterable {
    case swift, kotlin, typescript, python

    fileprivate var code: CodeLanguage {
      switch self {
      case .swift: .swift
      case .kotlin: .kotlin
      case .typescript: .typescript
      case .python: .python
      }
    }
  }

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Option(
    name: .shortAndLong, help: "swift, kotlin, typescript or python.",
    completion: .list(Language.allCases.map(\.rawValue)))
  var language: Language

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
      for folder in only where !registry.types.contains(where: { CatalogCode.isDefinition(of: $0, in: folder) }) {
        throw CommandFailure.usage(
          "no type is defined in `\(TextEscaping.escaped(folder))`: name a folder or file of definitions as `--catalog` "
            + "or the configuration does, or a part of the built-in catalog, such as `catalog/heart`")
      }
      let builtIn = language == .swift ? try BuiltInCatalog.builder().load(readsExamples: false).registry : nil
      code = CatalogCode(registry, only: only, besides: builtIn)
    }
    let destination = try output.map { path throws(OutputError) in try ByteOutput.file(path) } ?? .standardOutput()
    try destination.append(Array(code.text(in: language.code).utf8))
    try destination.flush()
  }
}
