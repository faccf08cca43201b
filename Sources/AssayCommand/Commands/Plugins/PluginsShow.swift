import ArgumentParser
import Assay
import AssayPlatform
import HealthModel
import HealthReports
import HealthStorage

/// `assay plugins show`.
struct PluginsShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show what a plugin says of itself. It is not run.",
    discussion: "Example: assay plugins show plugins/study")

  @OptionGroup var plugins: PluginOptions

  @Option(help: "Look into the plugins of this configuration, too.", completion: .file(extensions: ["yaml", "yml"]))
  var config: String?

  @Argument(help: "The plugin's name, or its folder.", completion: .directory)
  var plugin: String

  mutating func run() async throws {
    switch try PluginSubject.find(plugin, plugins, try ProjectOptions.project(named: config)) {
    case .builtIn(let factory, let folder): try StandardOutput.write(Self.text(factory, folder))
    case .folder(let folder): try StandardOutput.write(try Self.text(folder))
    }
  }

  private static func text(_ factory: StorageBackendFactory, _ folder: PluginFolder?) -> String {
    let card = PluginSummary(
      BuiltInPlugin(name: factory.scheme, summary: factory.summary, location: factory.location))
    let facts = [
      ("provides", card.provided), ("store", "\(factory.scheme):\(factory.location)"),
      ("place", folder.map { "built in; described in \(PluginSummary($0).shownPlace)" } ?? card.shownPlace),
      ("levels", "`assay plugins test \(card.name)` shows them"),
    ]
    return text(card, facts, folder)
  }

  private static func profiles(of folder: PluginFolder) throws -> [FileProfile] {
    do {
      return try folder.profiles()
    } catch {
      throw Failure(error)
    }
  }

  private static func text(_ folder: PluginFolder) throws -> String {
    let card = PluginSummary(folder)
    let manifest = folder.manifest
    var facts = [("provides", card.provided)]
    if case .listed(let ids) = manifest.types {
      facts += ids.map { ("type", TextEscaping.escaped($0)) }
    }
    for profile in try Self.profiles(of: folder) {
      let names = profile.recognition.names.isEmpty ? "" : " (\(profile.recognition.names.joined(separator: ", ")))"
      facts.append(("profile", TextEscaping.escaped("\(profile.name)\(names): \(profile.title)", limit: 1000)))
    }
    for rule in manifest.rules {
      let page = rule.page.map { PlainParagraphs.lines($0, limit: 1000) } ?? []
      let words = [PlainParagraphs.line(rule.title, limit: 1000)] + page.prefix(1)
      facts.append(("rule", "\(card.name)/\(rule.code) (\(rule.severity.name)): \(words.joined(separator: ". "))"))
      // Lines of a page stay lines, and begin where the others of the card do.
      facts += page.dropFirst().map { ("", $0) }
      let types = rule.types.map { TextEscaping.escaped($0.value) }.joined(separator: " ")
      facts.append(("  judges", types.isEmpty ? "all types" : types))
      if !rule.fields.isEmpty { facts.append(("  reads", rule.fields.joined(separator: " "))) }
    }
    for reader in manifest.readers {
      let endings = reader.suffixes.isEmpty ? "" : " (\(reader.suffixes.joined(separator: ", ")))"
      let title = reader.title.map { ": " + TextEscaping.escaped($0, limit: 1000) } ?? ""
      facts.append(("format", "\(reader.format)\(endings)\(title)"))
    }
    if manifest.kind == .process, !manifest.storage.isEmpty {
      let names = manifest.parameters.map { "\($0.name)=…" }.joined(separator: "&")
      facts.append(("store", "process:\(card.name)" + (names.isEmpty ? "" : "?" + TextEscaping.escaped(names))))
      facts += manifest.parameters.map { ("  " + TextEscaping.escaped($0.name), TextEscaping.escaped($0.text)) }
    }
    if manifest.kind == .process {
      facts.append(
        ("executable", TextEscaping.escaped(manifest.command.map(\.value).joined(separator: " "), limit: 1000)))
      facts.append(("protocol", "\(manifest.protocolVersion ?? 1)"))
      facts.append(
        ("environment", manifest.environment.isEmpty ? "-" : manifest.environment.joined(separator: " ")))
    }
    facts.append(("place", "\(card.shownPlace) (\(card.origin ?? ""))"))
    if !manifest.storage.isEmpty, manifest.kind == .process {
      facts.append(("levels", "known when it runs: `assay plugins test \(card.name)` shows them"))
    }
    return text(card, facts, folder)
  }

  private static func text(
    _ card: PluginSummary, _ facts: [(String, String)], _ folder: PluginFolder?
  ) -> String {
    var text = "\(card.name) \(card.version) (\(card.kind.rawValue))\n\(TextEscaping.escaped(card.summary))\n\n"
    for (name, value) in facts {
      if name.isEmpty, value.isEmpty {
        text += "\n"
        continue
      }
      text += "  \(name)" + String(repeating: " ", count: max(1, 14 - name.count)) + "\(value)\n"
    }
    if let paragraph = folder?.introduction() {
      let lines = paragraph.split(separator: "\n").map { TextEscaping.escaped($0, limit: 1000) + "\n" }
      text += "\n" + lines.joined()
    }
    return text
  }
}

/// The plugin that a command is about: one that is compiled in, or one in a folder.
enum PluginSubject {
  case builtIn(StorageBackendFactory, PluginFolder?)
  case folder(PluginFolder)

  /// Finds a plugin by its name, or by its folder.
  ///
  /// - Throws: `Failure` when there is none, or a plugin is broken.
  static func find(_ text: String, _ options: PluginOptions, _ project: Project?) throws -> PluginSubject {
    let isPath = text.contains("/") || text == "." || text == ".."
    if isPath || FileTree.exists(PathText.join(text, PluginManifestReader.fileName)) {
      let found = try PluginOptions.list([PluginLocation(path: text, origin: .option)]).folders
      guard found.count == 1, let folder = found.first else {
        let names = found.map(\.manifest.name).joined(separator: ", ")
        throw Failure.usage(
          "\(TextEscaping.escaped(text, limit: 1000)) holds several plugins (\(names)); name the folder of one")
      }
      return subject(folder)
    }
    let list = try options.list(project)
    if let folder = list.folder(named: text) { return subject(folder) }
    if let factory = StoreBackends.builtIn.factory(for: text) { return .builtIn(factory, nil) }
    let near = Suggestion.nearest(to: text, among: list.names)
    throw Failure.usage(
      "no plugin is called `\(TextEscaping.escaped(text))`"
        + (near.map { "; did you mean `\($0)`?" } ?? "; give its folder, or point at it by --plugin"))
  }

  /// The folder of what is compiled in describes it.
  private static func subject(_ folder: PluginFolder) -> PluginSubject {
    guard folder.manifest.kind == .swift, let factory = StoreBackends.builtIn.factory(for: folder.manifest.name) else {
      return .folder(folder)
    }
    return .builtIn(factory, folder)
  }
}
