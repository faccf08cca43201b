import Assay
import HealthModel
import HealthProcessStore
import HealthStorage

/// Opens stores by their URLs: by what is built in, or by a process plugin that the operator pointed at.
struct StoreOpening {
  /// The folders that may bring an executable.
  let places: [PluginPlace]
  /// How long a plugin may take for an answer, in seconds.
  var answerSeconds = 30.0
  /// Whether everything that a plugin says is told, not its warnings alone.
  var isVerbose = false
  /// A configuration that was found and names plugins, none of which may be run.
  var foundConfiguration: String?

  /// Opens a store.
  ///
  /// - Throws: `CommandFailure`: a usage error when no plugin stores to such a URL, else what the store says.
  func open(_ url: StorageURL, _ registry: Registry, _ options: StorageOptions) async throws -> any StorageBackend {
    let context = StorageContext(
      registry: registry, options: options, lines: NormalizedLines(registry: registry),
      note: { StandardError.write("assay: \($0)\n") })
    if let factory = BuiltInPlugins.backend(for: url.scheme) {
      do {
        return try await factory.open(url, context)
      } catch {
        throw CommandFailure(StoreSecrets(url).blanked(error))
      }
    }
    let executable = try executable(for: url)
    do {
      return try await Self.process(
        executable, url, context, answerSeconds: answerSeconds, isVerbose: isVerbose)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Opens a store through an executable.
  static func process(
    _ executable: PluginExecutable, _ url: StorageURL, _ context: StorageContext, answerSeconds: Double,
    isVerbose: Bool
  ) async throws(StorageError) -> any StorageBackend {
    var limits = ProcessLimits()
    limits.answerMilliseconds = Int(answerSeconds * 1000)
    return try await ProcessStore.open(
      executable, url: url, context: context, limits: limits, host: VersionText.current
    ) { line in
      // A line begins with how grave it is.
      if isVerbose || line.hasPrefix("warning:") || line.hasPrefix("error:") {
        StandardError.write("assay: \(line)\n")
      }
    }
  }

  /// What is started for a URL: the plugin that it names, or that stores to its scheme.
  private func executable(for url: StorageURL) throws -> PluginExecutable {
    let plugins = try PluginOptions.list(places)
    let folder = try url.scheme == "process" ? plugin(of: url, in: plugins) : plugins.process(for: url.scheme)
    guard let folder else {
      let claimed = plugins.folders.filter { $0.manifest.kind == .process }.flatMap(\.manifest.storage).map(\.value)
      let known = (BuiltInPlugins.backends.map(\.scheme) + claimed).joined(separator: ", ")
      throw CommandFailure.usage(
        "no plugin stores to `\(TextEscaping.escaped(url.scheme)):`; known: \(known); \(advice)")
    }
    do {
      return try folder.executable()
    } catch {
      throw CommandFailure(StorageError(.pluginStart, error.message, hint: error.hint))
    }
  }

  /// The process plugin that a URL names, as `process:NAME?…`.
  private func plugin(of url: StorageURL, in plugins: PluginList) throws -> PluginFolder {
    let name = url.pluginName
    guard let folder = plugins.folder(named: name) else {
      if BuiltInPlugins.backend(for: name) != nil {
        throw CommandFailure.usage("the plugin \(name) is built in; its stores are named \(name):…")
      }
      let near = Suggestion.nearest(to: name, among: plugins.folders.map(\.manifest.name))
      throw CommandFailure.usage(
        "no plugin is called `\(TextEscaping.escaped(name))`"
          + (near.map { "; did you mean `\($0)`?" } ?? "; \(advice)"))
    }
    guard folder.manifest.kind == .process else {
      let kind = folder.manifest.kind.rawValue
      throw CommandFailure.usage("the plugin \(name) is of the kind \(kind) and starts nothing")
    }
    return folder
  }

  private var advice: String {
    let found = foundConfiguration.map {
      "; \(TextEscaping.escaped($0, limit: 1000)) names plugins, which run only if --config names the file"
    }
    return Self.generalAdvice + (found ?? "")
  }

  private static let generalAdvice =
    "point at a plugin by --plugin FOLDER, by `plugins` of the file that --config names, or by \(PluginPlace.variable)"
}

extension StorageURL {
  /// What stands between `process:` and the parameters.
  var pluginName: String { location.prefix { $0 != "?" }.lowercased() }
}
