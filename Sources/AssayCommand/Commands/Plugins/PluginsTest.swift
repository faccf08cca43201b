import ArgumentParser
import Assay
import AssayPlatform
import HealthCatalog
import HealthFormats
import HealthModel
import HealthPlugins
import HealthReports
import HealthStorage
import HealthTestKit

struct PluginsTest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Test a plugin: types, profiles and rules by their examples; stores, readers and rules by their laws.",
    discussion: """
      A process plugin is run, with your rights. Each case has a new store in a folder that is removed after it; what \
      the plugin does not declare is skipped, with the reason. A reader reads the file that `test` of the manifest names, \
      whole, cut short and with changed bytes. Rules judge the samples that `test` names: their findings must be the lines \
      that are expected, however samples are divided into batches. A profile reads the files under its `examples`, and its samples must be the \
      lines that are expected. The status is 0 when all passed, 1 when something \
      failed, 3 when the store did not open.

      Example: assay plugins test plugins/study
      """)

  @OptionGroup var plugin: PluginArgument

  @Option(
    help: """
      The URL of the stores of the test: {store} stands for a word that is new for each case, {folder} for an empty \
      folder of the case, as in postgresql://localhost/test?schema={store}.
      """)
  var url: String?

  @Option(help: "Only cases whose names hold this text, or of this level such as query. Repeatable.")
  var only: [String] = []

  @OptionGroup var time: PluginTime

  @Flag(name: .shortAndLong, help: "Print nothing but what failed, and the counts.")
  var quiet = false

  mutating func run() async throws {
    try time.check()
    let statuses: [Int32]
    switch try plugin.subject() {
    case .builtIn(let factory, _): statuses = [try await test(.builtIn(factory))].compactMap { $0 }
    case .folder(let folder): statuses = try await test(folder)
    }
    guard let status = statuses.max() else {
      throw Failure.usage(
        "no case of the plugin has \(Suggestion.alternatives(only.map { "`\(TextEscaping.escaped($0, limit: 100))`" })) "
          + "in its name; without --only, all names are shown")
    }
    if status != ExitStatus.done { throw ExitCode(status) }
  }

  /// Tests what a folder brings.
  ///
  /// - Returns: the status of each part that has cases of the wanted names.
  private func test(_ folder: PluginFolder) async throws -> [Int32] {
    let manifest = folder.manifest
    var statuses: [Int32?] = []
    if manifest.types != .nothing { statuses.append(try testTypes(of: folder)) }
    if manifest.profiles != .nothing { statuses.append(try await testProfiles(of: folder, try registry(with: folder))) }
    if !manifest.rules.isEmpty {
      statuses.append(try await testRules(of: folder, try registry(with: folder, readsExamples: true)))
    }
    if !manifest.readers.isEmpty { statuses.append(try await testReaders(of: folder, try registry(with: folder))) }
    if manifest.kind == .process, !manifest.storage.isEmpty { statuses.append(try await test(.process(folder))) }
    return statuses.compactMap { $0 }
  }

  private func registry(with folder: PluginFolder, readsExamples: Bool = false) throws -> Registry {
    let layers = [folder.typesFolder].compactMap { $0 }
    let registry = try BuiltInCatalog.builder(project: nil, folders: layers).load(readsExamples: readsExamples).registry
    guard let registry else { throw Failure.usage("the types of the plugin have errors") }
    return registry
  }

  private func test(_ kind: PluginStoreTest.Kind) async throws -> Int32? {
    try await PluginStoreTest(kind: kind, template: url, answerSeconds: time.timeout, only: only, quiet: quiet).status()
  }

  private func isWanted(_ name: String) -> Bool { only.isEmpty || only.contains { name.contains($0) } }

  // MARK: Types

  /// Tests that types load over the built-in catalog, that lint finds no error and their examples hold, and that they are
  /// those that the manifest lists.
  private func testTypes(of folder: PluginFolder) throws -> Int32 {
    guard let types = folder.typesFolder else { return ExitStatus.done }
    let check = try CatalogCheck(BuiltInCatalog.builder(folders: [types]))
    for diagnostic in check.diagnostics { try StandardOutput.writeIfOpen(TextLines.concise(diagnostic)) }
    var failures = check.diagnostics.count { $0.severity == .error }
    if let registry = check.registry {
      let own = registry.types.filter { PathSelection([types]).contains($0.origins["type"]?.path ?? "") }
      for line in Self.differences(of: own.map(\.id), from: folder.manifest.types) {
        failures += 1
        try StandardOutput.writeIfOpen("FAILED   types: \(line)\n")
      }
      if !quiet {
        let examples = own.reduce(0) { $0 + $1.examples.count }
        try StandardOutput.writeIfOpen(
          "\(failures == 0 ? "passed " : "FAILED ")  types: \(CountText.of(own.count, "type")), "
            + "\(CountText.of(examples, "example")), \(CountText.of(failures, "failure"))\n")
      }
    }
    return failures == 0 ? ExitStatus.done : ExitStatus.refused
  }

  private static func differences(of ids: [String], from types: PluginManifest.Parts) -> [String] {
    guard case .listed(let listed) = types else {
      return ids.isEmpty ? ["the manifest says that there are types, and types/ defines none"] : []
    }
    let missing = listed.filter { !ids.contains($0) }.map {
      "the manifest lists `\(TextEscaping.escaped($0))`, which types/ does not define"
    }
    return missing
      + ids.filter { !listed.contains($0) }.map { "types/ defines \($0), which the manifest does not list" }
  }

  // MARK: Profiles, readers, rules

  /// Tests that profiles can be read, and that the examples of each hold.
  private func testProfiles(of folder: PluginFolder, _ registry: Registry) async throws -> Int32? {
    let profiles = try folder.profiles()
    var report = TestReport(quiet: quiet)
    guard !profiles.isEmpty else {
      try report.fail("profiles: the manifest says that there are profiles, and profiles/ has none")
      return ExitStatus.refused
    }
    let laws = ProfileConformance(
      folder: folder.path, profiles: FileProfiles(profiles), registry: registry, now: Instant.now.microseconds)
    for name in try folder.unlistedProfiles() where isWanted(name) {
      try report.fail("profiles/\(TextEscaping.escaped(name)).yaml: the manifest does not list it")
    }
    for profile in profiles where isWanted(profile.name) {
      if profile.examples.isEmpty { try report.fail("\(profile.shownName): it has no examples") }
      let unused = await laws.unusedPaths(of: profile)
      if !unused.isEmpty {
        let paths = unused.map { "`\(TextEscaping.escaped($0, limit: 200))`" }.joined(separator: ", ")
        try report.fail(
          "\(profile.shownName): no record of an example has a value at \(paths): correct the path, show it in an "
            + "example, or list it under `optional`")
      }
      for example in profile.examples {
        let name = "\(profile.shownName): \(TextEscaping.escaped(example.file.value, limit: 1000))"
        let failure = await laws.failure(of: example, profile)
        try report.add(name, failure: failure)
      }
    }
    return try report.end()
  }

  /// Tests readers by every law, and the file that the manifest names.
  private func testReaders(of folder: PluginFolder, _ registry: Registry) async throws -> Int32? {
    guard let input = folder.manifest.testInput else {
      throw Failure.usage(
        "the manifest of \(folder.manifest.name) has no `test:` with `input`, a file in its folder that the reader is "
          + "tested with")
    }
    let path = PathText.join(folder.path, input)
    let bytes = try FileSource.bytes(of: path)
    var report = TestReport(quiet: quiet, gap: " ", countsSkipped: true)
    for plugin in try ReaderPlugin.all(in: folder, recognizes: true) {
      let format = InputFormat(PluginFormat(plugin, seconds: time.timeout) { StopSignals.pending() != nil })
      let laws = ReaderConformance(format, plugin.reader, file: bytes, path: path, registry: registry, now: .now)
      for name in ReaderConformance.names where isWanted(name) {
        let result = await laws.run(name)
        if let signal = StopSignals.pending() { CurrentProcess.exit(128 + signal) }
        try report.add("\(plugin.reader.format): \(name)", failure: result.failure, skipped: result.skipped)
      }
    }
    return try report.end()
  }

  /// Tests rules by the findings of their example, and the laws of the protocol.
  private func testRules(of folder: PluginFolder, _ registry: Registry) async throws -> Int32? {
    guard let example = folder.manifest.ruleExample else {
      throw Failure.usage(
        "the manifest of \(folder.manifest.name) has no `test:` with `samples` and `findings`, files in its folder that "
          + "the rules are tested with")
    }
    guard let plugin = try RulePlugin(folder, registry: registry) else { return ExitStatus.done }
    let laws = RuleConformance(
      plugin, folder: folder.path, example: example, registry: registry, answerSeconds: time.timeout,
      now: Instant.now.microseconds
    ) { StopSignals.pending() != nil }
    var report = TestReport(quiet: quiet)
    for name in RuleConformance.names where isWanted(name) {
      let failure = await laws.failure(of: name)
      if let signal = StopSignals.pending() { CurrentProcess.exit(128 + signal) }
      try report.add("rules: \(name)", failure: failure)
    }
    return try report.end()
  }
}

