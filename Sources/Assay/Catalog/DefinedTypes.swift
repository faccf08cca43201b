import AssayPlatform
package import HealthCatalog
package import HealthModel
package import HealthReports
import HealthValidation

package enum DefinedTypes {
  /// The types of which a definition, or a part of one, is in a file or below a folder: those that are new there, and
  /// those that an `overrides` there changes.
  package static func types(in paths: [String], of registry: Registry) -> [TypeDefinition] {
    var files = FileSelection(paths)
    return registry.types.filter { type in type.origins.contains { files.contains($0.value.path) } }
  }

  /// These types, each with those of its examples that are there as well.
  package static func tested(in paths: [String], of registry: Registry) -> [TypeDefinition] {
    var files = FileSelection(paths)
    return types(in: paths, of: registry).map { type in
      var type = type
      type.examples.removeAll { !files.contains($0.mark.path) }
      return type
    }
  }

  /// Files and folders, links resolved once for each file.
  private struct FileSelection {
    private let named: PathSelection
    private var known: [String: Bool] = [:]

    init(_ paths: [String]) { named = PathSelection(paths.map(PathText.resolved)) }

    mutating func contains(_ path: String) -> Bool {
      if let isNamed = known[path] { return isNamed }
      let isNamed = named.contains(PathText.resolved(path))
      known[path] = isNamed
      return isNamed
    }
  }
}

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

extension CatalogPages {
  /// The pages of types, each with the codes that the rules can give to its samples, and the text of each code.
  ///
  /// ```swift
  /// let registry = try CatalogBuilder(folders: ["types"]).load().registry
  /// if let registry { _ = try CatalogPages(registry).write(to: "site") }
  /// ```
  package init(_ registry: Registry, only ids: Set<String>? = nil) {
    self.init(
      registry, only: ids, codes: { $0.possibleCodes }, text: { CodePages.text(of: $0) }, version: AssayVersion.current)
  }
}
