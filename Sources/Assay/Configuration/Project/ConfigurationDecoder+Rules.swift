import HealthCatalog
import HealthModel

extension ConfigurationDecoder {
  /// Severities by code; what is not a code is reported where the rules run, which know all codes.
  mutating func rules(_ field: Field) -> [RuleSetting]? {
    guard let fields = self.fields(field) else { return nil }
    var rules: [RuleSetting] = []
    for (code, value) in fields.all() {
      guard let level = word(value, of: RuleLevel.self) else { continue }
      rules.append(RuleSetting(code: Located(code, at: value.mark), level: level))
    }
    return rules
  }

  /// An item of `overrides`.
  mutating func ruleOverride(_ field: Field) -> RuleOverride? {
    guard var fields = self.fields(field) else { return nil }
    let isScoped = ["files", "types", "sources"].contains { field.node.entry($0) != nil }
    let scope = self.scope(in: &fields)
    let rules = need("rules", in: &fields) { $0.rules($1) }
    finish(fields)
    if !isScoped {
      report(
        .configKeyMissing, "\(CatalogText.shown(field.path)) needs `files`, `types` or `sources`", at: field.mark,
        hint: "severities for all inputs go in `rules`")
    }
    if let node = field.node.entry("rules")?.value, node.entries?.allSatisfy({ $0.key.hasPrefix("x-") }) == true {
      report(.configValue, "\(CatalogText.shown(fields.path("rules"))) takes at least one code", at: node.mark)
    }
    return rules.map { RuleOverride(mark: field.mark, scope: scope, rules: $0) }
  }

  /// An item of `suppressions`.
  mutating func suppression(_ field: Field) -> Suppression? {
    guard var fields = self.fields(field) else { return nil }
    let code = need("code", in: &fields) { $0.located($1) }
    let scope = self.scope(in: &fields)
    let reason = need("reason", in: &fields) { $0.reason($1) }
    let until = need("until", in: &fields) { $0.date($1) }
    finish(fields)
    guard let code, let reason, let until else { return nil }
    return Suppression(code: code, scope: scope, reason: reason, until: until)
  }

  /// Why findings are accepted.
  private mutating func reason(_ field: Field) -> String? {
    guard let text = self.text(field) else { return nil }
    guard text.contains(where: { !$0.isWhitespace }) else {
      report(.configValue, "\(CatalogText.shown(field.path)) says nothing", at: field.node.mark)
      return nil
    }
    return text
  }

  /// The keys `files`, `types` and `sources` of an item.
  private mutating func scope(in fields: inout Fields) -> FindingScope {
    var scope = FindingScope()
    scope.files = read("files", in: &fields) { $0.globs($1, isPath: true) } ?? []
    scope.types = read("types", in: &fields) { $0.globs($1, isPath: false) } ?? []
    scope.sources = read("sources", in: &fields) { $0.globs($1, isPath: false) } ?? []
    return scope
  }

  /// At least one glob: an empty list would be about everything.
  private mutating func globs(_ field: Field, isPath: Bool) -> [GlobPattern]? {
    if let items = field.node.items, items.isEmpty {
      report(
        .configValue, "\(CatalogText.shown(field.path)) takes at least one glob", at: field.node.mark,
        hint: "leave the key out when it is about all")
      return nil
    }
    return list(field) { $0.glob($1, isPath: isPath) }
  }
}