/// What became of cases: each is printed as it ends, then their numbers.
private struct TestReport {
  private let quiet: Bool
  private let gap: String
  private let countsSkipped: Bool
  private var (passed, failed, skipped) = (0, 0, 0)

  init(quiet: Bool, gap: String = "  ", countsSkipped: Bool = false) {
    self.quiet = quiet
    self.gap = gap
    self.countsSkipped = countsSkipped
  }

  mutating func fail(_ line: String) throws {
    failed += 1
    try StandardOutput.writeIfOpen("FAILED \(gap)\(line)\n")
  }

  mutating func add(_ name: String, failure: String?, skipped reason: String? = nil) throws {
    let shown = (failure ?? reason).map { ": " + TextEscaping.escaped($0, limit: 1000) } ?? ""
    if failure != nil { return try fail(name + shown) }
    if reason == nil { passed += 1 } else { skipped += 1 }
    if !quiet { try StandardOutput.writeIfOpen("\(reason == nil ? "passed " : "skipped")\(gap)\(name)\(shown)\n") }
  }

  /// Prints the numbers; returns the exit status, `nil` if there were no cases.
  func end() throws -> Int32? {
    guard passed + failed + skipped > 0 else { return nil }
    try StandardOutput.writeIfOpen(
      "\(passed) passed, \(failed) failed" + (countsSkipped ? ", \(skipped) skipped" : "") + "\n")
    return failed == 0 ? ExitStatus.done : ExitStatus.refused
  }
}

