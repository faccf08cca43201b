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
