import ArgumentParser
import Assay
import HealthCatalog
import HealthModel
import HealthReports

/// `assay catalog`: looks at types, checks definitions, runs their examples.
struct CatalogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog", abstract: "List, show, check and test type definitions.",
    subcommands: [CatalogList.self, CatalogShow.self, CatalogLintCommand.self, CatalogTest.self])
}

/// `assay catalog list`.
struct CatalogList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the types.")

  @OptionGroup var catalog: CatalogOptions

  @Option(help: "Only types of this kind: quantity, category, characteristic or correlation.")
  var kind: String?

  @Option(name: .customLong("output-format"), help: "text or json.")
  var outputFormat = "text"

  mutating func run() async throws {
    var types = try catalog.registry().types
    if let kind {
      guard let known = TypeKind(rawValue: kind) else {
        let kinds = TypeKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandFailure.usage("unknown kind `\(TextEscaping.escaped(kind))`; one of \(kinds)")
      }
      types = types.filter { $0.kind == known }
    }
    switch outputFormat {
    case "json":
      var json = JSONBuilder()
      json.array { list in for type in types { TypeCard.append(type, to: &list) } }
      try StandardOutput.write(String(decoding: json.bytes, as: UTF8.self) + "\n")
    case "text":
      let output = ByteOutput.standardOutput()
      for type in types { try output.append(TypeCard.line(type) + "\n") }
      try output.flush()
    default: throw CommandFailure.usage("--output-format takes text or json")
    }
  }
}

/// `assay catalog show`.
struct CatalogShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the card of a type.")

  @OptionGroup var catalog: CatalogOptions

  @Argument(help: "The type's id, alias or identifier.")
  var id: String

  @Flag(help: "Name the file and place of each key.")
  var origin = false

  @Option(name: .customLong("output-format"), help: "text or json.")
  var outputFormat = "text"

  mutating func run() async throws {
    let registry = try catalog.registry()
    guard let type = registry.type(named: id) else {
      let near = Suggestion.nearest(to: id, among: registry.types.flatMap { [$0.id] + $0.identifiers })
      throw CommandFailure.usage(
        "no type is called `\(TextEscaping.escaped(id))`" + (near.map { "; did you mean `\($0)`?" } ?? ""))
    }
    if outputFormat == "json" {
      var json = JSONBuilder()
      TypeCard.append(type, to: &json)
      try StandardOutput.write(String(decoding: json.bytes, as: UTF8.self) + "\n")
      return
    }
    var text = TypeCard.text(type)
    if origin {
      text += "\n"
      for (key, mark) in type.origins.sorted(by: { $0.key < $1.key }) { text += "  \(key): \(mark)\n" }
    }
    try StandardOutput.write(text)
  }
}

/// `assay catalog lint`.
struct CatalogLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check definitions: the built-in catalogue, or the named folders on top of it.")

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var report: ReportOptions

  @Argument(help: "Folders or files of definitions.")
  var paths: [String] = []

  mutating func run() async throws {
    let result: CatalogResult
    do {
      result = try CatalogBuilder(folders: catalog.folders + paths).load()
    } catch {
      throw CommandFailure(error)
    }
    var diagnostics = result.diagnostics
    if let registry = result.registry { diagnostics += CatalogLint.run(registry: registry, entries: result.entries) }
    if !paths.isEmpty { diagnostics = diagnostics.filter { CatalogPaths.contain($0.location.path, paths) } }
    let reporter = try report.reporter(to: .standardOutput(), isTerminal: StandardOutput.isTerminal)
    var summary = Summary()
    for diagnostic in diagnostics {
      summary.byCode[diagnostic.code.name, default: 0] += 1
      if diagnostic.severity == .warning { summary.warnings += 1 }
      if diagnostic.severity == .error { summary.refused += 1 }
      try reporter.report(diagnostic)
    }
    try reporter.finish(summary)
    if !report.quiet {
      let count = result.registry?.types.count ?? 0
      StandardError.write("\(count) types, \(summary.refused) errors, \(summary.warnings) warnings\n")
    }
    let status = result.registry == nil ? ExitStatus.refused : report.status(summary)
    if status != ExitStatus.done { throw ExitCode(status) }
  }
}

/// `assay catalog test`.
struct CatalogTest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run the examples of every type: valid ones must pass, invalid ones raise their code.")

  @OptionGroup var catalog: CatalogOptions

  @Argument(help: "Folders or files of definitions; with some, only their types are tested.")
  var paths: [String] = []

  @Flag(name: .shortAndLong, help: "Print nothing but failures.")
  var quiet = false

  mutating func run() async throws {
    var options = catalog
    options.folders += paths
    let registry = try options.registry(readsExamples: true)
    var types = registry.types
    if !paths.isEmpty {
      types = types.filter { CatalogPaths.contain($0.origins["type"]?.path ?? "", paths) }
    }
    let failures = CatalogExamples(registry: registry).failures(of: types)
    for failure in failures { try StandardOutput.write(failure + "\n") }
    let count = types.reduce(0) { $0 + $1.examples.count }
    if !quiet {
      StandardError.write("\(types.count) types, \(count) examples, \(failures.count) failures\n")
    }
    if !failures.isEmpty { throw ExitCode(ExitStatus.refused) }
  }
}

/// Which files lie in the folders that a command names.
enum CatalogPaths {
  static func contain(_ file: String, _ paths: [String]) -> Bool {
    paths.contains { path in
      let folder = path.hasSuffix("/") ? path : path + "/"
      return file == path || file.hasPrefix(folder)
    }
  }
}
