import HealthCatalog
import HealthFormats
import HealthModel

extension PluginManifestDecoder {
  mutating func rules(_ field: Field) -> [PluginManifest.Rule]? {
    guard let rules = list(field, { $0.rule($1) }) else { return nil }
    var seen: Set<String> = []
    for rule in rules where !seen.insert(rule.code).inserted {
      report(.configValue, "the rule \(CatalogText.shown(rule.code)) is there twice", at: field.node.mark)
    }
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
    guard let text = self.text(field) else { return nil }
    guard let severity = Severity.allCases.first(where: { $0.name == text }) else {
      reportText(text, field, takes: "note, warning or error")
      return nil
    }
    return severity
  }
}
