import HealthCatalog
import HealthModel

/// Turns YAML into a manifest.
struct PluginManifestDecoder: SchemaDecoder {
  static let codes = SchemaCodes(unknown: .configKeyUnknown, missing: .configKeyMissing, kind: .configKeyKind)
  /// The versions of the storage protocol that this version of Assay speaks.
  static let protocols = 1...1
  /// The names of what is compiled in.
  let builtIn: Set<String>
  let version: String
  private(set) var diagnostics: [Diagnostic] = []

  init(builtIn: Set<String>, version: String) {
    self.builtIn = builtIn
    self.version = version
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Reads the whole file; `nil` when there is any error.
  mutating func manifest(_ root: YAMLNode) -> PluginManifest? {
    guard let entries = root.entries else {
      report(.configSyntax, "the file takes a map of keys, got \(root.kindName)", at: root.mark)
      return nil
    }
    var fields = Fields(entries, path: "", mark: root.mark)
    guard isReadable(&fields) else { return nil }
    let name = need("name", in: &fields) { $0.name($1) }
    let release = need("version", in: &fields) { $0.release($1) }
    let summary = need("summary", in: &fields) { $0.text($1) }
    var manifest = PluginManifest(name: name ?? "", version: release ?? "", summary: summary ?? "")
    if let provided = need("provides", in: &fields, { $0.provided($1) }) {
      manifest.types = provided.types
      manifest.profiles = provided.profiles
      manifest.storage = provided.storage
      manifest.rules = provided.rules
      manifest.readers = provided.readers
    }
    manifest.command = read("executable", in: &fields) { $0.command($1) } ?? []
    manifest.protocolVersion = read("protocol", in: &fields) { $0.protocolVersion($1) }
    manifest.environment = read("environment", in: &fields) { $0.list($1) { $0.variable($1) } } ?? []
    manifest.parameters = read("parameters", in: &fields) { $0.parameters($1) } ?? []
    if let test = read("test", in: &fields, { $0.test($1) }) {
      manifest.testParameters = test.parameters
      manifest.testInput = test.input
      manifest.ruleExample = test.rules
    }
    finish(fields)
    checkParts(of: manifest, root)
    return diagnostics.isEmpty ? manifest : nil
  }

  /// Checks `schema` and `needs`; false when the file is for another version, so that nothing else can be judged.
  private mutating func isReadable(_ fields: inout Fields) -> Bool {
    if let field = fields.take("schema"), field.node.content != .scalar(text: "1", isQuoted: false) {
      report(
        .configValue, "the file uses another schema than 1, which this version of assay knows", at: field.node.mark,
        hint: "install a newer version, or take a plugin made for this one")
      return false
    }
    guard let field = fields.take("needs") else { return true }
    guard let text = field.node.text, let needed = CatalogVersion(text) else {
      reportKind(field, takes: "a version such as \"0.2\"")
      return true
    }
    guard let own = CatalogVersion(version), own < needed else { return true }
    report(
      .configValue, "this plugin needs version \(CatalogText.shown(text)) of assay, this is \(version)",
      at: field.node.mark, hint: "install a newer version, or take a plugin made for this one")
    return false
  }

  private mutating func provided(
    _ field: Field
  ) -> (
    types: PluginManifest.Types, profiles: PluginManifest.Profiles, storage: [Located<String>],
    rules: [PluginManifest.Rule], readers: [PluginManifest.Reader]
  )? {
    guard var fields = self.fields(field) else { return nil }
    let types = read("types", in: &fields) { $0.types($1) } ?? .nothing
    let profiles = read("profiles", in: &fields) { $0.profiles($1) } ?? .nothing
    let storage = read("storage", in: &fields) { $0.list($1) { $0.scheme($1) } } ?? []
    let rules = read("rules", in: &fields) { $0.rules($1) } ?? []
    let readers = read("reader", in: &fields) { $0.readers($1) } ?? []
    finish(fields)
    let given = fields.entries.map(\.key)
    if !["types", "profiles", "storage", "rules", "reader"].contains(where: given.contains) {
      report(
        .configKeyMissing,
        "\(CatalogText.shown(field.path)) needs `types`, `profiles`, `storage`, `rules` or `reader`", at: field.mark)
    }
    for entry in fields.entries where entry.value.items?.isEmpty ?? false {
      report(
        .configValue, "\(CatalogText.shown(fields.path(entry.key))) takes at least one word", at: entry.value.mark)
    }
    return (types, profiles, storage, rules, readers)
  }

  /// `true` for whatever there is in `types/`, or a list of ids.
  private mutating func types(_ field: Field) -> PluginManifest.Types? {
    if field.node.content == .scalar(text: "true", isQuoted: false) { return .all }
    guard field.node.items != nil else {
      reportKind(field, takes: "true or a list of the types' ids")
      return nil
    }
    guard let ids = list(field, { $0.located($1) }) else { return nil }
    reportTwice(ids)
    return .listed(ids.map(\.value))
  }

  /// `true` for whatever there is in `profiles/`, or a list of names.
  private mutating func profiles(_ field: Field) -> PluginManifest.Profiles? {
    if field.node.content == .scalar(text: "true", isQuoted: false) { return .all }
    guard field.node.items != nil else {
      reportKind(field, takes: "true or a list of the profiles' names")
      return nil
    }
    guard
      let names = list(field, { decoder, item in decoder.name(item).map { Located($0, at: item.node.mark) } })
    else { return nil }
    reportTwice(names)
    return .listed(names.map(\.value))
  }

  /// Looks at keys that belong together.
  private mutating func checkParts(of manifest: PluginManifest, _ root: YAMLNode) {
    reportTwice(manifest.storage)
    let executable = root.entry("executable")
    let provides = root.entry("provides")
    let hasStorage = provides?.value.entry("storage") != nil
    let rules = provides?.value.entry("rules")
    if let rules, executable == nil {
      report(
        .configKeyMissing, "the key `executable` is missing: it judges by the rules", at: rules.keyMark,
        hint: "name the program by its path in the plugin's folder")
    }
    let reader = provides?.value.entry("reader")
    if let reader, executable == nil {
      report(
        .configKeyMissing, "the key `executable` is missing: it reads the format", at: reader.keyMark,
        hint: "name the program by its path in the plugin's folder")
    }
    if let executable, !hasStorage, rules == nil, reader == nil, provides != nil {
      report(
        .configValue,
        "an executable keeps a store, judges by rules or reads a format, and `provides` names none of them",
        at: executable.keyMark,
        hint: "types need no code: leave `executable` out")
    }
    if executable != nil, root.entry("protocol") == nil {
      report(
        .configKeyMissing, "the key `protocol` is missing", at: root.mark,
        hint: "write `protocol: 1`, the version of the storage protocol that the executable speaks")
    }
    if executable == nil, hasStorage, !manifest.name.isEmpty, !builtIn.contains(manifest.name) {
      report(
        .configKeyMissing, "the key `executable` is missing: \(CatalogText.shown(manifest.name)) is not compiled in",
        at: root.mark, hint: "name the program that keeps the store by its path in the plugin's folder")
    }
    guard executable == nil else { return checkTest(of: manifest, root) }
    for key in ["protocol", "environment", "parameters", "test"] {
      guard let entry = root.entry(key) else { continue }
      report(.configValue, "the key `\(key)` is about an executable, and there is none", at: entry.keyMark)
    }
  }

  /// A test opens the store with parameters that there are.
  private mutating func checkTest(of manifest: PluginManifest, _ root: YAMLNode) {
    guard root.entry("parameters") != nil else { return }
    let known = manifest.parameters.map(\.name)
    let entries = root.entry("test")?.value.entry("parameters")?.value.entries ?? []
    for entry in entries where !known.contains(entry.key) {
      report(
        .configValue, "\(CatalogText.shown(entry.key)) is none of the parameters", at: entry.keyMark,
        hint: CatalogText.suggestion(for: entry.key, among: known))
    }
  }

  /// Reports words that are there a second time.
  mutating func reportTwice(_ words: [Located<String>]) {
    var seen: Set<String> = []
    for word in words where !seen.insert(word.value).inserted {
      report(.configValue, "\(CatalogText.shown(word.value)) is there twice", at: word.mark)
    }
  }
}
