public import HealthStorage

/// A kind of store that the cases of `StorageConformance` are run against.
public struct StorageUnderTest: Sendable {
  package var name: String
  /// A folder on a small file system, for cases about a full disk; without it these are skipped.
  ///
  /// A file there takes all space but a MiB for the time of a case.
  package var smallFolder: String?
  /// Ends a backend as SIGKILL would: its process, or the value by itself, which is never used again.
  ///
  /// Without it, what must survive a sudden end is skipped.
  package var interrupt: (@Sendable (any StorageBackend) async -> Void)?
  /// Removes what a slot holds outside of its folder; called when the slot's case is over.
  package var discard: (@Sendable (StoreSlot) async -> Void)?
  /// Opens the store of a slot, making it when it is not there and may be written.
  package var open: @Sendable (StoreSlot, StorageContext) async throws(StorageError) -> any StorageBackend

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - name: what the store is called in the report.
  ///   - smallFolder: a folder on a small file system.
  ///   - interrupt: ends a backend as SIGKILL would.
  ///   - discard: removes what a slot holds outside of its folder.
  ///   - open: opens the store of a slot. The same slot must be the same store, if the store is durable.
  public init(
    _ name: String, smallFolder: String? = nil, interrupt: (@Sendable (any StorageBackend) async -> Void)? = nil,
    discard: (@Sendable (StoreSlot) async -> Void)? = nil,
    open: @escaping @Sendable (StoreSlot, StorageContext) async throws(StorageError) -> any StorageBackend
  ) {
    self.name = name
    self.smallFolder = smallFolder
    self.interrupt = interrupt
    self.discard = discard
    self.open = open
  }

  /// Describes the stores that a factory opens.
  ///
  /// - Parameters:
  ///   - factory: opens the stores; its scheme is the name in the report.
  ///   - location: where the store of a slot is, as the store's URL says it after the scheme.
  public init(_ factory: StorageBackendFactory, location: @escaping @Sendable (StoreSlot) -> String) {
    self.init(factory.scheme) { (slot, context) async throws(StorageError) -> any StorageBackend in
      try await factory.open(StorageURL(scheme: factory.scheme, location: location(slot)), context)
    }
  }
}

/// The place of one store: every case has a different one.
public struct StoreSlot: Sendable, Hashable {
  /// A word that no other slot has had: 1 to 40 lower-case letters, digits and `_`, beginning with a letter.
  public var name: String
  /// The absolute path of a folder for the slot alone, empty when the store is first opened.
  public var folder: String

  package init(name: String, folder: String) {
    self.name = name
    self.folder = folder
  }
}
