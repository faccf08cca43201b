import ArgumentParser
import Assay
import AssayPlatform
import HealthModel
import HealthStorage

/// Which store.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .customLong("store"),
    help: """
      The store: a path ending in .db, .sqlite or .sqlite3, sqlite:PATH, jsonl:FOLDER, memory:, process:PLUGIN?KEY=VALUE&…, or a \
      URL that a plugin takes, such as postgresql://HOST/DATABASE.
      """, completion: .file())
  var location: String

  @Option(parsing: .unconditional, help: "How many seconds to wait for another writer.")
  var wait = 60.0

  @Option(
    name: .customLong("plugin-timeout"), parsing: .unconditional,
    help: "How many seconds a plugin may take for an answer.")
  var pluginTimeout = 30.0

  /// The store's name, checked as far as it says how it is written; whether there is a plugin for it shows when it is
  /// opened.
  func url() throws -> StorageURL { try Self.url(location) }

  /// Reads a store's name.
  static func url(_ location: String) throws -> StorageURL { try StoreBackends.builtIn.url(location) }

  /// How long to wait for another command, in milliseconds; times that `check` refuses do not wait.
  var waitMilliseconds: Int { (0...86_400).contains(wait) ? Int(wait * 1000) : 0 }

  /// Refuses times that are out of their ranges, NaN included.
  static func check(wait: Double, pluginTimeout: Double) throws {
    guard wait >= 0, wait <= 86_400 else { throw CommandFailure.usage("--wait takes 0 to 86400 seconds") }
    guard pluginTimeout >= 0.1, pluginTimeout <= 86_400 else {
      throw CommandFailure.usage("--plugin-timeout takes 0.1 to 86400 seconds")
    }
  }

  /// Opens a store; a process plugin that its name asks for is started.
  ///
  /// - Parameters:
  ///   - url: the store's name.
  ///   - registry: the types.
  ///   - plugins: the folders of plugins that the command names.
  ///   - isReadOnly: whether nothing will be written; the store must be there.
  ///   - makesStore: whether a store that is not there is made.
  ///   - restoresDeleted: whether deleted samples may be stored again.
  ///   - owner: the bundle whose samples alone may be deleted.
  ///   - project: the project; plugins of a configuration that was found are never run.
  ///   - isVerbose: whether all is told that a plugin says, not its warnings alone.
  /// - Returns: the open store.
  /// - Throws: `CommandFailure`.
  func open(
    _ url: StorageURL, _ registry: Registry, plugins: PluginOptions, isReadOnly: Bool = false,
    makesStore: Bool = true, restoresDeleted: Bool = false, owner: String? = nil, project: Project? = nil,
    isVerbose: Bool = false
  ) async throws -> any StorageBackend {
    try Self.check(wait: wait, pluginTimeout: pluginTimeout)
    var opening = StoreOpening.command(plugins.places(project), isVerbose: isVerbose)
    opening.answerSeconds = pluginTimeout
    if let project, project.boundary != nil, !project.configuration.plugins.isEmpty {
      opening.foundConfiguration = project.configuration.path
    }
    // Where a store must be there, a name that is mistyped is reported: a reader makes none.
    if !isReadOnly, !makesStore {
      let present = try await opening.open(
        url, registry, StorageOptions(isReadOnly: true, temporaryFolder: TemporaryPlace.folder))
      try await OpenStore.closing(present) {}
    }
    return try await opening.open(
      url, registry,
      StorageOptions(
        isReadOnly: isReadOnly, waitMilliseconds: waitMilliseconds, owner: owner, restoresDeleted: restoresDeleted,
        temporaryFolder: TemporaryPlace.folder))
  }
}

extension StoreOpening {
  /// A way to open stores whose plugins speak on standard error.
  ///
  /// - Parameters:
  ///   - places: the folders that may bring an executable.
  ///   - isVerbose: whether everything that a plugin says is printed, not its warnings alone.
  /// - Returns: the way to open them.
  static func command(_ places: [PluginPlace], isVerbose: Bool = false) -> StoreOpening {
    var opening = StoreOpening()
    opening.places = places
    opening.host = VersionText.current
    opening.storeNote = { StandardError.write("assay: \($0)\n") }
    opening.note = { line in
      // A line begins with its severity.
      if isVerbose || line.hasPrefix("warning:") || line.hasPrefix("error:") {
        StandardError.write("assay: \(line)\n")
      }
    }
    return opening
  }
}
