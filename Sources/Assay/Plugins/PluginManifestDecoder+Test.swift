import HealthCatalog
import HealthModel

extension PluginManifestDecoder {
  /// What `assay plugins test` works with: parameters of stores, the file of a reader, samples and findings of rules.
  mutating func test(
    _ field: Field
  ) -> (parameters: [PluginManifest.Parameter], input: String?, rules: PluginManifest.RuleExample?)? {
    guard var fields = self.fields(field) else { return nil }
    let input = read("input", in: &fields) { $0.pathInside($1) }
    let parameters = read("parameters", in: &fields) { $0.parameters($1) }
    let samples = read("samples", in: &fields) { $0.pathInside($1) }
    let findings = read("findings", in: &fields) { $0.pathInside($1) }
    finish(fields)
    var rules: PluginManifest.RuleExample?
    if let samples, let findings {
      rules = PluginManifest.RuleExample(samples: samples, findings: findings)
    } else if samples != nil || findings != nil {
      report(
        .configKeyMissing, "\(CatalogText.shown(field.path)) needs both `samples` and `findings`", at: field.node.mark)
    } else if input == nil, parameters == nil {
      report(
        .configKeyMissing, "\(CatalogText.shown(field.path)) needs `parameters`, `input` or `samples`",
        at: field.node.mark)
    }
    return (parameters ?? [], input, rules)
  }
}
