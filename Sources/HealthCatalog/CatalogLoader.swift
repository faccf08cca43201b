public import HealthModel
package import HealthUnits

/// Makes a registry of a catalog's layers.
///
/// Later layers add to earlier ones; they change a type only by `overrides`, and base new ones on it by `extends`.
/// Loading never stops at the first fault: a file that cannot be read yields its findings, and the others are read on.
public struct CatalogLoader: Sendable {
  /// The version of the definitions' format that files ask for by `needs`.
  public static let currentVersion = "1.0"

  private let version: String
  private let readsExamples: Bool
  private let hash: @Sendable ([UInt8]) -> String

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - version: the version that `needs` is compared with.
  ///   - readsExamples: whether the types get their examples; a run that only judges samples is faster without.
  ///   - hash: a digest of bytes as hexadecimal text, SHA-256 in the product.
  public init(
    version: String = CatalogLoader.currentVersion, readsExamples: Bool = true,
    hash: @escaping @Sendable ([UInt8]) -> String
  ) {
    self.version = version
    self.readsExamples = readsExamples
    self.hash = hash
  }

  /// Loads layers, the built-in catalog first; the same layers give the same result, byte for byte.
  public func load(layers: [CatalogLayer]) -> CatalogResult {
    var assembly = CatalogAssembly(layers: layers, version: version, readsExamples: readsExamples)
    return assembly.run(hash: hash)
  }
}

/// The result of loading a catalog.
public struct CatalogResult: Sendable {
  /// The types, when nothing is wrong with them; `nil` when there is any error.
  public let registry: Registry?
  /// Errors and warnings, in the order of layers, files and places.
  public let diagnostics: [Diagnostic]
  /// The definitions of the files, in the order read.
  package let entries: [CatalogEntry]
  /// The units that definitions may name and samples may use: the standard ones and those of the layers.
  package let units: UnitTable

  package var isSound: Bool { registry != nil }
}

/// One definition, by the file it is in.
package struct CatalogEntry: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case type
    /// A change of a type of an earlier layer.
    case override
    case enumeration = "enum"
    case metadata
    case unit
    /// A name that is known and has no type yet.
    case pending
  }

  package var kind: Kind
  /// The id of what it defines; for an override the id of the type it changes.
  package var id: String
  package var title: String?
  package var layer: String
  package var isBuiltIn: Bool
  package var mark: CatalogMark

  package init(kind: Kind, id: String, title: String? = nil, layer: String, isBuiltIn: Bool, mark: CatalogMark) {
    self.kind = kind
    self.id = id
    self.title = title
    self.layer = layer
    self.isBuiltIn = isBuiltIn
    self.mark = mark
  }
}
