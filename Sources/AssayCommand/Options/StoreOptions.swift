import ArgumentParser
import Assay
import AssayPlatform
import HealthCatalog
import HealthModel
import HealthQueries
import HealthStorage

struct StoreOptions: ParsableArguments {
  @Option(
    name: .customLong("store"),
    help: """
      The store: a path ending in .db, .sqlite or .sqlite3, sqlite:PATH, jsonl:FOLDER, memory:, process:PLUGIN?KEY=VALUE&…, or a \
      URL that a plugin takes, such as postgresql://HOST/DATABASE; default: `store` of assay.yaml.
      """, completion: .file())
  var location: String?

  @OptionGroup var times: StoreTimes

  /// The store's name, after a syntax check: the one that the command names, else that of the configuration.
  ///
  /// Whether a plugin for it exists is known only when the store is opened.
  func url(_ project: Project?) throws -> StorageURL {
    if let location { return try Self.url(location) }
    if let url = try project?.store() { return url }
    let file = project.map { "\(TextEscaping.escaped($0.configuration.path, limit: 1000)) names no `store`" }
    throw Failure.usage(
      "no store: name it with --store, such as --store health.db; \(file ?? "no assay.yaml is in use that names one")")
  }

  static func url(_ location: String) throws -> StorageURL { try StoreBackends.builtIn.url(location) }

  /// The types that a command reads a store with: the catalog's, and those that only the store remembers.
  ///
  /// The store is opened for a look at what it remembers. One that cannot be opened is reported when it is opened for the
  /// work, after other mistakes of the request.
  func registry(_ url: StorageURL, _ catalog: CatalogOptions, _ project: Project?) async throws -> Registry {
    let registry = try catalog.registry(project: project)
    guard url.scheme != "memory" else { return registry }
    try times.check()
    let store: any StorageBackend
    do {
      store = try await silently(url, registry, catalog.plugins, project)
    } catch {
      // A store that must be migrated before it is read, for one, is reported by the work that does not migrate it.
      return registry
    }
    var stored: [StoredDefinition] = []
    do {
      stored = try await OpenStore.closing(store) { try await store.definitions() }
    } catch {
      StandardError.write(
        "assay: note: the definitions that \(url.shown) remembers cannot be read, and are not used: "
          + "\(Failure(error).message)\n")
    }
    let own = Set(try catalog.ownDefinitions(project).map(\.name))
    stored.removeAll { $0.name == SubjectZones.definitionName }
    guard stored.contains(where: { !own.contains($0.name) }) else { return registry }
    if let all = try? catalog.load(readsExamples: false, project: project, remembered: stored).registry { return all }
    StandardError.write(
      "assay: note: the definitions that \(url.shown) remembers do not go with the catalog, and are not used\n")
    return registry
  }

  /// Checks for a dry run that an import could keep definitions in the store, if it is there.
  func check(
    _ own: [StoredDefinition], _ keeping: DefinitionKeeping, _ url: StorageURL, _ registry: Registry,
    plugins: PluginOptions, _ project: Project?
  ) async throws {
    if own.isEmpty || url.scheme == "memory" { return }
    let store: any StorageBackend
    do {
      store = try await silently(url, registry, plugins, project)
    } catch {
      // Nothing is stored, so the store need not be there; other types for its samples do not matter here.
      if let failure = error as? Failure, failure.lacksType { throw failure }
      return
    }
    try await OpenStore.closing(store) { try await keeping.check(own, in: store) }
  }

  /// Opens a store for a look, without a word of plugins.
  private func silently(
    _ url: StorageURL, _ registry: Registry, _ plugins: PluginOptions, _ project: Project?
  ) async throws -> any StorageBackend {
    try await opening(plugins, project, isVerbose: false, isSilent: true).open(
      url, registry,
      StorageOptions(
        isReadOnly: true, waitMilliseconds: times.waitMilliseconds, temporaryFolder: TemporaryPath.folder))
  }

  private func opening(
    _ plugins: PluginOptions, _ project: Project?, isVerbose: Bool, isSilent: Bool = false
  ) throws -> StoreOpening {
    var opening = StoreOpening.command(plugins.places(project), isVerbose: isVerbose)
    if isSilent {
      opening.note = { _ in }
      opening.storeNote = { _ in }
    }
    opening.answerSeconds = times.plugin.timeout
    if let project, project.boundary != nil, !project.configuration.plugins.isEmpty {
      opening.foundConfiguration = project.configuration.path
    }
    return opening
  }

  /// Opens a store; a process plugin that its name asks for is started.
  func open(
    _ url: StorageURL, _ registry: Registry, plugins: PluginOptions, isReadOnly: Bool = false,
    makesStore: Bool = true, restoresDeleted: Bool = false, owner: String? = nil, project: Project? = nil,
    isVerbose: Bool = false
  ) async throws -> any StorageBackend {
    var target = try checkStore(
      url, plugins: plugins, isReadOnly: isReadOnly, restoresDeleted: restoresDeleted, owner: owner, project: project,
      isVerbose: isVerbose)
    target.makesStore = makesStore
    return try await target.open(registry)
  }

  /// A store as a check opens it; a process plugin that its name asks for is started then.
  func checkStore(
    _ url: StorageURL, plugins: PluginOptions, isReadOnly: Bool = false, restoresDeleted: Bool = false,
    owner: String? = nil, project: Project?, isVerbose: Bool
  ) throws -> CheckStore {
    try times.check()
    return CheckStore(
      url, opening: try opening(plugins, project, isVerbose: isVerbose),
      options: StorageOptions(
        isReadOnly: isReadOnly, waitMilliseconds: times.waitMilliseconds, owner: owner,
        restoresDeleted: restoresDeleted, temporaryFolder: TemporaryPath.folder))
  }
}

extension StoreOpening {
  static func command(_ places: [PluginLocation], isVerbose: Bool = false) -> StoreOpening {
    var opening = StoreOpening()
    opening.places = places
    opening.host = VersionText.current
    opening.storeNote = { StandardError.write("assay: \($0)\n") }
    opening.note = { line in
      // A line begins with its severity.
      if isVerbose || line.hasPrefix("warning:") || line.hasPrefix("error:") { StandardError.write("assay: \(line)\n") }
    }
    return opening
  }
}

struct StoreTimes: ParsableArguments {
  @Option(parsing: .unconditional, help: "How many seconds to wait for another writer.")
  var wait = 60.0

  @OptionGroup var plugin: PluginTime

  func check() throws {
    guard wait >= 0, wait <= 86_400 else { throw Failure.usage("--wait takes 0 to 86400 seconds") }
    try plugin.check()
  }

  /// How long to wait for another command, in milliseconds; times that `check` refuses do not wait.
  var waitMilliseconds: Int { (0...86_400).contains(wait) ? Int(wait * 1000) : 0 }
}

struct DefinitionOptions: ParsableArguments {
  @Flag(
    name: .customLong("new-definitions"),
    help: "Let the store remember changed definitions although samples in it may not pass them.")
  var acceptsBreaking = false

  var keeping: DefinitionKeeping {
    var keeping = BuiltInCatalog.definitionKeeping
    keeping.acceptsBreaking = acceptsBreaking
    return keeping
  }
}
