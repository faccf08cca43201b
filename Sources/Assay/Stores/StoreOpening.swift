import AssayKit
import AssayPlatform
public import HealthModel
package import HealthPlugins
public import HealthStorage

/// Opens stores by their URLs: by a backend that is compiled in, or by a process plugin that the operator pointed at.
///
/// ```swift
/// let store = try await StoreOpening().open("sqlite:health.db", registry)
/// ```
public struct StoreOpening: Sendable {
  /// The built-in plugins.
  public var backends = StoreBackends.builtIn
  /// The folders that may bring an executable; none by default.
  public var places: [PluginLocation] = []
  /// How long a plugin may take for an answer, in seconds; over 30, to start as well.
  package var answerSeconds = 30.0
  package var host = "assay \(AssayVersion.current)"
  /// A configuration that was found and names plugins, none of which may be run.
  package var foundConfiguration: String?
  /// Receives what a plugin says: a line that begins with its severity.
  public var note: @Sendable (String) -> Void = { _ in }
  /// Receives what opening changed in a store, such as its migration: a line for people.
  package var storeNote: @Sendable (String) -> Void = { _ in }

  /// Opens by what is compiled in, and by no plugin.
  public init() {}

  /// Opens a store that a text names.
  ///
  /// - Throws: `Failure`: a mistake in the request when the text names no store or no plugin stores to it, else what
  ///   the store says.
  public func open(
    _ location: String, _ registry: Registry, _ options: StorageOptions = StorageOptions()
  ) async throws(Failure) -> any StorageBackend {
    try await open(try backends.url(location), registry, options)
  }

  /// Opens a store.
  ///
  /// - Throws: `Failure`: a mistake in the request when no plugin stores to such a URL, else what the store says.
  package func open(
    _ url: StorageURL, _ registry: Registry, _ options: StorageOptions
  ) async throws(Failure) -> any StorageBackend {
    let context = StorageContext(
      registry: registry, options: options, lines: NormalizedLines(registry: registry), note: storeNote)
    guard let factory = backends.factory(for: url.scheme) else {
      let executable = try executable(for: url)
      do throws(StorageError) {
        return try await process(executable, url, context)
      } catch {
        throw Failure(error)
      }
    }
    do throws(StorageError) {
      return try await factory.open(url, context)
    } catch {
      throw Failure(StoreSecrets(url).blanked(error))
    }
  }

  package func process(
    _ executable: PluginExecutable, _ url: StorageURL, _ context: StorageContext
  ) async throws(StorageError) -> any StorageBackend {
    let limits = ProcessLimits(answerSeconds: answerSeconds)
    return try await ProcessStore.open(executable, url: url, context: context, limits: limits, host: host, log: note)
  }

  /// The plugin to start for a URL: the one that it names, or that stores to its scheme.
  private func executable(for url: StorageURL) throws(Failure) -> PluginExecutable {
    let plugins = try Failure.meaning { try PluginList(places, builtIn: backends.plugins) }
    let folder = try url.scheme == "process" ? plugin(of: url, in: plugins) : plugins.process(for: url.scheme)
    guard let folder else {
      let claimed = plugins.folders.filter { $0.manifest.kind == .process }.flatMap(\.manifest.storage).map(\.value)
      let known = (backends.factories.map(\.scheme) + claimed).joined(separator: ", ")
      throw .usage(
        "no plugin stores to `\(TextEscaping.escaped(url.scheme)):`; known: \(known); \(advice(for: url.scheme))")
    }
    do throws(Failure) {
      return try folder.executable()
    } catch {
      throw Failure(StorageError(.pluginStart, error.message, hint: error.hint))
    }
  }

