import ArgumentParser
import Assay
import HealthModel
import HealthReports
import HealthStorage

struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "explain", abstract: "Explain a code of a finding or failure, or show the card of a type.",
    discussion: """
      Examples: assay explain unit-incompatible
      assay explain heartRate
      assay explain --plugin plugins/resting-heart-rate resting-heart-rate/far-from-median
      """)

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Argument(
    help: "A code such as unit-incompatible, a type such as heartRate, or a rule of a plugin as NAME/rule.",
    completion: .custom { _, _, _ in CompletionCandidates.codes + CompletionCandidates.types() })
  var subject: String?

  @Flag(help: "List all codes, one a line.")
  var list = false

  mutating func run() async throws {
    if list {
      let names = CompletionCandidates.codes + Self.rules(of: try plugins())
      return try StandardOutput.write(names.map { $0 + "\n" }.joined())
    }
    guard let subject else { throw Failure.usage("name a code or a type; `--list` lists the codes") }
    if let code = DiagnosticCode(name: subject) {
      let words = code.isFixed ? "its severity cannot be lowered" : "its severity can be set"
      try Self.write(
        (CodePages.text(of: code) ?? "# \(code.name)\n\n\(code.info.gist)\n")
          + "\nFamily: \(code.family.rawValue). Severity: \(code.defaultSeverity.name); \(words).\n")
      return
    }
    if let failure = StorageError.Code(rawValue: subject) {
      let status = failure.isUsage ? ExitStatus.usage : ExitStatus.environment
      let text = FailureExplanations.text(failure)
      return try Self.write(
        (CodePages.text(of: failure) ?? "# \(subject)\n\n\(text)\n")
          + "\n\(Self.words(of: failure)) with status \(status).\n")
    }
    if let rule = try ExplainedRule(subject, plugins) { return try StandardOutput.write(WrappedLines.text(rule.text)) }
    let registry = try catalog.registry(project: project.project())
    if let type = registry.type(named: subject) {
      try StandardOutput.write(WrappedLines.text(TypeSummary.text(type)))
      return
    }
    if let pending = registry.pendingName(for: subject) {
      return try StandardOutput.write(Self.text(ofPending: pending))
    }
    let manifests = try plugins()
    if let manifest = manifests.first(where: { $0.name == subject && !$0.rules.isEmpty }) {
      throw Failure.usage(
        "`\(subject)` is a plugin; name one of its rules: \(Self.rules(of: [manifest]).joined(separator: ", "))")
    }
    let rules = Self.rules(of: manifests)
    // A rule without its plugin's name is nearer than any other word.
    if let rule = rules.first(where: { $0.hasSuffix("/" + subject) }) {
      throw Failure.usage("`\(TextEscaping.escaped(subject))` is neither a code nor a type; did you mean `\(rule)`?")
    }
    let names = CompletionCandidates.codes + registry.types.map(\.id) + rules
    let near = registry.suggestion(for: subject, among: names)
    throw Failure.usage(
      "`\(TextEscaping.escaped(subject))` is neither a code nor a type"
        + (near.map { "; \($0)" } ?? "; see `assay catalog list`"))
  }

  private static func write(_ page: String) throws {
    try StandardOutput.write(StandardOutput.isTerminal ? TerminalPage.text(page) : page)
  }

  /// What fails with a code, a store or a plugin, and how the command ends.
  private static func words(of failure: StorageError.Code) -> String {
    guard failure.rawValue.hasPrefix("plugin-") else { return "Failure of a store: the command ends" }
    return
      "Failure of a plugin. One with rules, or one that reads, leaves the run incomplete, with status 1, and with 3 if "
      + "a reader cannot be started; one that keeps a store ends the command"
  }

  private func plugins() throws -> [PluginManifest] {
    let project = try project.project()
    var manifests = try catalog.plugins.list(project).folders.map(\.manifest)
    let configured = ConfiguredPlugins(project).items.map(\.folder.manifest)
    for item in configured where !manifests.contains(where: { $0.name == item.name }) { manifests.append(item) }
    return manifests
  }

  private static func rules(of manifests: [PluginManifest]) -> [String] {
    manifests.flatMap { manifest in manifest.rules.map { "\(manifest.name)/\($0.code)" } }
  }

  private static func text(ofPending name: String) -> String {
    """
    \(name): known, without a type yet

    The catalog knows this name and does not define a type for it yet. Such samples are neither accepted nor refused: the
    summary counts them as `no type yet`, and `assay import` keeps them as they are in
    STORE.quarantine/*.unsupported.ndjson, so that they can be stored once the catalog has the type.

    """
  }
}

struct ExplainedRule {
  let text: String

  /// Finds a rule by `NAME/rule`, or by `plugin-rule/NAME/rule` as reports of SARIF have it.
  init?(_ subject: String, _ plugins: () throws -> [PluginManifest]) throws {
    var parts = subject.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 3, parts[0] == DiagnosticCode.pluginRule.name { parts.removeFirst() }
    guard parts.count == 2 else { return nil }
    let shown = TextEscaping.escaped(subject)
    guard let manifest = try plugins().first(where: { $0.name == parts[0] }) else {
      throw Failure.usage(
        "`\(shown)` is a rule of the plugin \(TextEscaping.escaped(parts[0])), which is not here: point at its folder by "
          + "--plugin; `assay explain plugin-rule` says what all rules of plugins have in common")
    }
    guard let rule = manifest.rules.first(where: { $0.code == parts[1] }) else {
      let near = Suggestion.nearest(to: parts[1], among: manifest.rules.map(\.code))
      throw Failure.usage(
        "the plugin \(manifest.name) has no rule `\(TextEscaping.escaped(parts[1]))`"
          + (near.map { "; did you mean `\(manifest.name)/\($0)`?" } ?? ""))
    }
    var text = "# \(manifest.name)/\(rule.code)\n\n\(PlainParagraphs.line(rule.title)).\n"
    if let page = rule.page { text += "\n\(PlainParagraphs.text(page))\n" }
    let types = rule.types.isEmpty ? "all" : rule.types.map { TextEscaping.escaped($0.value) }.joined(separator: ", ")
    text += "\nRule of the plugin \(manifest.name) \(TextEscaping.escaped(manifest.version)), for samples of: \(types)."
    self.text = text + " Severity: \(rule.severity.name); its severity can be set.\n"
  }
}
