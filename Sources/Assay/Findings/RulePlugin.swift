import HealthCatalog
import HealthFormats
package import HealthModel
package import HealthPlugins
import HealthReports

/// A plugin with rules that samples are judged by, ready to be started.
package struct RulePlugin: Sendable {
  package let name: String
  package let executable: PluginExecutable
  package let rules: [PluginManifest.Rule]
  /// The types whose samples it is sent; `nil` for all.
  package let types: TypeSelection?
  /// The members of samples that it is sent; other plugins of a run may have it sent more.
  package var fields: LineFields {
    rules.reduce(into: []) { all, rule in
      if rule.fields.isEmpty { all = .all }
      for item in LineFields.names where rule.fields.contains(item.name) { all.insert(item.field) }
    }
  }

  var descriptions: [RuleDescription] {
    rules.map {
      RuleDescription(name: "\(name)/\($0.code)", title: $0.title, page: $0.page, severity: $0.severity)
    }
  }

  package init?(_ folder: PluginFolder, registry: Registry) throws(Failure) {
    guard !folder.manifest.rules.isEmpty else { return nil }
    name = folder.manifest.name
    rules = folder.manifest.rules
    types = try Self.types(of: folder, registry)
    executable = try folder.executable()
  }

  private static func types(of folder: PluginFolder, _ registry: Registry) throws(Failure) -> TypeSelection? {
    var selection = TypeSelection(of: registry)
    var unknown: [Diagnostic] = []
    for name in folder.manifest.rules.flatMap(\.types) {
      if let index = registry.typeIndex(named: name.value) {
        selection.insert(index)
        continue
      }
      unknown.append(
        Diagnostic(
          code: .configValue, message: "the type \(CatalogText.shown(name.value)) is not known",
          location: SourceLocation(path: name.mark.path, line: name.mark.line, column: name.mark.column),
          hint: CatalogText.suggestion(for: name.value, among: registry.types.map(\.id))))
    }
    guard unknown.isEmpty else {
      throw Failure(
        "\(PluginFolder.shown(folder.manifestPath)) has \(unknown.count) error\(unknown.count == 1 ? "" : "s")",
        status: .usage, diagnostics: unknown)
    }
    return folder.manifest.rules.contains { $0.types.isEmpty } ? nil : selection
  }
}
