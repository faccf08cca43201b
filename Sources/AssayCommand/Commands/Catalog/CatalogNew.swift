import ArgumentParser
import Assay
import AssayPlatform
import HealthCatalog
import HealthModel
import HealthReports

/// `assay catalog new`.
struct CatalogNew: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Write a definition, with examples, that already passes lint.",
    discussion: """
      On a terminal, Assay prompts for values without an option. The file goes to the folder of definitions that \
      assay.yaml names first, else to types/; nothing is ever written over.
      """)

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Argument(help: "The id, with a dot: org.study.gripStrength.")
  var id: String?

  @Option(
    help: "quantity, category, characteristic, correlation, composite or series.",
    completion: .list(TypeKind.allCases.map(\.rawValue)))
  var kind: String?

  @Option(help: "A name for people, in sentence case.")
  var title: String?

  @Option(help: "The canonical unit of a quantity.", completion: .custom { _, _, _ in CompletionWords.units })
  var unit: String?

  @Option(
    help: "How values of a quantity are combined.", completion: .list(AggregationStyle.allCases.map(\.rawValue)))
  var aggregation: String?

  @Option(parsing: .unconditional, help: "The least value that is allowed.")
  var min: Double?

  @Option(parsing: .unconditional, help: "The greatest value that is allowed.")
  var max: Double?

  @Option(
    name: .customLong("value"),
    help: "A case of a category or characteristic, as NAME or NAME=INTEGER. Repeatable. Or `date`.")
  var values: [String] = []

  @Option(
    name: .customLong("member"), help: "A member of a correlation, as TYPE or TYPE=COUNT such as 0..1. Repeatable.",
    completion: .custom { _, _, _ in CompletionWords.types() })
  var members: [String] = []

  @Option(help: "Where the definition and its numbers come from.")
  var source: String?

  @Option(help: "The folder of definitions that the file goes to.", completion: .directory)
  var into: String?

  mutating func run() async throws {
    let project = try project.project()
    let folder =
      into ?? project?.configuration.catalogs.first.map { project?.absolute($0.value) ?? $0.value } ?? "types"
    // The folder's existing definitions count: a correlation may be made of types that were written before it.
    var layers = catalog
    layers.folders.append(folder)
    let result = try layers.load(readsExamples: true, project: project, passesOverEmptyFolders: true)
    guard let registry = result.registry else { throw CommandFailure.usage("the catalog cannot be used") }
    let template = try CatalogInterview(self).template(registry)
    let path = folder + "/" + template.fileName
    try Self.makeFolder(folder)
    try Self.write(template.yaml(), to: path)
    try Self.writeSchemas(in: folder + "/schema")
    try StandardOutput.write(TextEscaping.escaped(path, limit: 1000) + "\n")
    StandardError.write(
      "next: write the real limits and examples, then `assay catalog lint \(TextEscaping.escaped(folder))` and "
        + "`assay catalog test \(TextEscaping.escaped(folder))`\n")
  }

  /// Writes the schemas that are not there: that of types refers to others, without which an editor reads none.
  private static func writeSchemas(in folder: String) throws {
    for name in ["type", "enum", "metadata", "unit"] {
      let path = "\(folder)/\(name).schema.json"
      guard !FileTree.exists(path),
        let file = EmbeddedSchemas.files.first(where: { $0.path == "\(name).schema.json" })
      else { continue }
      try makeFolder(folder)
      try write(file.text, to: path)
    }
  }

  private static func makeFolder(_ path: String) throws {
    do {
      try FileTree.makeFolders(path)
    } catch {
      throw CommandFailure(OutputError(name: path, code: error.code))
    }
  }

  private static func write(_ text: String, to path: String) throws {
    do {
      let output = try ByteOutput.newFile(path)
      try output.append(text)
      try output.synchronize()
    } catch {
      if error.code == SystemError.fileExists.code {
        throw CommandFailure.usage("\(TextEscaping.escaped(path, limit: 1000)) is there already; nothing was written")
      }
      throw CommandFailure(error)
    }
  }
}
