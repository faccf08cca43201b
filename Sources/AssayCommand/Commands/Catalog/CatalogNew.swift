import ArgumentParser
import Assay
import AssayPlatform
import HealthCatalog
import HealthModel
import HealthReports

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
    _ = try EditorSchemas.write(EditorSchemas.ofDefinitions, to: folder + "/schema", keepsExisting: true)
    try StandardOutput.write(TextEscaping.escaped(path, limit: 1000) + "\n")
    StandardError.write(Self.advice(kind, TextEscaping.escaped(folder, limit: 1000)))
  }

  /// Refuses a definition that would not load or whose examples would not hold.
  private func check(_ template: CatalogTemplate, in folder: String, _ builder: CatalogBuilder) throws {
    let found = try DraftCheck.diagnostics(of: template, in: folder, builder)
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
    try OutputFolder.make(PathText.parent(of: path))
    do {
      try ByteOutput.write(template.yaml(), toNew: path)
    } catch {
      guard error.code == SystemError.fileExists.code else { throw error }
      let advice = template.addition.map { "; add this line to its `rules`:\n\($0)" } ?? ""
      throw Failure.usage("\(TextEscaping.escaped(path, limit: 1000)) is there already; nothing was written\(advice)")
    }
  }
}

/// What a new definition says.
struct DraftOptions: ParsableArguments {
  @Argument(help: "The id, with a dot: org.study.gripStrength. Of a rule, the type that it is about.")
  var id: String?

  @Option(
    help: """
      quantity, category, characteristic, correlation, composite or series for a type; or enum, metadata, unit, or rule \
      for a rule on a type that is there.
      """, completion: .list(DefinitionKind.all.map(\.word)))
  var kind: String?

  @Option(help: "A name for people, in sentence case.")
  var title: String?

  @Option(help: "The canonical unit of a quantity.", completion: .custom { _, _, _ in CompletionCandidates.units })
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
    help: "A case of a category, characteristic or enum, as NAME or NAME=INTEGER. Repeatable. Or `date`.")
  var values: [String] = []

  @Option(
    name: .customLong("member"), help: "A member of a correlation, as TYPE or TYPE=COUNT such as 0..1. Repeatable.",
    completion: .custom { _, _, _ in CompletionCandidates.types() })
  var members: [String] = []

  @Option(
    name: .customLong("value-kind"),
    help: """
      The kind of a metadata key's value: string, number, integer, boolean, date, quantity=UNIT or enum=ID of an enum.
      """)
  var valueKind: String?

  @Option(help: "What a unit is in other units, such as kg·m/s^2; without it, it converts to none.")
  var equals: String?

  @Option(help: "The name of a rule.")
  var rule: String?

  @Option(help: "The condition of a rule: what must be so of each sample.")
  var require: String?

  @Option(help: "What a finding says of a sample that breaks the rule.")
  var says: String?

  @Option(
    help: "The severity of that finding: error (default), warning or note.",
    completion: .list(["error", "warning", "note"]))
  var severity: String?

  @Option(help: "Why a rule changes a type.")
  var reason: String?

  @Option(help: "Where the definition and its numbers come from.")
  var source: String?

  /// The definition that the options say.
  ///
  /// - Throws: `Failure` when an option is missing, belongs to another kind, or cannot be what it says.
  func template(in registry: Registry) throws -> (kind: DefinitionKind, template: CatalogTemplate) {
    let options: [(name: String, isGiven: Bool)] = [
      ("the id", id != nil), ("--kind", kind != nil), ("--title", title != nil), ("--unit", unit != nil),
      ("--aggregation", aggregation != nil), ("--min", min != nil), ("--max", max != nil), ("--value", !values.isEmpty),
      ("--member", !members.isEmpty), ("--value-kind", valueKind != nil), ("--equals", equals != nil),
      ("--rule", rule != nil), ("--require", require != nil), ("--says", says != nil),
      ("--severity", severity != nil), ("--reason", reason != nil), ("--source", source != nil),
    ]
    let given = options.filter(\.isGiven).map(\.name)
    func refuse(_ option: String, _ word: String, among words: String) -> Failure {
      .usage("\(option) takes \(words), got `\(TextEscaping.escaped(word, limit: 80))`")
    }
    if let kind, DefinitionKind(word: kind) == nil { throw refuse("--kind", kind, among: DefinitionKind.words) }
    if let severity, !Severity.allCases.contains(where: { $0.name == severity }) {
      throw refuse("--severity", severity, among: "error, warning or note")
    }
    let kind = kind.flatMap { DefinitionKind(word: $0) }
    let (needed, further) = kind?.options ?? ([], [])
    let missing = (["the id", "--kind"] + needed).filter { !given.contains($0) }
    guard let kind, missing.isEmpty else {
      throw Failure.usage(
        "missing: \(missing.joined(separator: ", ")); a complete example: assay catalog new "
          + (kind ?? .type(.quantity)).example)
    }
    for name in given.dropFirst(2) where !(needed + further).contains(name) {
      throw Failure.usage("a definition of the kind \(kind.word) has no \(name)")
    }
    for limit in [min, max].compactMap({ $0 }) where !limit.isFinite || limit.magnitude > 1e15 {
      throw Failure.usage("--min and --max take numbers up to 1e15")
    }
    return (kind, try template(of: kind, in: registry))
  }

  private func template(of kind: DefinitionKind, in registry: Registry) throws -> CatalogTemplate {
    let (id, title) = (id ?? "", title ?? "")
    switch kind {
    case .type(let type):
      return try CatalogTemplate(
        id: id, kind: type, title: title, unit: unit, aggregation: aggregation,
        allowed: ValueBounds(minimum: min, maximum: max), values: values, members: members, source: source,
        registry: registry)
    case .enumeration:
      return try .enumeration(id: id, title: title, values: values, source: source, registry: registry)
    case .metadata:
      return try .metadata(key: id, title: title, value: valueKind ?? "", source: source, registry: registry)
    case .unit: return try .unit(symbol: id, title: title, meaning: equals, registry: registry)
    case .rule:
      let rule = TypeRule(
        name: rule ?? "", requirement: require ?? "",
        severity: Severity.allCases.first { $0.name == severity } ?? .error, message: says ?? "")
      return try .rule(rule, of: id, reason: reason ?? "", registry: registry)
    }
  }
}

