import AssayPlatform
package import HealthCatalog
package import HealthModel

/// Holds a new definition against everything that a folder of definitions is held against, before it is written.
package enum DraftCheck {
  /// What the loader, lint and the examples say of a new definition.
  ///
  /// - Returns: the errors, wherever they are, and the other findings in the new file.
  package static func diagnostics(
    of template: CatalogTemplate, in folder: String, _ builder: CatalogBuilder
  ) throws(Failure) -> [Diagnostic] {
    var layers = try builder.layers()
    let path = folder + "/" + template.fileName
    let file = CatalogFile(path: path, bytes: Array(template.yaml().utf8))
    let place = PathText.resolved(folder)
    if let index = layers.lastIndex(where: { !$0.isBuiltIn && PathText.resolved($0.name) == place }) {
      layers[index].files.append(file)
    } else {
      layers.append(CatalogLayer(name: folder, isBuiltIn: false, files: [file]))
    }
    let result = builder.load(layers)
    var found = result.diagnostics
    if let registry = result.registry {
      found += CatalogLint.run(registry: registry, entries: result.entries)
      let types = registry.types.compactMap { $0.withExamples { $0 == path } }
      found += CatalogExamples(registry: registry).diagnostics(of: types)
    }
    return found.filter { $0.severity == .error || $0.location.path == path }
  }
}
