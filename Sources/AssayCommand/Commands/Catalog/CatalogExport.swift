import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports

/// `assay catalog export`.
struct CatalogExport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the types for other programs, or as pages for people.",
    discussion: """
      The JSON Schema (draft 2020-12) describes one sample, a line of NDJSON. It refuses what this program refuses as \
      far as JSON Schema can say; conversions of units, lengths of time and several samples together are beyond it.

      The definitions for FHIR are those that a validator needs for observations of `assay export --as fhir`.

      Markdown is one page, or, if --output names a folder that is there or ends with a slash, a folder of pages: an \
      index, a page for each type, and one for each code.
      """)

  enum Form: String, ExpressibleByArgument, CaseIterable {
    case jsonSchema = "json-schema"
    case definitions = "fhir-definitions"
    case json, markdown
  }

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Option(
    name: .customLong("as"), help: "json-schema, fhir-definitions, json or markdown.",
    completion: .list(Form.allCases.map(\.rawValue)))
  var form: Form

  @Option(
    help: "Only types that this folder or file defines or changes; it is loaded as by --catalog. Repeatable.",
    completion: .file())
  var only: [String] = []

  @Option(
    name: .shortAndLong, help: "Write to this file instead of standard output, or pages to this folder.",
    completion: .file())
  var output: String?

  mutating func run() async throws {
    let folder = form == .markdown ? output.flatMap { $0.hasSuffix("/") || FileTree.isFolder($0) ? $0 : nil } : nil
    var options = catalog
    options.folders += only
    let registry = try options.registry(readsExamples: folder != nil, project: project.project())
    let ids = try selection(of: registry)
    if let folder { return try write(CatalogPages(registry, only: ids), to: folder) }
    let bytes =
      switch form {
      case .jsonSchema: CatalogJSONSchema.document(registry, only: ids, version: AssayVersion.current)
      case .definitions: FHIRDefinitions.document(registry, version: AssayVersion.current)
      case .json: CatalogJSON.document(registry, only: ids, version: AssayVersion.current)
      case .markdown: CatalogMarkdown.document(registry, only: ids, version: AssayVersion.current)
      }
    let destination = try output.map { path throws(OutputError) in try ByteOutput.file(path) } ?? .standardOutput()
    try destination.append(bytes)
    try destination.flush()
  }

  /// The ids of the types that `--only` names; `nil` for all.
  private func selection(of registry: Registry) throws -> Set<String>? {
    guard !only.isEmpty else { return nil }
    let types = DefinedTypes.types(in: only, of: registry)
    guard !types.isEmpty else {
      let names = only.map { TextEscaping.escaped($0, limit: 1000) }.joined(separator: ", ")
      throw Failure.usage("\(names) defines no type and changes none")
    }
    return Set(types.map(\.id))
  }

  private func write(_ pages: CatalogPages, to folder: String) throws {
    var folder = folder
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    do {
      let index = try pages.write(to: folder)
      try StandardOutput.write(TextEscaping.escaped(index, limit: 1000) + "\n")
    } catch {
      throw Failure(error)
    }
    StandardError.write("\(CountText.of(pages.typeCount, "page")) of types\n")
  }
}
