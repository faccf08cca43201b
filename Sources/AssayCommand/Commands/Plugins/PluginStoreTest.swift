import Assay
import AssayPlatform
import HealthModel
import HealthPlugins
import HealthStorage
import HealthTestKit

/// The test of a plugin's store: every law of the levels that it declares.
struct PluginStoreTest {
  enum Kind {
    /// By what is compiled in.
    case builtIn(StorageBackendFactory)
    /// By an executable.
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
  func run() async throws -> Int32? {
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

  /// The line of a case; a failure is easy to see.
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
        throw CommandFailure(StorageError(.pluginStart, error.message, hint: error.hint))
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
      throw CommandFailure.usage("\(url.shown) is not a URL of this plugin; it stores to \(known)")
    }
    guard Self.hasPlaceholder(template) else {
      throw CommandFailure.usage(
        "--url needs {store} or {folder}, so that each case has a separate store, as in "
          + "postgresql://localhost/test?schema={store}")
    }
    return template
  }

  private func processTemplate(_ manifest: PluginManifest) throws -> String {
    guard !manifest.testParameters.isEmpty else {
      throw CommandFailure.usage(
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
    guard let url = StorageURL(text) else {
      throw StorageError(.failed, "`\(StorageURL.shown(text))` names no store")
    }
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
