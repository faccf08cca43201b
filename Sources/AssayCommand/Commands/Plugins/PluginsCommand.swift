import ArgumentParser
import Assay
import AssayPlatform
import HealthCatalog
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage

struct PluginsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins", abstract: "List, show and test plugins, or write a new one.",
    discussion: """
      A plugin is a folder with a plugin.yaml. Assay looks for plugins only where you point: by --plugin, by `plugins` \
      of the file that --config names, and by ASSAY_PLUGIN_PATH (folders with colons between them); and in \
      lib/assay/plugins beside the installed program. Only `test`, and a command whose --store names the plugin, run \
      its executable.
      """,
    subcommands: [PluginsList.self, PluginsShow.self, PluginsTest.self, PluginsNew.self])
}

struct PluginFolderOptions: ParsableArguments {
  @OptionGroup var plugins: PluginOptions

  @Option(help: "Look into the plugins of this configuration, too.", completion: .file(extensions: ["yaml", "yml"]))
  var config: String?

  func project() throws -> Project? { try ProjectOptions.project(named: config) }
}

struct PluginArgument: ParsableArguments {
  @OptionGroup var source: PluginFolderOptions

  @Argument(help: "The plugin's name, or its folder.", completion: .directory)
  var plugin: String

  func subject() throws -> PluginSubject { try PluginSubject.find(plugin, source.plugins, source.project()) }
}

struct PluginsList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the plugins: name, version, kind, what they bring, place. None is run.",
    discussion: "Example: assay plugins list --plugin plugins")

  @OptionGroup var source: PluginFolderOptions

  @OptionGroup var output: TextOrJSON

  mutating func run() async throws {
    let isJSON = try output.isJSON()
    let cards = PluginSummary.all(in: try source.plugins.list(source.project()))
    if isJSON {
      var json = JSONBuilder()
      json.rows(cards, PluginSummary.columns)
      return try StandardOutput.write(json.textLine)
    }
    try StandardOutput.write(RowTable.text(cards, PluginSummary.columns, .table, hasNames: false))
  }
}

struct PluginsShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show what a plugin says of itself. It is not run.",
    discussion: "Example: assay plugins show plugins/study")

  @OptionGroup var plugin: PluginArgument

  mutating func run() async throws {
    switch try plugin.subject() {
    case .builtIn(let factory, let folder): try StandardOutput.write(Self.text(factory, folder))
    case .folder(let folder): try StandardOutput.write(try Self.text(folder))
    }
  }

  private static func text(_ factory: StorageBackendFactory, _ folder: PluginFolder?) -> String {
    let card = PluginSummary(BuiltInPlugin(name: factory.scheme, summary: factory.summary, location: factory.location))
    let facts = [
      ("provides", card.provided), ("store", "\(factory.scheme):\(factory.location)"),
      ("place", folder.map { "built in; described in \(PluginSummary($0).shownPlace)" } ?? card.shownPlace),
      ("levels", "`assay plugins test \(card.manifest.name)` shows them"),
    ]
    return text(card, facts, folder)
  }

  private static func text(_ folder: PluginFolder) throws -> String {
    let card = PluginSummary(folder)
    let manifest = folder.manifest
    var facts = [("provides", card.provided)]
    if case .listed(let ids) = manifest.types { facts += ids.map { ("type", TextEscaping.escaped($0)) } }
    for profile in try folder.profiles() {
      let names = profile.recognition.names.isEmpty ? "" : " (\(profile.recognition.names.joined(separator: ", ")))"
      facts.append(("profile", TextEscaping.escaped("\(profile.name)\(names): \(profile.title)", limit: 1000)))
    }
    for rule in manifest.rules {
      let page = rule.page.map { PlainParagraphs.lines($0, limit: 1000) } ?? []
      let words = [PlainParagraphs.line(rule.title, limit: 1000)] + page.prefix(1)
      facts.append(("rule", "\(manifest.name)/\(rule.code) (\(rule.severity.name)): \(words.joined(separator: ". "))"))
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
      facts.append(("store", "process:\(manifest.name)" + (names.isEmpty ? "" : "?" + TextEscaping.escaped(names))))
      facts += manifest.parameters.map { ("  " + TextEscaping.escaped($0.name), TextEscaping.escaped($0.text)) }
    }
    if manifest.kind == .process {
      facts.append(
        ("executable", TextEscaping.escaped(manifest.command.map(\.value).joined(separator: " "), limit: 1000)))
      facts.append(("protocol", "\(manifest.protocolVersion ?? 1)"))
      facts.append(("environment", manifest.environment.isEmpty ? "-" : manifest.environment.joined(separator: " ")))
    }
    facts.append(("place", "\(card.shownPlace) (\(card.origin ?? ""))"))
    if !manifest.storage.isEmpty, manifest.kind == .process {
      facts.append(("levels", "known when it runs: `assay plugins test \(card.manifest.name)` shows them"))
    }
    return text(card, facts, folder)
  }

  private static func text(_ card: PluginSummary, _ facts: [(String, String)], _ folder: PluginFolder?) -> String {
    let manifest = card.manifest
    var text = "\(manifest.name) \(manifest.version) (\(manifest.kind.rawValue))\n"
    text += "\(TextEscaping.escaped(manifest.summary))\n\n"
    text += AlignedColumns.lines(facts.map { ["  " + $0.0, $0.1] }, gap: 1, widths: [15, 0])
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

  private static func subject(_ folder: PluginFolder) -> PluginSubject {
    guard folder.manifest.kind == .swift, let factory = StoreBackends.builtIn.factory(for: folder.manifest.name) else {
      return .folder(folder)
    }
    return .builtIn(factory, folder)
  }
}

