/// Makes backends of one scheme: what a plugin adds to the explicit list of backends.
public struct StorageBackendFactory: Sendable {
  /// The scheme of the URLs it opens.
  package let scheme: String
  /// One sentence for listings.
  package let summary: String
  /// How the rest of the URL is written: `PATH`, `FOLDER/`; empty when there is none.
  package let location: String
  /// Whether the rest of the URL is a path of this machine at which the store is, as a file or folder; then the
  /// quarantine of imports is beside it.
  package let keepsFiles: Bool
  /// Opens, and makes when absent, the store at a location.
  package let open: @Sendable (StorageURL, StorageContext) async throws(StorageError) -> any StorageBackend

  /// Creates a factory for one scheme.
  public init(
    scheme: String, summary: String, location: String, keepsFiles: Bool = false,
    open: @escaping @Sendable (StorageURL, StorageContext) async throws(StorageError) -> any StorageBackend
  ) {
    self.scheme = scheme
    self.summary = summary
    self.location = location
    self.keepsFiles = keepsFiles
    self.open = { (url, context) async throws(StorageError) -> any StorageBackend in
      try context.check()
      return try await open(url, context)
    }
  }
}
