public import HealthModel

/// The names of a catalog as code: of its types, of the cases of its enums, of its metadata keys, and of its units.
///
/// The text depends on the catalog alone: no version, date or path is in it. Identifiers are made of ids; a keyword and a
/// name that is taken are changed, and no text of a definition leaves its comment or string.
///
/// ```swift
/// let code = CatalogCode(registry).text(in: .typescript)
/// ```
public struct CatalogCode: Sendable {
  private let registry: Registry
  private let folders: [String]?
  private let imported: Registry?

  /// Takes what to write.
  ///
  /// - Parameters:
  ///   - registry: the effective catalog.
  ///   - folders: where the definitions are that are written, with the enums that they use: folders or files, as
  ///     the layers of the catalog are named, or parts of the built-in one, such as `catalog/heart`; `nil` for all.
  ///   - imported: a catalog whose names Swift code imports from the module `HealthTypeNames`, so that they are not
  ///     declared again; other languages declare what they use.
  public init(_ registry: Registry, only folders: [String]? = nil, besides imported: Registry? = nil) {
    self.registry = registry
    self.folders = folders
    self.imported = imported
  }

  /// The code in a language: the text of one file.
  public func text(in language: CodeLanguage) -> String {
    switch language {
    case .swift: SwiftCode(CodeScope(registry, folders: folders, imported: imported), imported: imported).text
    case .kotlin: KotlinCode(scope).text
    case .typescript: TypeScriptCode(scope).text
    case .python: PythonCode(scope).text
    }
  }

  private var scope: CodeScope { CodeScope(registry, folders: folders, imported: nil) }

  /// Whether a definition is in a folder or file; paths are compared as the catalog's findings write them.
  ///
  /// - Parameters:
  ///   - type: the definition.
  ///   - folder: a folder or file, as the catalog's layers are named.
  /// - Returns: whether the file of the definition is there.
  public static func isDefinition(of type: TypeDefinition, in folder: String) -> Bool {
    DefinitionFolder(folder).holds(type.origins["type"])
  }
}

/// A folder or file of definitions.
struct DefinitionFolder {
  private let path: Substring

  init(_ path: String) { self.path = Self.bare(path) }

  /// Whether a place is in it.
  func holds(_ mark: CatalogMark?) -> Bool {
    guard let place = mark?.path else { return false }
    if path == "." { return place.hasPrefix("./") }
    let own = Self.bare(place)
    return own == path || own.hasPrefix(path == "/" ? "/" : path + "/")
  }

  /// A path without `./` before it and `/` after it.
  private static func bare(_ path: String) -> Substring {
    var path = path[...]
    while path.utf8.count > 2, path.hasPrefix("./") { path = path.dropFirst(2) }
    while path.utf8.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    return path
  }
}
