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

      Example: assay catalog generate --language python --only types --output names.py
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
    help: "swift, kotlin, typescript or python.",
    completion: .list(Language.allCases.map(\.rawValue)))
  var language: Language

  @Option(
    help: "Only types that this folder or file defines, and what they use; it is loaded as by --catalog. Repeatable.",
    completion: .file())
  var only: [String] = []

  @Option(name: .shortAndLong, help: "Write to this file instead of standard output.", completion: .file())
  var output: String?

  mutating func run() async throws {
    var options = catalog
    var registry = try options.registry(project: project.project())
    let further = only.filter { !defines($0, registry) }
    if !further.isEmpty {
      options.folders += further
      registry = try options.registry(project: project.project())
    }
    for folder in only where !defines(folder, registry) {
      throw CommandFailure.usage("\(TextEscaping.escaped(folder, limit: 1000)) defines no type")
    }
    let code: CatalogCode
    if only.isEmpty {
      code = CatalogCode(registry)
    } else {
      let builtIn = language == .swift ? try BuiltInCatalog.builder().load(readsExamples: false).registry : nil
      code = CatalogCode(registry, only: only, besides: builtIn)
    }
    let destination = try output.map { path throws(OutputError) in try ByteOutput.file(path) } ?? .standardOutput()
    try destination.append(Array(code.text(in: language.code).utf8))
    try destination.flush()
  }

  /// Whether types are defined in a folder that is loaded.
  private func defines(_ folder: String, _ registry: Registry) -> Bool {
    registry.types.contains { CatalogCode.isDefinition(of: $0, in: folder) }
  }
}