  private func plugin(of url: StorageURL, in plugins: PluginList) throws(Failure) -> PluginFolder {
    let name = url.pluginName
    guard let folder = plugins.folder(named: name) else {
      if backends.factory(for: name) != nil {
        throw .usage("the plugin \(name) is built in; its stores are named \(name):…")
      }
      let near = Suggestion.nearest(to: name, among: plugins.folders.map(\.manifest.name))
      throw .usage(
        "no plugin is called `\(TextEscaping.escaped(name))`"
          + (near.map { "; did you mean `\($0)`?" } ?? "; \(advice)"))
    }
    guard folder.manifest.kind == .process else {
      let kind = folder.manifest.kind.rawValue
      throw .usage("the plugin \(name) is of the kind \(kind) and starts nothing")
    }
    return folder
  }

  private func advice(for scheme: String) -> String {
    Self.packages[scheme].map { "install \($0), or " + advice } ?? advice
  }

  /// The packages with plugins of this project that are installed apart from the program, by scheme.
  private static let packages = ["postgresql": "assay-postgresql", "postgres": "assay-postgresql"]

  private var advice: String {
    let found = foundConfiguration.map {
      "; \(TextEscaping.escaped($0, limit: 1000)) names plugins, which run only if --config names the file"
    }
    return Self.generalAdvice + (found ?? "")
  }

  private static let generalAdvice =
    "point at a plugin by --plugin FOLDER, by `plugins` of the file that --config names, or by \(PluginLocation.variable)"
}

/// The kinds of stores that a program has compiled in.
public struct StoreBackends: Sendable {
  package let factories: [StorageBackendFactory]

  /// Lists backends; of two for one scheme the first counts.
  public init(_ factories: [StorageBackendFactory]) { self.factories = factories }

  /// What comes with Assay.
  public static let builtIn = StoreBackends(StorageBackendFactory.builtIn)

  package var plugins: [BuiltInPlugin] {
    factories.map { BuiltInPlugin(name: $0.scheme, summary: $0.summary, location: $0.location) }
  }

  package func factory(for scheme: String) -> StorageBackendFactory? { factories.first { $0.scheme == scheme } }

  /// Parses a store's name and checks its syntax.
  ///
  /// Whether a plugin for it exists is known only when the store is opened.
  ///
  /// - Throws: `Failure` for a text that names no store.
  public func url(_ location: String) throws(Failure) -> StorageURL {
    guard let url = StorageURL(location) else {
      throw .usage(
        "`\(StorageURL.shown(location))` names no store; write sqlite:PATH, jsonl:FOLDER, or a path ending in .db, "
          + ".sqlite or .sqlite3")
    }
    if let factory = factory(for: url.scheme) {
      guard factory.location.isEmpty || !url.location.isEmpty else { throw .usage("\(url.scheme): needs a path") }
    } else if url.scheme == "process" {
      guard !url.pluginName.isEmpty else {
        throw .usage("process: needs the name of a plugin, as in process:NAME?path=FILE")
      }
      guard url.parameters != nil else {
        throw .usage("\(url.shown): after `?` write KEY=VALUE&…, each key once, `&` and `%` as %XX")
      }
    }
    return url
  }

  /// The path of a store, without slashes at its end; `nil` for one that is not a file or folder.
  package func path(of store: StorageURL) -> String? {
    guard factory(for: store.scheme)?.keepsFiles == true else { return nil }
    var path = store.location[...]
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
    return path.isEmpty ? nil : String(path)
  }

  package func isSame(_ first: StorageURL, _ second: StorageURL) -> Bool {
    if first == second { return true }
    guard first.scheme == second.scheme, let one = path(of: first), let other = path(of: second) else { return false }
    return PathText.resolved(one) == PathText.resolved(other)
  }

  /// The folder on whose disk a store is, for what is written beside it for a while.
  package func folder(of store: StorageURL, temporary: String) -> String {
    path(of: store).map(PathText.parent) ?? temporary
  }

  /// The folder in which imports into a store keep what is not stored; `nil` for a store that is not a file or folder.
  public func quarantineFolder(of store: StorageURL) -> String? { path(of: store).map { $0 + ".quarantine" } }
}

extension StorageURL {
  /// The text between `process:` and the parameters.
  var pluginName: String { location.prefix { $0 != "?" }.lowercased() }
}
