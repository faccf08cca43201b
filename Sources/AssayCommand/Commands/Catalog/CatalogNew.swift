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
      assay catalog new \(DefinitionKind.type(.quantity).example)

      The file goes to the folder of definitions that assay.yaml names first, else to types/; nothing is ever written \
      over.
      """)

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions
  @OptionGroup var options: DraftOptions

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
    guard let registry = result.registry else { throw Failure.usage("the catalog cannot be used") }
    let (kind, template) = try options.template(in: registry)
    let path = folder + "/" + template.fileName
    if !FileTree.exists(path) {
      var builder = BuiltInCatalog.builder(project: project, folders: try layers.plugins.typeFolders() + layers.folders)
      builder.passesOverEmptyFolders = true
      try check(template, in: folder, builder)
    }
    try write(template, to: path)
    do {
      _ = try EditorSchemas.write(EditorSchemas.ofDefinitions, to: folder + "/schema", keepsExisting: true)
    } catch {
      throw Failure(error)
    }
    try StandardOutput.write(TextEscaping.escaped(path, limit: 1000) + "\n")
    StandardError.write(Self.advice(kind, TextEscaping.escaped(folder, limit: 1000)))
  }

  /// Refuses a definition that would not load or whose examples would not hold.
  private func check(_ template: CatalogTemplate, in folder: String, _ builder: CatalogBuilder) throws {
    let found: [Diagnostic]
    do {
      found = try DraftCheck.diagnostics(of: template, in: folder, builder)
    } catch {
      throw Failure(error)
    }
    let errors = found.filter { $0.severity == .error }
    guard !errors.isEmpty else { return }
    for error in errors.prefix(10) { StandardError.write(TextLines.concise(error)) }
    throw Failure.usage("the definition has \(CountText.of(errors.count, "error")); nothing was written")
  }

  /// What to do with the new file.
  private static func advice(_ kind: DefinitionKind, _ folder: String) -> String {
    let commands = "`assay catalog check \(folder)`\n"
    switch kind {
    case .enumeration: return "next: name it under `values` of a type or of a metadata key, then \(commands)"
    case .metadata: return "next: name it under `metadata: {known: …}` of a type, then \(commands)"
    case .unit: return "next: name it as the `unit` of a type, then \(commands)"
    case .rule: return "next: \(commands)"
    case .type: return "next: write the real limits and examples, then \(commands)"
    }
  }

  private func write(_ template: CatalogTemplate, to path: String) throws {
    do {
      try FileTree.makeFolders(PathText.parent(of: path))
    } catch {
      throw Failure(OutputError(name: PathText.parent(of: path), code: error.code))
    }
    do {
      let output = try ByteOutput.newFile(path)
      try output.append(template.yaml())
      try output.synchronize()
    } catch {
      if error.code == SystemError.fileExists.code {
        let advice = template.addition.map { "; add this line to its `rules`:\n\($0)" } ?? ""
        throw Failure.usage(
          "\(TextEscaping.escaped(path, limit: 1000)) is there already; nothing was written\(advice)")
      }
      throw Failure(error)
    }
  }
}
