import HealthModel
public import HealthQueries
public import HealthStorage

extension HealthStore {
  /// Opens a store by its name, and makes it if it does not exist: `health.db`, `sqlite:PATH`, `jsonl:FOLDER` or
  /// `memory:`.
  ///
  /// ```swift
  /// let store = try await HealthStore("health.db", source: SourceRevision(name: "Ring", bundle: "com.example.ring"))
  /// ```
  ///
  /// - Parameters:
  ///   - location: the name of the store.
  ///   - types: the types of its samples; `nil` for those of the built-in catalog.
  ///   - source: who saves: the source of saved samples that name none.
  ///   - subject: whose samples are saved: the subject of those that name none.
  ///   - options: how the store is opened: for reading only, how long to wait for another writer.
  ///   - backends: the kinds of stores that there are; add your own, or `ProcessStore.factory` for a store in another
  ///     process.
  ///   - zones: where the time zones are looked up that samples name.
  /// - Throws: `StorageError` when the text names no store, or the store cannot be opened.
  public init(
    _ location: String, types: HealthTypes? = nil, source: SourceRevision? = nil, subject: String? = nil,
    options: StorageOptions = StorageOptions(), backends: [StorageBackendFactory] = StorageBackendFactory.builtIn,
    zones: TimeZoneDatabase = .system()
  ) async throws(StorageError) {
    guard let url = StorageURL(location) else {
      throw StorageError(
        .missing, "`\(StorageURL.shown(location))` names no store",
        hint: "write sqlite:PATH, jsonl:FOLDER, memory:, or a path ending in .db, .sqlite or .sqlite3")
    }
    try await self.init(
      url, types: types, source: source, subject: subject, options: options, backends: backends, zones: zones)
  }

  /// Opens a store by its URL, and makes it if it does not exist.
  ///
  /// The parameters are those of `init(_:types:source:subject:options:backends:zones:)` for a name.
  ///
  /// - Throws: `StorageError` when there is no store of this kind, or the store cannot be opened.
  public init(
    _ url: StorageURL, types: HealthTypes? = nil, source: SourceRevision? = nil, subject: String? = nil,
    options: StorageOptions = StorageOptions(), backends: [StorageBackendFactory] = StorageBackendFactory.builtIn,
    zones: TimeZoneDatabase = .system()
  ) async throws(StorageError) {
    guard let factory = backends.first(where: { $0.scheme == url.scheme }) else {
      let known = backends.map { $0.scheme + ":" }.joined(separator: ", ")
      throw StorageError(
        .missing, "there is no kind of store named `\(TextEscaping.escaped(url.scheme)):`",
        hint: "this program has \(known); pass `backends` to add another kind")
    }
    guard factory.location.isEmpty || !url.location.isEmpty else {
      throw StorageError(.missing, "\(url.scheme): needs a path", hint: "write \(url.scheme):\(factory.location)")
    }
    let types = if let types { types } else { try HealthTypes.builtIn() }
    let backend: any StorageBackend
    do throws(StorageError) {
      backend = try await factory.open(url, types.context(options))
    } catch {
      throw StoreSecrets(url).blanked(error)
    }
    do throws(StorageError) {
      try self.init(backend, types: types, zones: zones)
    } catch {
      try? await backend.close()
      throw error
    }
    self.source = source
    self.subject = subject
  }
}