/// What a new definition file defines.
enum DefinitionKind {
  case type(TypeKind)
  /// Cases that several types or metadata keys share.
  case enumeration
  case metadata, unit
  /// A rule on samples of a type that is there already.
  case rule

  static let all: [DefinitionKind] = TypeKind.allCases.map { .type($0) } + [.enumeration, .metadata, .unit, .rule]

  /// The word that says it: `quantity`, `enum`.
  var word: String {
    switch self {
    case .type(let kind): kind.rawValue
    case .enumeration: "enum"
    case .metadata: "metadata"
    case .unit: "unit"
    case .rule: "rule"
    }
  }

  /// The kind that a word says; `nil` for another word.
  init?(word: String) {
    guard let kind = Self.all.first(where: { $0.word == word }) else { return nil }
    self = kind
  }

  /// The words of all kinds, for messages: `quantity, category, … or rule`.
  static var words: String {
    let words = all.map(\.word)
    return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }

  /// The options beside the id and `--kind`: those that it needs, and those that it takes as well.
  var options: (needed: [String], further: [String]) {
    switch self {
    case .type(.quantity): (["--title", "--unit"], ["--aggregation", "--min", "--max", "--source"])
    case .type(.category), .enumeration: (["--title", "--value"], ["--source"])
    case .type(.characteristic): (["--title"], ["--value", "--source"])
    case .type(.correlation): (["--title", "--member"], ["--source"])
    case .type(.composite), .type(.series): (["--title"], ["--source"])
    case .metadata: (["--title", "--value-kind"], ["--source"])
    case .unit: (["--title"], ["--equals"])
    case .rule: (["--rule", "--require", "--says", "--reason"], ["--severity"])
    }
  }

  /// The arguments of a complete command, as an example.
  var example: String {
    switch self {
    case .type(.quantity): "org.study.gripStrength --kind quantity --title 'Grip strength' --unit kg --min 0 --max 150"
    case .type(.category): "org.study.pain --kind category --title Pain --value mild=0 --value severe=1"
    case .type(.characteristic): "org.study.arm --kind characteristic --title 'Study arm' --value control --value drug"
    case .type(.correlation):
      "org.study.visit --kind correlation --title Visit --member heartRate --member bodyMass=0..1"
    case .type(.composite): "org.study.gaitTest --kind composite --title 'Gait test'"
    case .type(.series): "org.study.march --kind series --title March"
    case .enumeration: "org.study.mood --kind enum --title Mood --value low --value high"
    case .metadata: "org.study.site --kind metadata --title 'Study site' --value-kind string"
    case .unit: "stride --kind unit --title Stride --equals m"
    case .rule:
      "heartRate --kind rule --rule atRest --require 'value < 100 count/min' --says 'the pulse is high' "
        + "--reason 'a study at rest'"
    }
  }
}
