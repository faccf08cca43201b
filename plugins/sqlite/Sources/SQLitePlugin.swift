import HealthModel
public import HealthStorage

/// The SQLite backend, as the list of built-in plugins names it.
public enum SQLitePlugin {
  /// Opens, and makes when absent, the store in a file: `sqlite:PATH`.
  public static let factory = StorageBackendFactory(
    scheme: "sqlite", summary: "keeps samples in one SQLite file, whose views every SQLite tool can query",
    location: "PATH", keepsFiles: true
  ) { (url, context) throws(StorageError) -> any StorageBackend in
    try SQLiteBackend(at: url.location, context)
  }
}
