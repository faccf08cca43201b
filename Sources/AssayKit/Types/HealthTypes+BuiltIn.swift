public import HealthModel
public import HealthQueries
public import HealthStorage

extension HealthTypes {
  /// The types of the built-in catalog.
  ///
  /// Each call decodes them, which takes as long as judging thousands of samples: a program that opens several stores
  /// passes one value to all of them.
  ///
  /// - Throws: `StorageError.Code.failed` when the compiled form of the catalog cannot be read.
  public static func builtIn() throws(StorageError) -> HealthTypes {
    guard let registry = CompiledTypes().registry else {
      throw StorageError(.failed, "the built-in types cannot be read", hint: "build the program anew")
    }
    return HealthTypes(registry)
  }

  /// The types of a registry, such as one with a team's own definitions, which `CatalogBuilder` of the module `Assay`
  /// reads.
  public init(_ registry: Registry) {
    // A coding of the same registry is never refused.
    self.init(registry, lines: { NormalizedLines(registry: $0) })
  }
}
