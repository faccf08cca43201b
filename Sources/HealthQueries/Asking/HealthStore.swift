import AssayPlatform
public import HealthModel
public import HealthStorage

/// A store of health samples: HealthKit's `HKHealthStore`.
///
/// It saves samples made of Swift values, answers questions, follows changes and deletes:
///
/// ```swift
/// let store = try await HealthStore("health.db")
/// let receipt = try await store.save(.quantity(.heartRate, 64, .count / .minute, from: now))
/// let heartRates = try await store.samples(.heartRate, from: yesterday)
/// ```
///
/// Any number of tasks may share it. Writers wait for each other in line; readers see what is committed. Whatever waits
/// or reads ends with `CancellationError` when its task is canceled.
public struct HealthStore: Sendable {
  /// Where the samples are.
  public let backend: any StorageBackend
  /// The types that the store was opened with, and their rules.
  public let types: HealthTypes
  /// Where the time zones are looked up that samples name.
  public let zones: TimeZoneDatabase
  /// Who saves: the source of saved samples that name none.
  public var source: SourceRevision?
  /// Whose samples are saved, and asked for by type: the subject of saved samples that name none, and of the answers of
  /// `samples(_:)`, `statistics(_:)` and `value(of:)`.
  ///
  /// Queries say themselves whose samples they mean: `samples(matching:)`, `delete(_:)`, `changes` and `sources(of:)`
  /// are about all subjects unless told otherwise.
  public var subject: String?
  /// The moment that counts as now, in microseconds since 1970 UTC: a saved sample is not later.
  @usableFromInline package var clock: @Sendable () -> Int64 = { CalendarTime.microseconds() }
  /// Raised after each commit of this value and its copies.
  let signal = ChangeSignal()

  /// Asks an open store by the registry that it was opened with.
  public init(_ backend: any StorageBackend, zones: TimeZoneDatabase = .system()) {
    self.init(of: backend, types: HealthTypes(of: backend), zones: zones)
  }

  /// Uses an open store with types that are shared with others.
  ///
  /// - Throws: `StorageError.Code.incompatible` when the store was opened with another registry: its samples would be
  ///   mistaken for samples of other types.
  public init(
    _ backend: any StorageBackend, types: HealthTypes, zones: TimeZoneDatabase = .system()
  ) throws(StorageError) {
    guard backend.registry.signature == types.registry.signature else {
      throw StorageError(
        .incompatible, "the store was opened with another registry than these types have",
        hint: "open the store with these types")
    }
    self.init(of: backend, types: types, zones: zones)
  }

  private init(of backend: any StorageBackend, types: HealthTypes, zones: TimeZoneDatabase) {
    self.backend = backend
    self.types = types
    self.zones = zones
  }

  /// The definitions of the types of the samples.
  public var registry: Registry { types.registry }

  /// The definition of a type, by its id or another of its names.
  ///
  /// - Throws: `QueryError.Reason.unknownType`, with the nearest name there is.
  public func type(named name: String) throws(QueryError) -> TypeDefinition { try registry.type(asked: name) }

  /// Closes the store.
  ///
  /// What was not committed is rolled back, and further calls throw.
  public func close() async throws(StorageError) { try await backend.close() }
}
