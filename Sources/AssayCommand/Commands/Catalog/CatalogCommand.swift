import ArgumentParser
import Assay
import HealthModel
import HealthReports
import HealthUnits

/// `assay catalog`: looks at types, checks and compares definitions, runs their examples, writes new ones.
struct CatalogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog", abstract: "List, show, check, test, compare, export and make type definitions.",
    subcommands: [
      CatalogList.self, CatalogSearch.self, CatalogShow.self, CatalogCheckCommand.self, CatalogLintCommand.self,
      CatalogTest.self,
      CatalogDiffCommand.self,
      CatalogNew.self, CatalogExport.self, CatalogGenerate.self, CatalogSchema.self,
    ])
}

struct CatalogList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the types.", discussion: "Example: assay catalog list --kind category")

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Option(
    help: "Only types of this kind: quantity, category, characteristic, correlation, composite or series.",
    completion: .list(TypeKind.allCases.map(\.rawValue)))
  var kind: String?

  @OptionGroup var output: TextOrJSON

  mutating func run() async throws {
    var types = try catalog.registry(project: project.project()).types
    if let kind {
      guard let known = TypeKind(rawValue: kind) else {
        let kinds = TypeKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure.usage("unknown kind `\(TextEscaping.escaped(kind))`; one of \(kinds)")
      }
      types = types.filter { $0.kind == known }
    }
    if try output.isJSON() {
      var json = JSONBuilder()
      json.array { list in for type in types { TypeSummary.append(type, to: &list) } }
      return try StandardOutput.write(json.textLine)
    }
    let lines = ByteOutput.standardOutput()
    for type in types { try lines.append(TypeSummary.line(type) + "\n") }
    try lines.flush()
  }
}

struct CatalogShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the card of a type.",
    discussion: "Example: assay catalog show heartRate --origin")

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Argument(
    help: "The type's id, alias or identifier.", completion: .custom { _, _, _ in CompletionCandidates.types() })
  var id: String

  @Flag(help: "Name the file and place of each key.")
  var origin = false

  @OptionGroup var output: TextOrJSON

  mutating func run() async throws {
    let isJSON = try output.isJSON()
    let registry = try catalog.registry(project: project.project())
    guard let type = registry.type(named: id) else {
      if let pending = registry.pendingName(for: id) {
        throw Failure.usage("\(pending) has no type yet; see `assay explain \(pending)`")
      }
      let near = registry.suggestion(for: id, among: registry.types.flatMap { [$0.id] + $0.identifiers })
      throw Failure.usage(
        "no type is called `\(TextEscaping.escaped(id))`"
          + (near.map { "; \($0)" } ?? "; `assay catalog search WORD` looks for words"))
    }
    if isJSON {
      var json = JSONBuilder()
      TypeSummary.append(type, showsOrigins: origin, to: &json)
      try StandardOutput.write(json.textLine)
      return
    }
    var text = WrappedLines.text(TypeSummary.text(type))
    if origin {
      text += "\n"
      for (key, mark) in type.origins.sorted(by: { $0.key < $1.key }) {
        text += "  \(key): \(TextEscaping.escaped(mark.description, limit: 1000))\n"
      }
    }
    try StandardOutput.write(text)
  }
}

struct CatalogSearch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find types by words in their definitions, the best first.",
    discussion: """
      Names, titles, aliases, identifiers, units, cases, fields, metadata keys and summaries are searched. All words \
      must be there, in any case. A word that no type has is taken for the nearest one. The status is 1 if no type has \
      them all.

      Example: assay catalog search heart rate
      """)

  /// How types are listed.
  enum Form: String, CaseIterable {
    case text, json, csv
  }

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Argument(help: "Words, or parts of words.")
  var words: [String]

  @Option(
    name: .customLong("output-format"), help: "text, json or csv.", completion: .list(Form.allCases.map(\.rawValue)))
  var outputFormat = "text"

  mutating func run() async throws {
    guard let form = Form(rawValue: outputFormat) else {
      throw Failure.usage("--output-format takes text, json or csv")
    }
    let found = try catalog.registry(project: project.project()).search(words)
    if found.isCorrected, !found.hits.isEmpty {
      let shown = found.words.map { TextEscaping.escaped($0) }.joined(separator: " ")
      StandardError.write("no type has all words as written; these have: \(shown)\n")
    }
    if found.hits.isEmpty { StandardError.write("no type has these words; `assay catalog list` shows all types\n") }
    try StandardOutput.write(Self.text(found.hits, form))
    if found.hits.isEmpty { throw ExitCode(ExitStatus.refused) }
  }

  private static func text(_ hits: [RegistrySearch.Hit], _ form: Form) -> String {
    switch form {
    case .text:
      return hits.map { hit in
        let match = hit.part.word.map { "  (\($0): \(TextEscaping.escaped(hit.text, limit: 60)))" } ?? ""
        return TypeSummary.line(hit.type) + match + "\n"
      }.joined()
    case .json:
      var json = JSONBuilder()
      json.array { list in
        for hit in hits { list.object { json in for column in columns { column.append(hit, to: &json) } } }
      }
      return json.textLine
    case .csv: return RowTable.text(hits, columns, .csv)
    }
  }

  private static var columns: [Column<RegistrySearch.Hit>] {
    [
      Column("type") { .text($0.type.id) }, Column("kind") { .text($0.type.kind.rawValue) },
      Column("title") { .text($0.type.title) }, Column("unit") { Cell($0.type.shape.quantity?.unit.unitString) },
      Column("match") { .text($0.part.word ?? "name") }, Column("text") { .text($0.text) },
    ]
  }
}

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
    let paths = try EditorSchemas.write(to: folder)
    let instructions = EditorSchemas.instructions(
      schemas: folder, definitions: configured.isEmpty ? ["types"] : configured)
    let all = paths.map { $0 + "\n" }.joined() + "\n" + instructions
    let lines = all.split(separator: "\n", omittingEmptySubsequences: false)
    try StandardOutput.write(lines.map { TextEscaping.escaped($0, limit: 4000) }.joined(separator: "\n"))
  }
}
