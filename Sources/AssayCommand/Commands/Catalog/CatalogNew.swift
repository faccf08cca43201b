import ArgumentParser
import Assay
import HealthCatalog
import HealthModel
import HealthReports

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `assay catalog new`.
struct CatalogNew: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Write the definition of a new type, with examples, that lint has nothing to say of.",
    discussion: """
      What is not given as an option is asked for on a terminal. The file goes to the folder of definitions that \
      assay.yaml names first, else to types/; nothing is ever written over.
      """)

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Argument(help: "The id, with a dot: org.study.gripStrength.")
  var id: String?

  @Option(
    help: "quantity, category, characteristic or correlation.",
    completion: .list(TypeKind.allCases.map(\.rawValue)))
  var kind: String?

  @Option(help: "A name for people, in sentence case.")
  var title: String?

  @Option(help: "The canonical unit of a quantity.", completion: .custom { _, _, _ in CompletionWords.units })
  var unit: String?

  @Option(
    help: "How values of a quantity are combined.", completion: .list(AggregationStyle.allCases.map(\.rawValue)))
  var aggregation: String?

  @Option(help: "The least value that is allowed.")
  var min: Double?

  @Option(help: "The greatest value that is allowed.")
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
    // The folder that is to get its first definition is not read: it may not be there yet.
    var layers = catalog
    layers.folders = (project?.catalogFolders ?? []).filter(Self.hasDefinitions) + catalog.folders
    let registry = try layers.registry(readsExamples: true)
    let folder =
      into ?? project?.configuration.catalogs.first.map { project?.absolute($0.value) ?? $0.value } ?? "types"
    let template = try ask(registry)
    let path = folder + "/" + template.fileName
    try Self.makeFolder(folder)
    try Self.write(template.yaml(), to: path)
    let schema = folder + "/schema/type.schema.json"
    if !FileLookup.exists(schema), let text = EmbeddedSchemas.files.first(where: { $0.path == "type.schema.json" }) {
      try Self.makeFolder(folder + "/schema")
      try Self.write(text.text, to: schema)
    }
    try StandardOutput.write(TextEscaping.escaped(path, limit: 1000) + "\n")
    StandardError.write(
      "next: write the real limits and examples, then `assay catalog lint \(TextEscaping.escaped(folder))` and "
        + "`assay catalog test \(TextEscaping.escaped(folder))`\n")
  }

  /// The definition, from the options and, on a terminal, from answers.
  private func ask(_ registry: Registry) throws -> CatalogTemplate {
    let id = try Question.answer(id, "id", "The type's id, such as org.study.gripStrength")
    let word = try Question.answer(kind, "kind", "Its kind: quantity, category, characteristic or correlation")
    guard let kind = TypeKind(rawValue: word) else {
      throw CommandFailure.usage(
        "--kind takes quantity, category, characteristic or correlation, got `\(TextEscaping.escaped(word))`")
    }
    let title = try Question.answer(title, "title", "A name for people, in sentence case")
    var unit = unit
    var values = values
    var members = members
    switch kind {
    case .quantity: unit = try Question.answer(unit, "unit", "The canonical unit, such as kg or count/min")
    case .category where values.isEmpty:
      values = try Question.answer(nil, "value", "The cases, with blanks between: mild=0 severe=1").words
    case .correlation where members.isEmpty:
      members = try Question.answer(nil, "member", "The members, with blanks between").words
    default: break
    }
    for limit in [min, max].compactMap({ $0 }) where !limit.isFinite || limit.magnitude > 1e15 {
      throw CommandFailure.usage("--min and --max take numbers up to 1e15")
    }
    do {
      return try CatalogTemplate(
        id: id, kind: kind, title: title, unit: unit, aggregation: aggregation,
        allowed: ValueBounds(minimum: min, maximum: max), values: values, members: members, source: source,
        registry: registry)
    } catch {
      throw CommandFailure.usage(error.description)
    }
  }

  private static func hasDefinitions(_ folder: String) -> Bool {
    guard let layer = try? CatalogSource.layer(at: folder, name: folder) else { return FileLookup.exists(folder) }
    return !layer.files.isEmpty
  }

  private static func makeFolder(_ path: String) throws {
    var place = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      place += "/" + part
      if mkdir(place, 0o777) != 0, errno != EEXIST { throw CommandFailure(OutputError(name: path, code: errno)) }
    }
  }

  private static func write(_ text: String, to path: String) throws {
    do {
      let output = try ByteOutput.newFile(path)
      try output.append(text)
      try output.synchronize()
    } catch {
      if error.code == EEXIST {
        throw CommandFailure.usage("\(TextEscaping.escaped(path, limit: 1000)) is there already; nothing was written")
      }
      throw CommandFailure(error)
    }
  }
}

/// A question to whoever sits at the terminal.
private enum Question {
  /// The option's value, else an answer; without a terminal a missing option is a usage error.
  static func answer(_ given: String?, _ option: String, _ words: String) throws -> String {
    if let given { return given }
    let name = option == "id" ? "name the type's id" : "give --\(option)"
    guard isatty(0) == 1, isatty(2) == 1 else { throw CommandFailure.usage("\(name): \(words)") }
    StandardError.write(words + ": ")
    guard let line = readLine(), !line.isEmpty else { throw CommandFailure.usage("\(name): \(words)") }
    return line
  }
}

extension String {
  /// The words between blanks.
  fileprivate var words: [String] { split(separator: " ").map(String.init) }
}