struct PluginStoreTest {
  enum Kind {
    case builtIn(StorageBackendFactory)
    case process(PluginFolder)
  }

  let kind: Kind
  /// The URL of the stores as an option gives it, with `{store}` or `{folder}` in it.
  let template: String?
  let answerSeconds: Double
  let only: [String]
  let quiet: Bool

  /// Runs the cases and prints what became of each.
  ///
  /// - Returns: the exit status; `nil` if no case was run.
  func status() async throws -> Int32? {
    let store = try storeUnderTest()
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let quiet = quiet
    let report = await StorageConformance.run(store, folder: folder.path, only: only) { result in
      if let signal = StopSignals.pending() {
        folder.remove()
        CurrentProcess.exit(128 + signal)
      }
      if !quiet || result.isFailure { try? StandardOutput.writeIfOpen(Self.line(result) + "\n") }
    }
    guard report.levels.isEmpty || !report.results.isEmpty else { return nil }
    let levels = report.levels.isEmpty ? "did not open" : report.levels.joined(separator: ", ")
    try StandardOutput.writeIfOpen(
      "\(TextEscaping.escaped(report.store)): \(levels)\n\(report.passed.count) passed, \(report.failures.count) failed, "
        + "\(report.skipped.count) skipped\n")
    if report.levels.isEmpty { return ExitStatus.environment }
    return report.isPassed ? ExitStatus.done : ExitStatus.refused
  }

  private static func line(_ result: ConformanceResult) -> String {
    let line = result.description
    return line.hasPrefix("failed") ? "FAILED\(line.dropFirst(6))" : line
  }

