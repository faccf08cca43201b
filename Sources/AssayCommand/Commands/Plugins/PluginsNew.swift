import ArgumentParser
import Assay
import AssayPlatform
import HealthCatalog
import HealthFormats
import HealthModel
import HealthReports

struct PluginsNew: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Write a new plugin, which passes `assay plugins test` at once.",
    discussion: """
      data: types of a study, without code. process: a store, as a program of 60 lines in Python to begin from. \
      reader: a program in Python that reads a format. rule: a program in Python that judges samples by a rule. profile: \
      how files of another program are read, without code. Nothing is written over.

      Example: assay plugins new study --kind data
      """)

  @Argument(help: "The plugin's name: a lower-case word with dashes, such as ring-store.")
  var name: String

  @Option(
    help: "data, process, reader, rule or profile.",
    completion: .list(["data", "process", "reader", "rule", "profile"]))
  var kind: String

  @Option(name: .shortAndLong, help: "The folder to make; without it one of the plugin's name.", completion: .directory)
  var output: String?

  mutating func run() async throws {
    try checkName()
    let template: PluginTemplate
    switch kind {
    case "process": template = .process(named: name)
    case "data": template = try data()
    case "profile": template = .profile(named: name)
    case "rule": template = .rule(named: name)
    case "reader":
      guard name != "auto", !CompiledIn.formats.names.contains(name) else {
        throw Failure.usage("the format \(name) is built in; take another name")
      }
      template = .reader(named: name)
    default:
      throw Failure.usage("--kind takes data, process, reader, rule or profile, got `\(TextEscaping.escaped(kind))`")
    }
    let folder = output ?? name
    let shown = TextEscaping.escaped(folder, limit: 1000)
    try OutputFolder.make(folder)
    guard try Self.isEmpty(folder) else { throw Failure.usage("\(shown) is not empty; nothing was written") }
    for file in template.files {
      let path = PathText.join(folder, file.path)
      try OutputFolder.make(PathText.parent(of: path))
      try ByteOutput.write(file.text, toNew: path, mode: file.isExecutable ? 0o755 : 0o644)
    }
    try StandardOutput.write(shown + "\n")
    StandardError.write("next: read \(shown)/README.md, then `assay plugins test \(shown)`\n")
  }

  /// Whether the name is one shows when a manifest has it.
  private func checkName() throws {
    if StoreBackends.builtIn.factory(for: name) != nil {
      throw Failure.usage("the plugin \(name) is built in; take another name")
    }
    let file = PluginManifestReader.fileName
    let manifest = PluginTemplate.process(named: name).files.first { $0.path == file }?.text ?? ""
    guard PluginManifestReader.read(Array(manifest.utf8), path: file).manifest?.name == name else {
      throw Failure.usage(
        "`\(TextEscaping.escaped(name))` cannot be a plugin's name; take a lower-case word with dashes, such as "
          + "ring-store")
    }
  }

  private func data() throws -> PluginTemplate {
    let registry = try BuiltInCatalog.builder().load(readsExamples: true).registry
    guard let registry else { throw Failure.usage("the built-in catalog has errors") }
    return try PluginTemplate.data(named: name, registry: registry)
  }

  private static func isEmpty(_ folder: String) throws -> Bool {
    do {
      return try FolderItem.all(in: folder).isEmpty
    } catch {
      throw OutputError(name: folder, code: error.code)
    }
  }
}
