public import HealthStorage

/// The backend of line files, as the list of built-in plugins names it.
public enum JSONLPlugin {
  /// Opens, and makes when absent, the store in a folder: `jsonl:FOLDER/`.
  public static let factory = StorageBackendFactory(
    scheme: "jsonl", summary: "keeps samples in append-only files of JSON lines, readable with cat and jq",
    location: "FOLDER/", keepsFiles: true
  ) { (url, context) async throws(StorageError) -> any StorageBackend in
    try await JSONLBackend.open(url.location, context)
  }
}
