import HealthCatalog
import HealthFormats
package import HealthModel
package import HealthPlugins
import HealthReports
import HealthStorage
import HealthValidation

/// A plugin with rules that samples are judged by, ready to be started.
package struct RulePlugin: Sendable {
  package let name: String
  package let executable: PluginExecutable
  package let rules: [PluginManifest.Rule]
  /// The types whose samples it is sent; `nil` for all.
  package let types: TypeSelection?
  /// The members of samples that it is sent; other plugins of a run may have it sent more.
  package var fields: LineFields {
    rules.reduce(into: []) { all, rule in
      if rule.fields.isEmpty { all = .all }
      for item in LineFields.names where rule.fields.contains(item.name) { all.insert(item.field) }
    }
  }

  var descriptions: [RuleDescription] {
    rules.map {
      RuleDescription(name: "\(name)/\($0.code)", title: $0.title, page: $0.page, severity: $0.severity)
    }
  }

  package init?(_ folder: PluginFolder, registry: Registry) throws(Failure) {
    guard !folder.manifest.rules.isEmpty else { return nil }
    name = folder.manifest.name
    rules = folder.manifest.rules
    types = try Self.types(of: folder, registry)
    executable = try folder.executable()
  }

  private static func types(of folder: PluginFolder, _ registry: Registry) throws(Failure) -> TypeSelection? {
    var selection = TypeSelection(of: registry)
    var unknown: [Diagnostic] = []
    for name in folder.manifest.rules.flatMap(\.types) {
      if let index = registry.typeIndex(named: name.value) {
        selection.insert(index)
        continue
      }
      unknown.append(
        Diagnostic(
          code: .configValue, message: "the type \(CatalogText.shown(name.value)) is not known",
          location: SourceLocation(path: name.mark.path, line: name.mark.line, column: name.mark.column),
          hint: CatalogText.suggestion(for: name.value, among: registry.types.map(\.id))))
    }
    guard unknown.isEmpty else { throw PluginFolder.failure(unknown, in: folder.manifestPath) }
    return folder.manifest.rules.contains { $0.types.isEmpty } ? nil : selection
  }
}

/// A plugin's rules on their way through the inputs of a command.
///
/// Used by one thread at a time, in the order of the inputs. Batches depend on the samples alone, not on how the input is
/// divided among threads, and their findings come at the end of an input, so that a run says the same each time.
final class RulePluginRun {
  private static let batchSize = 500
  private static let batchBytes = 1 << 20
  private static let maximumFindings = 20_000
  /// A sample that was sent and not answered for.
  private struct Sent {
    var place: SampleLocation
    var path: String
    var original: ConvertedLocation?
    var type: Int32
    var id: SampleID
  }

  private let plugin: RulePlugin
  private let registry: Registry
  private let redacts: Bool
  private let process: RuleProcess?
  private let tell: (Failure) -> Void
  private var input = 0
  private var lines: [UInt8] = []
  private var waiting: [Sent] = []
  private var sent: [Int: [Sent]] = [:]
  private var batches = 0
  private var answered = 0
  private var found: [Diagnostic] = []
  /// How the plugin failed, so that nothing more is judged by it and the run is incomplete.
  private var failure: StorageError?
  /// Whether the failure was reported, at the input that it came in.
  private var isReported = false

  var hasFailed: Bool { failure != nil }

  var ruleNames: [String] { plugin.rules.map { "\(plugin.name)/\($0.code)" } }

  init(
    _ plugin: RulePlugin, registry: Registry, redacts: Bool, seconds: Double,
    interruption: @escaping () -> Int32? = { nil }, tell: @escaping (Failure) -> Void
  ) {
    self.plugin = plugin
    self.registry = registry
    self.redacts = redacts
    self.tell = tell
    do throws(StorageError) {
      process = try RuleProcess(
        plugin.executable, rules: plugin.rules.map(\.code), limits: ProcessLimits(answerSeconds: seconds),
        host: "assay \(AssayVersion.current)", redacts: redacts, isInterrupted: { interruption() != nil })
    } catch {
      process = nil
      fail(error)
    }
  }

  /// The finding about the failure in an input, as findings show its path; `nil` if it was reported before.
  func firstReport(in path: String) -> Diagnostic? {
    guard let failure, !isReported else { return nil }
    isReported = true
    var finding = Diagnostic(
      code: .notChecked, message: failure.message, location: SourceLocation(path: path), hint: failure.commandHint)
    finding.failure = failure.code.rawValue
    return finding
  }

  func add(_ result: ChunkResult, written: TypeSelection?, at position: ReadPosition, path: String) {
    guard !hasFailed, result.batch.count > 0, !result.output.isEmpty else { return }
    let batch = result.batch
    var names = LocationNames()
    let places = result.places(from: position, file: input, &names, redacts: redacts)
    let repeats = Set(result.repeats)
    var begin = 0
    var row = 0
    while row < batch.count {
      let head = row
      row += 1
      while row < batch.count, batch.correlation[row] == Int32(truncatingIfNeeded: head) { row += 1 }
      if let written, !written.contains(anyOf: head..<row, of: batch) { continue }
      guard let end = result.output[begin...].firstIndex(of: UInt8(ascii: "\n")) else { return }
      defer { begin = end + 1 }
      if let types = plugin.types, !types.contains(anyOf: head..<row, of: batch) { continue }
      if !repeats.contains(head) {
        lines += result.output[begin...end]
        let original = result.chunk.converted?.place(at: Int(batch.record[head].start), redacts: redacts)
        waiting.append(
          Sent(place: places[head], path: path, original: original, type: batch.type[head], id: batch.id[head]))
        if waiting.count >= Self.batchSize || lines.count >= Self.batchBytes { send() }
      }
    }
  }

