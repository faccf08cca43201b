import Assay
import AssayPlatform
import HealthModel
import HealthReports
import HealthStorage

enum OpenStore {
  static func closing<Result>(_ backend: any StorageBackend, _ body: () async throws -> Result) async throws -> Result {
    let result: Result
    do {
      result = try await body()
    } catch {
      try? await backend.close()
      throw error
    }
    try await backend.close()
    return result
  }
}

/// A store that a command names, its project and its types, known before it is opened.
struct StorePlace {
  let url: StorageURL
  let project: Project?
  let registry: Registry
  private let options: StoreOptions
  private let plugins: PluginOptions

  init(_ options: StoreOptions, _ catalog: CatalogOptions, _ project: Project?) async throws {
    self.options = options
    self.project = project
    plugins = catalog.plugins
    url = try options.url(project)
    registry = try await options.registry(url, catalog, project)
  }

  func open(isReadOnly: Bool = true, owner: String? = nil) async throws -> any StorageBackend {
    try await options.open(
      url, registry, plugins: plugins, isReadOnly: isReadOnly, makesStore: false, owner: owner, project: project)
  }

  func withStore<Result>(
    isReadOnly: Bool = true, owner: String? = nil, _ body: (any StorageBackend) async throws -> Result
  ) async throws -> Result {
    let store = try await open(isReadOnly: isReadOnly, owner: owner)
    return try await OpenStore.closing(store) { try await body(store) }
  }

  /// Opens the store, answers a query that ids narrow, and closes it.
  ///
  /// The body gets a note that explains an empty answer, if there is one.
  func answer<Answer>(
    _ query: SampleQuery, _ ids: RelationOptions.Ids,
    _ body: (SampleQuery, _ note: String?, any StorageBackend) async throws -> Answer
  ) async throws -> Answer {
    let answer = try await withStore { store in
      let (narrowed, note) = try await ids.narrowed(query, in: store)
      return try await body(narrowed, note, store)
    }
    try StopSignals.check()
    return answer
  }
  /// Writes the answer to a query that ids narrow to a file or standard output, says what it lacks, and closes the store.
  func write(
    _ query: SampleQuery, _ ids: RelationOptions.Ids, to path: String? = nil,
    _ body: (SampleQuery, any StorageBackend, ByteOutput) async throws -> AnswerEnd
  ) async throws {
    let (target, end) = try await answer(query, ids) { query, note, store in
      let target = try ExportTarget(path)
      var end = try await body(query, store, target.output)
      let missing = try await MissingNames.notes(query, in: store, isEmpty: end.isEmpty)
      let isShown = (end.isEmpty || end.explainsRows) && (missing.isEmpty || end.explainsMissing)
      end.failures = missing + end.failures + (isShown ? [note].compactMap(\.self) : [])
      return (target, end)
    }
    try target.finish()
    for note in end.notes { StandardError.write(note + "\n") }
    try MissingNames.end(end.failures)
  }
}

struct AnswerEnd {
  var isEmpty: Bool
  var notes: [String] = []
  /// What makes the status 1.
  var failures: [String] = []
  /// Whether a note on the ids is shown besides names that are missing.
  var explainsMissing = true
  /// Whether a note on the ids is shown besides rows.
  var explainsRows = false
}
