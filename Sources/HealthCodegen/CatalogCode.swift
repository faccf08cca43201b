public import HealthModel

/// The names of a catalog as code: of its types, of the cases of its enums, of its metadata keys, and of its units.
///
/// The text depends on the catalog alone: no version, date or path is in it. Identifiers are made of ids; a keyword and a
/// name that is taken are changed, and no text of a definition leaves its comment or string.
///
/// ```swift
/// let code = CatalogCode(registry).text(in: .typescript)
/// ```
public struct CatalogCode {
  private let registry: Registry
  private let chosen: (TypeDefinition) -> Bool
  private let imported: Registry?

  /// Takes the types to write.
  ///
  /// - Parameters:
  ///   - registry: the effective catalog.
  ///   - chosen: which of its types are written, with the enums and metadata keys that they use; `nil` for all types,
  ///     enums and keys.
  ///   - imported: a catalog whose names Swift code imports from the module `HealthTypeNames`, so that they are not
  ///     declared again; other languages declare what they use.
  public init(_ registry: Registry, only chosen: ((TypeDefinition) -> Bool)? = nil, besides imported: Registry? = nil) {
    self.registry = registry
    self.chosen = chosen ?? { _ in true }
    self.imported = imported
    isWhole = chosen == nil
  }

  private let isWhole: Bool

  /// The code in a language: the text of one file.
  public func text(in language: CodeLanguage) -> String {
    switch language {
    case .swift:
      SwiftCode(
        CodeScope(registry, isWhole: isWhole, types: registry.types.filter(chosen), imported: imported),
        imported: imported
      ).text
    case .kotlin: KotlinCode(scope).text
    case .typescript: TypeScriptCode(scope).text
    case .python: PythonCode(scope).text
    }
  }

  /// The chosen types, and those of the members of their correlations.
  private var scope: CodeScope {
    var types = registry.types.filter(chosen)
    if !isWhole {
      let ids = Set(types.map(\.id))
      let members = types.flatMap { $0.shape.members ?? [] }.compactMap { registry.type(named: $0.type)?.id }
      let missing = Set(members).subtracting(ids)
      types = registry.types.filter { ids.contains($0.id) || missing.contains($0.id) }
    }
    return CodeScope(registry, isWhole: isWhole, types: types, imported: nil)
  }
}

extension CatalogCode {
  /// Whether a definition is in a folder or file; paths are compared as the catalog's findings write them.
  ///
  /// - Parameters:
  ///   - type: the definition.
  ///   - folder: a path as given for a layer of the catalog, or a part of the built-in one: `catalog/heart`.
  /// - Returns: whether the file of the definition is there.
  public static func isDefinition(of type: TypeDefinition, in folder: String) -> Bool {
    guard let path = type.origins["type"]?.path else { return false }
    let own = bare(path)
    let folder = bare(folder)
    return own == folder || own.hasPrefix(folder + "/")
  }

  /// A path without `./` before it and `/` after it.
  private static func bare(_ path: String) -> Substring {
    var path = path[...]
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    while path.utf8.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    return path
  }
}
