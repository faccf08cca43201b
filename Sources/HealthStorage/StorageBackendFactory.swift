public import HealthModel

/// Makes backends of one scheme: what a plugin adds to the explicit list of backends.
public struct StorageBackendFactory: Sendable {
  /// The scheme of the URLs it opens.
  public let scheme: String
  /// One sentence for listings.
  public let summary: String
  /// Opens, and makes when absent, the store at a location.
  public let open: @Sendable (StorageURL, Registry, StorageOptions) async throws(StorageError) -> any StorageBackend

  /// Creates a factory for one scheme.
  public init(
    scheme: String, summary: String,
    open: @escaping @Sendable (StorageURL, Registry, StorageOptions) async throws(StorageError) -> any StorageBackend
  ) {
    self.scheme = scheme
    self.summary = summary
    self.open = open
  }
}

/// How a store is opened.
public struct StorageOptions: Sendable, Hashable {
  /// Whether nothing may be written; the store must exist.
  public var isReadOnly: Bool
  /// How long to wait for another writer, in milliseconds.
  public var waitMilliseconds: Int

  /// Creates options.
  public init(isReadOnly: Bool = false, waitMilliseconds: Int = 60_000) {
    self.isReadOnly = isReadOnly
    self.waitMilliseconds = waitMilliseconds
  }
}
