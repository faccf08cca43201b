import HealthCatalog
import HealthFormats
import HealthModel
import HealthStorage

/// Turns YAML into a manifest.
struct PluginManifestDecoder: SchemaDecoder {
  static let codes = SchemaCodes(unknown: .configKeyUnknown, missing: .configKeyMissing, kind: .configKeyKind)
  /// The versions of the storage protocol that this version of Assay speaks.
  static let protocols = 1...1
  let builtIn: Set<String>
  private let formats: FormatList
  let version: String
  private(set) var diagnostics: [Diagnostic] = []

  init(builtIn: Set<String>, _ formats: FormatList, version: String) {
    self.builtIn = builtIn
    self.formats = formats
    self.version = version
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  mutating func manifest(_ root: YAMLNode) -> PluginManifest? {
    guard let entries = root.entries else {
      report(.configSyntax, "the file takes a map of keys, got \(root.kindName)", at: root.mark)
      return nil
    }
    var fields = Fields(entries, path: "", mark: root.mark)
    guard isReadable(&fields) else { return nil }
    var manifest = PluginManifest(
      name: need("name", in: &fields) { $0.name($1) } ?? "",
      version: need("version", in: &fields) { $0.release($1) } ?? "",
      summary: need("summary", in: &fields) { $0.text($1) } ?? "")
    if let field = need("provides", in: &fields, { _, field in field }) { readProvided(field, by: &manifest) }
    manifest.command = read("executable", in: &fields) { $0.command($1) } ?? []
    manifest.protocolVersion = read("protocol", in: &fields) { $0.protocolVersion($1) }
    manifest.environment = read("environment", in: &fields) { $0.list($1) { $0.variable($1) } } ?? []
    manifest.parameters = read("parameters", in: &fields) { $0.parameters($1) } ?? []
    if let field = fields.take("test") { readTest(field, of: &manifest) }
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

  private mutating func readProvided(_ field: Field, by manifest: inout PluginManifest) {
    guard var fields = self.fields(field) else { return }
    manifest.types = read("types", in: &fields) { $0.parts($1, "types' ids") { $0.located($1) } } ?? .nothing
    manifest.profiles =
      read("profiles", in: &fields) {
        $0.parts($1, "profiles' names") { decoder, item in decoder.name(item).map { Located($0, at: item.node.mark) } }
      } ?? .nothing
    manifest.storage = read("storage", in: &fields) { $0.list($1) { $0.scheme($1) } } ?? []
    manifest.rules = read("rules", in: &fields) { $0.rules($1) } ?? []
    manifest.readers = read("reader", in: &fields) { $0.readers($1) } ?? []
    manifest.compiled = read("compiled", in: &fields) { $0.list($1) { $0.text($1) } } ?? []
    finish(fields)
    let given = fields.entries.map(\.key)
    if !["types", "profiles", "storage", "rules", "reader", "compiled"].contains(where: given.contains) {
      report(
        .configKeyMissing,
        "\(CatalogText.shown(field.path)) needs `types`, `profiles`, `storage`, `rules` or `reader`", at: field.mark)
    }
    for entry in fields.entries where entry.value.items?.isEmpty ?? false {
      report(.configValue, "\(CatalogText.shown(fields.path(entry.key))) takes at least one word", at: entry.value.mark)
    }
  }

  /// `true` for whatever there is in the folder of such parts, or a list of them.
  private mutating func parts(
    _ field: Field, _ names: String, _ name: (inout Self, Field) -> Located<String>?
  ) -> PluginManifest.Parts? {
    if field.node.content == .scalar(text: "true", isQuoted: false) { return .all }
    guard field.node.items != nil else {
      reportKind(field, takes: "true or a list of the \(names)")
      return nil
    }
    guard let names = list(field, name) else { return nil }
    reportTwice(names)
    return .listed(names.map(\.value))
  }

  private mutating func checkParts(of manifest: PluginManifest, _ root: YAMLNode) {
    reportTwice(manifest.storage)
    let executable = root.entry("executable")
    let provides = root.entry("provides")
    let hasStorage = provides?.value.entry("storage") != nil
    let rules = provides?.value.entry("rules")
    let reader = provides?.value.entry("reader")
    for (part, use) in [(rules, "it judges by the rules"), (reader, "it reads the format")] {
      guard let part, executable == nil else { continue }
      report(
        .configKeyMissing, "the key `executable` is missing: \(use)", at: part.keyMark,
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

  mutating func readers(_ field: Field) -> [PluginManifest.Reader]? {
    guard let readers = list(field, { $0.reader($1) }) else { return nil }
    reportTwice(readers.map { Located($0.format, at: field.node.mark) }, "the format ")
    return readers
  }

  private mutating func reader(_ field: Field) -> PluginManifest.Reader? {
    guard var fields = self.fields(field) else { return nil }
    let format = need("format", in: &fields) { $0.formatName($1) }
    let title = read("title", in: &fields) { $0.text($1) }
    let suffixes = read("suffixes", in: &fields) { $0.list($1) { $0.suffix($1) } } ?? []
    let magic = read("magic", in: &fields) { $0.list($1) { $0.magic($1) } } ?? []
    let members = read("members", in: &fields) { $0.list($1) { $0.text($1) } } ?? []
    let isTable = read("table", in: &fields) { $0.flag($1) } ?? false
    finish(fields)
    guard let format else { return nil }
    return PluginManifest.Reader(
      format: format, title: title, suffixes: suffixes, magic: magic, members: members, isTable: isTable)
  }

  private mutating func formatName(_ field: Field) -> String? {
    guard let name = self.name(field) else { return nil }
    guard name != "auto", !formats.names.contains(name) else {
      report(.configValue, "the format \(CatalogText.shown(name)) is built in", at: field.node.mark)
      return nil
    }
    return name
  }

  private mutating func suffix(_ field: Field) -> String? {
    parsed(field, takes: "the end of a file's name in lower case, such as .fit") { text in
      let isEnding =
        text.utf8.first == UInt8(ascii: ".") && text.utf8.count > 1 && text.utf8.count <= 32
        && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
      return isEnding && text == text.lowercased() ? text : nil
    }
  }

  /// `2E464954` or `2E464954@8`: bytes as hexadecimal digits, and where they are.
  private mutating func magic(_ field: Field) -> PluginManifest.Magic? {
    let wanted = "bytes as hexadecimal digits, two at least, and after `@` where they are, such as \"2E464954@8\""
    return parsed(field, takes: wanted) { text in
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      let digits = Array((parts.first ?? "").utf8)
      var bytes: [UInt8] = []
      for index in stride(from: 0, to: digits.count - 1, by: 2) {
        guard let byte = UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16),
          digits[index] != UInt8(ascii: "+")
        else { break }
        bytes.append(byte)
      }
      let offset = parts.count == 2 ? Int(parts[1]) : parts.count == 1 ? 0 : nil
      guard bytes.count >= 2, bytes.count * 2 == digits.count, bytes.count <= 64, let offset,
        (0...4096).contains(offset)
      else { return nil }
      return PluginManifest.Magic(bytes: bytes, offset: offset)
    }
  }

  mutating func rules(_ field: Field) -> [PluginManifest.Rule]? {
    guard let rules = list(field, { $0.rule($1) }) else { return nil }
    reportTwice(rules.map { Located($0.code, at: field.node.mark) }, "the rule ")
    return rules
  }

  private mutating func rule(_ field: Field) -> PluginManifest.Rule? {
    guard var fields = self.fields(field) else { return nil }
    let code = need("code", in: &fields) { $0.name($1) }
    let severity = read("severity", in: &fields) { $0.severity($1) } ?? .warning
    let title = need("title", in: &fields) { $0.text($1) }
    let page = read("page", in: &fields) { $0.text($1) }
    let types = read("types", in: &fields) { $0.ruleTypes($1) } ?? []
    let members = read("fields", in: &fields) { $0.ruleFields($1) } ?? []
    finish(fields)
    guard let code, let title else { return nil }
    return PluginManifest.Rule(code: code, severity: severity, title: title, page: page, types: types, fields: members)
  }

  private mutating func ruleFields(_ field: Field) -> [String]? {
    guard let names = list(field, { $0.located($1) }) else { return nil }
    if names.isEmpty {
      report(
        .configValue, "\(CatalogText.shown(field.path)) takes at least one member of a sample", at: field.node.mark,
        hint: "leave it out for all members")
    }
    let known = LineFields.names.map(\.name)
    for name in names where !known.contains(name.value) {
      report(
        .configValue, "samples have no member \(CatalogText.shown(name.value)) that can be named here", at: name.mark,
        hint: CatalogText.suggestion(for: name.value, among: known) ?? "take of \(known.joined(separator: ", "))")
    }
    reportTwice(names)
    return names.map(\.value)
  }

  private mutating func ruleTypes(_ field: Field) -> [Located<String>]? {
    guard let types = list(field, { $0.located($1) }) else { return nil }
    if types.isEmpty {
      report(
        .configValue, "\(CatalogText.shown(field.path)) takes at least one type", at: field.node.mark,
        hint: "leave it out for samples of all types")
    }
    reportTwice(types)
    return types
  }

  private mutating func severity(_ field: Field) -> Severity? {
    parsed(field, takes: "note, warning or error") { text in Severity.allCases.first { $0.name == text } }
  }

  /// A plugin's name: it is in URLs, and never leads out of a folder.
  mutating func name(_ field: Field) -> String? {
    word(field, what: "a lower-case word with dashes, such as ring-store")
  }

  mutating func scheme(_ field: Field) -> Located<String>? {
    guard let text = word(field, what: "lower-case words such as postgresql") else { return nil }
    guard text != "process" else {
      report(.configValue, "`process` is the prefix for the name of any plugin in a URL", at: field.node.mark)
      return nil
    }
    return Located(text, at: field.node.mark)
  }

  private mutating func word(_ field: Field, what: String) -> String? {
    parsed(field, takes: what) { text in
      let hasCapitals = text.utf8.contains { $0 >= 0x41 && $0 <= 0x5A }
      let isWord = StorageURL.isScheme(text) && text.utf8.count <= 64 && !hasCapitals
      return isWord && text.utf8.last != UInt8(ascii: "-") ? text : nil
    }
  }

  /// A plugin's version: digits, then letters, digits, dots, dashes and plus signs.
  mutating func release(_ field: Field) -> String? {
    parsed(field, takes: "a version such as 1.0.0") { text in
      let isVersion = text.utf8.allSatisfy { byte in
        (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || ".-+".utf8.contains(byte)
      }
      guard isVersion, text.utf8.count <= 64, let first = text.utf8.first, first >= 0x30, first <= 0x39 else {
        return nil
      }
      return text
    }
  }

  mutating func protocolVersion(_ field: Field) -> Int? {
    guard case .scalar(text: let text, isQuoted: false) = field.node.content, let number = Self.integer(text) else {
      reportKind(field, takes: "a whole number")
      return nil
    }
    guard Self.protocols.contains(number) else {
      report(
        .configValue,
        "the plugin speaks version \(CatalogText.shown(text)) of the protocol, this version of assay speaks "
          + "\(Self.protocols.upperBound)", at: field.node.mark,
        hint: "install a newer version, or take a plugin made for this one")
      return nil
    }
    return number
  }

  mutating func command(_ field: Field) -> [Located<String>]? {
    if let items = field.node.items, items.isEmpty {
      report(
        .configValue, "\(CatalogText.shown(field.path)) takes a path in the plugin's folder, then arguments",
        at: field.node.mark)
      return nil
    }
    guard let words = list(field, { $0.located($1) }), let path = words.first,
      isInside(path, field, hint: Self.pathHint)
    else { return nil }
    return words
  }

  mutating func pathInside(_ field: Field) -> String? {
    guard let path = located(field), isInside(path, field, hint: Self.pathHint) else { return nil }
    return path.value
  }

  private static let pathHint = "without `/` at its beginning, `.` and `..`"

  mutating func variable(_ field: Field) -> String? {
    let hint = "its value comes from where the command runs"
    let name = parsed(field, takes: "the name of an environment variable", hint: hint) { text in
      let isName = text.utf8.allSatisfy { byte in
        (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == UInt8(ascii: "_")
      }
      guard isName, let first = text.utf8.first, first < 0x30 || first > 0x39 else { return nil as String? }
      return text
    }
    guard let name else { return nil }
    // Variables for the program loader would run code that nobody named.
    guard !name.hasPrefix("LD_") else {
      reportText(name, field, takes: "no variable of the loader")
      return nil
    }
    return name
  }

  mutating func parameters(_ field: Field) -> [PluginManifest.Parameter]? {
    guard let fields = self.fields(field) else { return nil }
    var parameters: [PluginManifest.Parameter] = []
    for (name, value) in fields.all() {
      if let text = self.text(value) { parameters.append(PluginManifest.Parameter(name: name, text: text)) }
    }
    return parameters
  }

  /// What `assay plugins test` works with: parameters of stores, the file of a reader, samples and findings of rules.
  private mutating func readTest(_ field: Field, of manifest: inout PluginManifest) {
    guard var fields = self.fields(field) else { return }
    manifest.testInput = read("input", in: &fields) { $0.pathInside($1) }
    let parameters = read("parameters", in: &fields) { $0.parameters($1) }
    let samples = read("samples", in: &fields) { $0.pathInside($1) }
    let findings = read("findings", in: &fields) { $0.pathInside($1) }
    finish(fields)
    manifest.testParameters = parameters ?? []
    if let samples, let findings {
      manifest.ruleExample = PluginManifest.RuleExample(samples: samples, findings: findings)
    } else if samples != nil || findings != nil {
      report(
        .configKeyMissing, "\(CatalogText.shown(field.path)) needs both `samples` and `findings`", at: field.node.mark)
    } else if manifest.testInput == nil, parameters == nil {
      report(
        .configKeyMissing, "\(CatalogText.shown(field.path)) needs `parameters`, `input` or `samples`",
        at: field.node.mark)
    }
  }
}
