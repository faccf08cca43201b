public import HealthModel
public import HealthStorage

/// A store with the types it is read by: what queries are asked of, HealthKit's `HKHealthStore`.
public struct HealthStore: Sendable {
  /// Where the samples are.
  public let backend: any StorageBackend
  /// What they mean.
  public let registry: Registry

  /// Joins an open store with the registry it was opened with.
  public init(_ backend: any StorageBackend, registry: Registry) {
    self.backend = backend
    self.registry = registry
  }

  /// The definition of a type, by its id or another of its names.
  ///
  /// - Throws: `QueryError.Reason.unknownType`, with the nearest name there is.
  public func type(named name: String) throws(QueryError) -> TypeDefinition { try registry.type(asked: name) }
}
