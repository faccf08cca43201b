public import HealthModel
public import HealthStorage

/// A store and the types it is read with: queries run on it, as on HealthKit's `HKHealthStore`.
public struct HealthStore: Sendable {
  /// Where the samples are.
  public let backend: any StorageBackend
  /// The types of the samples: the registry that the store was opened with.
  public let registry: Registry
  /// Where the time zones are looked up that samples name.
  public let zones: TimeZoneDatabase

  /// Asks an open store by the registry that it was opened with.
  public init(_ backend: any StorageBackend, zones: TimeZoneDatabase = .system()) {
    self.backend = backend
    self.zones = zones
    registry = backend.registry
  }

  /// The definition of a type, by its id or another of its names.
  ///
  /// - Throws: `QueryError.Reason.unknownType`, with the nearest name there is.
  public func type(named name: String) throws(QueryError) -> TypeDefinition { try registry.type(asked: name) }
}
