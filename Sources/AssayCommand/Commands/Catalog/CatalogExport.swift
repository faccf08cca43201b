import ArgumentParser
import Assay
import AssayPlatform
import HealthCatalog
import HealthFormats
import HealthModel
import HealthReports

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

  /// A form, by its name: those of the project, and the definitions of each published form that has some.
  struct Form: ExpressibleByArgument {
    let name: String
    let write: @Sendable (Registry, Set<String>?) -> [UInt8]

    static let markdown = Form(name: "markdown") {
      CatalogMarkdown.document($0, only: $1, version: AssayVersion.current)
    }
    static let all =
      [Form(name: "json-schema") { CatalogJSONSchema.document($0, only: $1, version: AssayVersion.current) }]
      + CompiledIn.formats.forms.compactMap { form in
        form.definitions.map { write in
          Form(name: form.rawValue + "-definitions") { types, _ in write(types, AssayVersion.current) }
        }
      } + [Form(name: "json") { CatalogJSON.document($0, only: $1, version: AssayVersion.current) }, markdown]

    static var allValueStrings: [String] { all.map(\.name) }

    init(name: String, write: @escaping @Sendable (Registry, Set<String>?) -> [UInt8]) {
      (self.name, self.write) = (name, write)
    }

    init?(argument: String) {
      guard let form = Self.all.first(where: { $0.name == argument }) else { return nil }
      self = form
    }
  }

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Option(
    name: .customLong("as"), help: "\(Suggestion.alternatives(Form.all.map(\.name))).",
    completion: .list(Form.all.map(\.name)))
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
    let folder =
      form.name == Form.markdown.name ? output.flatMap { $0.hasSuffix("/") || FileTree.isFolder($0) ? $0 : nil } : nil
    var options = catalog
    options.folders += only
    let registry = try options.registry(readsExamples: folder != nil, project: project.project())
    let ids = try selection(of: registry)
    if let folder { return try write(CatalogPages(registry, only: ids), to: folder) }
    let destination = try output.map { path throws(OutputError) in try ByteOutput.file(path) } ?? .standardOutput()
    try destination.append(form.write(registry, ids))
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
    let index = try pages.write(to: folder)
    try StandardOutput.write(TextEscaping.escaped(index, limit: 1000) + "\n")
    StandardError.write("\(CountText.of(pages.typeCount, "page")) of types\n")
  }
}

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
