import ArgumentParser
import Assay
import HealthCatalog
import HealthModel
import HealthStorage
import HealthTestKit

/// `assay plugins test`.
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

  @OptionGroup var plugins: PluginOptions

  @Option(help: "Look into the plugins of this configuration, too.", completion: .file(extensions: ["yaml", "yml"]))
  var config: String?

  @Argument(help: "The plugin's name, or its folder.", completion: .directory)
  var plugin: String

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
    switch try PluginSubject.find(plugin, plugins, try ProjectOptions.project(named: config)) {
    case .builtIn(let factory, _): statuses = [try await test(.builtIn(factory))].compactMap { $0 }
    case .folder(let folder): statuses = try await test(folder)
    }
    guard let status = statuses.max() else {
      throw CommandFailure.usage(
        "no case of the plugin has \(Suggestion.alternatives(only.map { "`\(TextEscaping.escaped($0, limit: 100))`" })) "
          + "in its name; without --only, all names are shown")
    }
    if status != ExitStatus.done { throw ExitCode(status) }
  }

  /// Tests what a folder brings.
  ///
  /// - Returns: the status of each part that has cases of the wanted names.
  private func test(_ folder: PluginFolder) async throws -> [Int32] {
    var statuses: [Int32?] = []
    if folder.manifest.types != .nothing {
      statuses.append(try PluginTypesTest(folder: folder, quiet: quiet).run())
    }
    if folder.manifest.profiles != .nothing {
      let test = PluginProfilesTest(folder: folder, only: only, quiet: quiet)
      statuses.append(try await test.run(try registry(with: folder)))
    }
    if !folder.manifest.rules.isEmpty {
      let test = PluginRulesTest(folder: folder, answerSeconds: time.timeout, only: only, quiet: quiet)
      statuses.append(try await test.run(try registry(with: folder, readsExamples: true)))
    }
    if !folder.manifest.readers.isEmpty {
      let test = PluginReaderTest(folder: folder, answerSeconds: time.timeout, only: only, quiet: quiet)
      statuses.append(try await test.run(try registry(with: folder)))
    }
    if folder.manifest.kind == .process, !folder.manifest.storage.isEmpty {
      statuses.append(try await test(.process(folder)))
    }
    return statuses.compactMap { $0 }
  }

  /// The built-in types, and those that the plugin brings.
  private func registry(with folder: PluginFolder, readsExamples: Bool = false) throws -> Registry {
    let layers = [folder.typesFolder].compactMap { $0 }
    let registry: Registry?
    do {
      registry = try BuiltInCatalog.builder(project: nil, folders: layers).load(readsExamples: readsExamples).registry
    } catch {
      throw CommandFailure(error)
    }
    guard let registry else { throw CommandFailure.usage("the types of the plugin have errors") }
    return registry
  }

  private func test(_ kind: PluginStoreTest.Kind) async throws -> Int32? {
    try await PluginStoreTest(
      kind: kind, template: url, answerSeconds: time.timeout, only: only, quiet: quiet
    ).run()
  }
}