struct PluginSummary {
  let manifest: PluginManifest
  /// The folder; `built in` for what is compiled in.
  let place: String
  /// The source that named the folder; `nil` for built-in plugins.
  let origin: String?

  init(_ plugin: BuiltInPlugin) { (manifest, place, origin) = (plugin.manifest, "built in", nil) }

  init(_ folder: PluginFolder) {
    (manifest, place, origin) = (folder.manifest, folder.path, folder.origin.description)
  }

  /// The plugins there are: those that are compiled in first, each once.
  static func all(in list: PluginList) -> [PluginSummary] {
    list.builtIn.map(PluginSummary.init) + list.folders.filter { $0.manifest.kind != .swift }.map(PluginSummary.init)
  }

  var shownPlace: String { TextEscaping.escaped(place, limit: 1000) }

  /// The plugin's parts: `types, postgresql:`.
  var provided: String {
    func words(_ listing: PluginManifest.Parts, _ noun: String) -> [String] {
      switch listing {
      case .nothing: []
      case .all: [noun + "s"]
      case .listed(let names): [CountText.of(names.count, noun)]
      }
    }
    let judged = manifest.rules.isEmpty ? [] : [CountText.of(manifest.rules.count, "rule")]
    let parts =
      words(manifest.types, "type") + words(manifest.profiles, "profile") + manifest.storage.map { $0.value + ":" }
    return (parts + judged + manifest.readers.map { "format \($0.format)" }).joined(separator: ", ")
  }

  static var columns: [Column<PluginSummary>] {
    func text(_ text: String) -> Cell { .text(text, limit: 1000) }
    return [
      Column("name") { text($0.manifest.name) }, Column("version") { text($0.manifest.version) },
      Column("kind") { text($0.manifest.kind.rawValue) },
      Column("summary", in: [.json]) { text($0.manifest.summary) },
      Column("provides") { .shown($0.provided, .json($0.parts)) }, Column("place") { text($0.place) },
      Column("origin", in: [.json]) { Cell($0.origin) },
    ]
  }

  private var parts: [UInt8] {
    var json = JSONBuilder()
    json.object { provides in
      for (key, listing) in [("types", manifest.types), ("profiles", manifest.profiles)] {
        switch listing {
        case .nothing: break
        case .all: provides.member(key, true)
        case .listed(let names): provides.member(key, texts: names)
        }
      }
      if !manifest.storage.isEmpty { provides.member("storage", texts: manifest.storage.map(\.value)) }
      func texts(_ texts: [String]) -> Cell {
        var json = JSONBuilder()
        json.array { list in for text in texts { list.value(text) } }
        return .json(json.bytes)
      }
      if !manifest.readers.isEmpty {
        provides.rows(
          "reader", manifest.readers,
          [
            Column("format") { .text($0.format) }, Column("title") { Cell($0.title) },
            Column("suffixes") { texts($0.suffixes) },
          ])
      }
      if !manifest.rules.isEmpty {
        provides.rows(
          "rules", manifest.rules,
          [
            Column("code") { .text($0.code) }, Column("severity") { .text($0.severity.name) },
            Column("title") { .text($0.title) }, Column("page") { Cell($0.page) },
            Column("types") { $0.types.isEmpty ? .missing : texts($0.types.map(\.value)) },
            Column("fields") { $0.fields.isEmpty ? .missing : texts($0.fields) },
          ])
      }
    }
    return json.bytes
  }
}

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
