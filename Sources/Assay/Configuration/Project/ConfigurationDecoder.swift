import HealthCatalog
import HealthModel

/// Turns YAML into a configuration.
struct ConfigurationDecoder: SchemaDecoder {
  static let codes = SchemaCodes(unknown: .configKeyUnknown, missing: .configKeyMissing, kind: .configKeyKind)

  private(set) var diagnostics: [Diagnostic] = []
  /// Whether the file names plugins, which may read formats of their own.
  private(set) var hasPlugins = false

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Reads the whole file; `nil` when there is any error.
  mutating func configuration(_ root: YAMLNode, path: String, folder: String) -> ProjectConfiguration? {
    guard let entries = root.entries else {
      report(.configSyntax, "the file takes a map of keys, got \(root.kindName)", at: root.mark)
      return nil
    }
    var fields = Fields(entries, path: "", mark: root.mark)
    guard isReadable(&fields) else { return nil }
    var configuration = ProjectConfiguration(path: path, folder: folder)
    configuration.catalogs = read("catalogs", in: &fields) { $0.paths($1) } ?? []
    configuration.plugins = read("plugins", in: &fields) { $0.paths($1) } ?? []
    hasPlugins = !configuration.plugins.isEmpty
    configuration.data = read("data", in: &fields) { $0.maps($1) { $0.dataSet($1) } } ?? []
    checkJoined(configuration.data)
    configuration.exclude = read("exclude", in: &fields) { $0.list($1) { $0.globText($1) } } ?? []
    configuration.rules = read("rules", in: &fields) { $0.rules($1) } ?? []
    configuration.overrides = read("overrides", in: &fields) { $0.maps($1) { $0.ruleOverride($1) } } ?? []
    configuration.failOn = read("fail_on", in: &fields) { $0.locatedWord($1, of: FailOn.self) }
    configuration.failIf = read("fail_if", in: &fields) { $0.thresholds($1, of: configuration.data) } ?? []
    configuration.suppressions = read("suppressions", in: &fields) { $0.maps($1) { $0.suppression($1) } } ?? []
    configuration.baseline = read("baseline", in: &fields) { $0.located($1) }
    configuration.baselineBy = read("baseline_by", in: &fields) { $0.locatedWord($1, of: BaselineKey.self) }
    if let across = read("across", in: &fields, { $0.across($1) }) {
      configuration.across = across.isOn
      configuration.acrossWindow = across.window ?? configuration.acrossWindow
    }
    configuration.store = read("store", in: &fields) { $0.store($1) }
    finish(fields)
    return diagnostics.isEmpty ? configuration : nil
  }

  /// Checks `schema`; false when the file is for another version, so that nothing else in it can be judged.
  mutating func isReadable(_ fields: inout Fields) -> Bool {
    guard let field = fields.take("schema") else {
      report(.configKeyMissing, "the key `schema` is missing", at: fields.mark, hint: "begin with `schema: 1`")
      return true
    }
    if field.node.content == .scalar(text: "1", isQuoted: false) { return true }
    guard case .scalar(text: let text, isQuoted: false) = field.node.content, Self.integer(text) != nil else {
      reportKind(field, takes: "the number 1")
      return true
    }
    report(
      .configValue, "the file uses schema \(CatalogText.shown(text)), this version of assay knows schema 1",
      at: field.node.mark, hint: "install a newer version, or take a file made for this one")
    return false
  }

  /// Whether the rules over several samples run, and how far they look back.
  private mutating func across(_ field: Field) -> (isOn: Bool, window: Int?)? {
    switch field.node.content {
    case .scalar(text: "true", isQuoted: false): return (isOn: true, window: nil)
    case .scalar(text: "false", isQuoted: false): return (isOn: false, window: nil)
    case .mapping(let entries):
      var fields = Fields(entries, path: field.path, mark: field.node.mark)
      let window = need("window", in: &fields) { $0.integer($1, in: 1000...2_000_000) }
      finish(fields)
      return (isOn: true, window: window)
    default:
      reportKind(field, takes: "true, false or a map with `window`")
      return nil
    }
  }
}

// MARK: Lists

extension SchemaDecoder {
  /// A list of maps; those that are wrong are left out.
  mutating func maps<Value>(
    _ field: Field, _ body: (inout Self, Field) -> Value?
  ) -> [Value]? {
    items(field, takes: "a list of maps").map { $0.compactMap { body(&self, $0) } }
  }

  /// A list of texts, or one text without the list.
  mutating func list<Value>(
    _ field: Field, _ body: (inout Self, Field) -> Value?
  ) -> [Value]? {
    if field.node.text != nil, !field.node.isBlank { return body(&self, field).map { [$0] } }
    return items(field, takes: "text or a list of texts").map { $0.compactMap { body(&self, $0) } }
  }

  /// Reports a list without items, which is a key that does nothing.
  mutating func filled<Value>(_ field: Field, _ body: (inout Self, Field) -> [Value]?) -> [Value]? {
    if field.node.items?.isEmpty == true {
      report(
        .configValue, "\(CatalogText.shown(field.path)) has no items", at: field.node.mark, hint: "leave the key out")
    }
    return body(&self, field)
  }
}