  func finishInput() -> [Diagnostic] {
    if !waiting.isEmpty { send() }
    asking { (process) throws(StorageError) in try process.finishBatches() }
    input += 1
    defer { found = [] }
    return found
  }

  func finish() { asking { (process) throws(StorageError) in try process.end() } }

  private func send() {
    batches += 1
    sent[batches] = waiting
    let (text, count, input) = (lines, waiting.count, input)
    lines.removeAll(keepingCapacity: true)
    waiting = []
    asking { (process) throws(StorageError) in try process.judge(text, count: count, input: input) }
  }

  private func asking(_ ask: (RuleProcess) throws(StorageError) -> Void) {
    guard !hasFailed, let process else { return }
    do throws(StorageError) {
      try ask(process)
    } catch {
      fail(error)
    }
    for finding in process.takeFindings() { if let place = diagnostic(finding) { found.append(place) } }
    let limit = Self.maximumFindings
    if !hasFailed, found.count > limit {
      found.removeLast(found.count - limit)
      fail(
        StorageError(
          .pluginFlood, "the plugin \(plugin.name) has more than \(limit) findings about an input",
          hint: "a rule that finds so much says little; let it say less"))
    }
    // Samples of answered batches are not needed any more.
    while answered < process.answeredBatches {
      answered += 1
      sent[answered] = nil
    }
  }

  private func fail(_ error: StorageError) {
    failure = error
    tell(Failure(error))
  }

  private static let members = Set(
    LineFields.names.map(\.name) + ["type", "unit", "end", "members", "fields", "lists", "points", "events"])

  /// A pointer without names that may be of the sample, such as those of metadata; `nil` if nothing is left.
  private static func redacted(_ pointer: String) -> String? {
    let parts = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard let first = parts.first, members.contains(String(first)) else { return nil }
    return "/" + ([first] + parts.dropFirst().prefix { Int($0) != nil }).joined(separator: "/")
  }

  private func diagnostic(_ finding: RuleFinding) -> Diagnostic? {
    guard let samples = sent[finding.batch], samples.indices.contains(finding.sample),
      let rule = plugin.rules.first(where: { $0.code == finding.rule })
    else { return nil }
    let sample = samples[finding.sample]
    let words = redacts || finding.message.isEmpty ? TextEscaping.escaped(rule.title, limit: 500) : finding.message
    var diagnostic = Diagnostic(
      code: .pluginRule, severity: finding.severity ?? rule.severity, message: words,
      location: sample.original?.location(in: sample.path)
        ?? SourceLocation(
          path: sample.path, line: Int(sample.place.line), column: Int(sample.place.column),
          byteOffset: sample.place.byteOffset),
      pointer: (redacts ? finding.field.flatMap(Self.redacted) : finding.field) ?? "",
      type: sample.type >= 0 ? registry.types[Int(sample.type)].id : nil,
      uuid: redacts ? nil : sample.id.description)
    diagnostic.rule = "\(plugin.name)/\(rule.code)"
    diagnostic.evidence = diagnostic.rule
    diagnostic.field = diagnostic.path.map { Int($0) == nil ? "/" + $0 : "/*" }.joined()
    return diagnostic
  }
}

/// The rules of plugins that are known to a run, whether they run or not: of what a plugin that is not known has, nothing
/// can be said.
package struct KnownRules: Sendable {
  private var codes: [String: [String]] = [:]

  package init() {}

  /// Knows the rules of plugins that judge, and of those that a configuration names.
  package init(_ plugins: [RulePlugin], _ configured: ConfiguredPlugins) {
    for plugin in plugins { add(plugin) }
    for item in configured.items where codes[item.folder.manifest.name] == nil { add(item.folder.manifest) }
  }

  package mutating func add(_ manifest: PluginManifest) {
    if !manifest.rules.isEmpty { codes[manifest.name, default: []] += manifest.rules.map(\.code) }
  }

  mutating func add(_ plugin: RulePlugin) { codes[plugin.name, default: []] += plugin.rules.map(\.code) }

  package var names: [String] {
    codes.sorted { $0.key < $1.key }.flatMap { name, codes in codes.map { "\(name)/\($0)" } }
  }

  /// What is wrong with the name of a rule whose plugin is known, and what was meant.
  struct Fault {
    let message: String
    let hint: String
  }

  /// The fault of a name in a configuration or an option; `nil` if there is none, or none is known.
  func fault(of text: String) -> Fault? {
    guard let parts = CodeName(text)?.rule?.split(separator: "/"), parts.count == 2,
      let known = codes[String(parts[0])], !known.contains(String(parts[1]))
    else { return nil }
    let near = Suggestion.nearest(to: parts[1], among: known)
    return Fault(
      message: "the plugin \(parts[0]) has no rule `\(TextEscaping.escaped(parts[1], limit: 80))`",
      hint: near.map { "did you mean `\(parts[0])/\($0)`?" }
        ?? "its rules are \(known.prefix(10).map { "`\(parts[0])/\($0)`" }.joined(separator: ", "))")
  }
}