  private func storeUnderTest() throws -> StorageUnderTest {
    switch kind {
    case .builtIn(let factory):
      let template = try template.map { try checked($0, schemes: [factory.scheme]) }
      let place = template ?? "\(factory.scheme):" + (factory.location.isEmpty ? "" : "{folder}/store")
      return StorageUnderTest(factory.scheme) { (slot, context) async throws(StorageError) -> any StorageBackend in
        try await factory.open(try Self.url(place, slot), context)
      }
    case .process(let folder):
      let schemes = ["process"] + folder.manifest.storage.map(\.value)
      let place = try template.map { try checked($0, schemes: schemes) } ?? processTemplate(folder.manifest)
      let executable: PluginExecutable
      do {
        executable = try folder.executable()
      } catch {
        throw Failure(StorageError(.pluginStart, error.message, hint: error.hint))
      }
      var opening = StoreOpening.command([])
      opening.answerSeconds = answerSeconds
      let process = opening
      return StorageUnderTest(folder.manifest.name) {
        (slot, context) async throws(StorageError) -> any StorageBackend in
        try await process.process(executable, try Self.url(place, slot), context)
      }
    }
  }

  /// A template of the option, when it names another store for each case.
  private func checked(_ template: String, schemes: [String]) throws -> String {
    let url = try StoreOptions.url(template)
    guard schemes.contains(url.scheme) else {
      let known = schemes.joined(separator: ", ")
      throw Failure.usage("\(url.shown) is not a URL of this plugin; it stores to \(known)")
    }
    guard Self.hasPlaceholder(template) else {
      throw Failure.usage(
        "--url needs {store} or {folder}, so that each case has a separate store, as in "
          + "postgresql://localhost/test?schema={store}")
    }
    return template
  }

  private func processTemplate(_ manifest: PluginManifest) throws -> String {
    guard !manifest.testParameters.isEmpty else {
      throw Failure.usage(
        "the manifest of \(manifest.name) has no `test:` with parameters, so --url must say where stores can be made")
    }
    let parts = manifest.testParameters.map { parameter in
      // Values for placeholders are encoded later.
      let text = Self.replacing(in: parameter.text) { word, text in
        word.map { "{\($0)}" } ?? StorageURL.encoded(text)
      }
      return "\(StorageURL.encoded(parameter.name))=\(text)"
    }
    return "process:\(manifest.name)?\(parts.joined(separator: "&"))"
  }

  /// The URL of a case's store: the query after `?` is encoded; the path before it is used unchanged.
  private static func url(_ template: String, _ slot: StoreSlot) throws(StorageError) -> StorageURL {
    var isParameter = false
    let text = replacing(in: template) { word, text in
      if text == "?" { isParameter = true }
      switch word {
      case "store": return slot.name
      case "folder": return isParameter ? StorageURL.encoded(slot.folder) : slot.folder
      default: return text
      }
    }
    guard let url = StorageURL(text) else { throw StorageError(.failed, "`\(StorageURL.shown(text))` names no store") }
    return url
  }

  /// A text in which a function says what is in place of the words `store` and `folder` in braces, and of each
  /// other character.
  private static func replacing(in text: String, _ body: (_ word: String?, _ text: String) -> String) -> String {
    var output = ""
    var rest = text[...]
    while let first = rest.first {
      if let word = ["store", "folder"].first(where: { rest.hasPrefix("{\($0)}") }) {
        output += body(word, "")
        rest = rest.dropFirst(word.count + 2)
      } else {
        output += body(nil, String(first))
        rest = rest.dropFirst()
      }
    }
    return output
  }

  private static func hasPlaceholder(_ text: String) -> Bool {
    var isFound = false
    _ = replacing(in: text) { word, text in
      if word != nil { isFound = true }
      return text
    }
    return isFound
  }
}

extension ConformanceResult {
  fileprivate var isFailure: Bool { if case .failed = outcome { true } else { false } }
}

/// An empty folder for the time of a command, in `TMPDIR` or `/tmp`, for its owner only.
struct ScratchFolder: Sendable {
  let path: String

  init() throws {
    let parent = TemporaryPath.folder
    do {
      path = try TemporaryPath.makeFolder(in: parent, prefix: "assay-")
    } catch {
      throw Failure(OutputError(name: parent, code: error.code))
    }
  }

  /// Removes the folder and all in it; links are removed and not followed.
  func remove() { FileTree.removeAll(path) }
}
