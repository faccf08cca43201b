import AssayPlatform
import HealthModel
public import HealthStorage

/// Stores in other processes: programs in any language that speak the protocol of Documentation/plugin-protocol.md.
public enum ProcessStore {
  /// Starts a plugin and opens its store.
  ///
  /// The plugin runs in its own process group with a clean environment. Whatever happens, nothing of the group is left
  /// when the backend is closed or let go.
  ///
  /// - Parameters:
  ///   - plugin: the program, as the operator named it.
  ///   - url: the store, as the operator named it.
  ///   - context: what the backend is opened with.
  ///   - limits: how long the plugin may take and how much it may write.
  ///   - host: the name and version of the program that asks, as the plugin is reported.
  ///   - log: called, from any thread, with what the plugin says to the operator: a level (`debug`, `info`, `warning`,
  ///     `error`), a colon, the plugin's name, a colon and a text, safe to show.
  /// - Returns: the backend.
  /// - Throws: `StorageError`, with one of the codes that begin with `plugin-` when the plugin cannot be started, does
  ///   not say hello as it should or refuses the store; `incompatible` when the registry would make stored samples mean
  ///   something else.
  public static func open(
    _ plugin: PluginExecutable, url: StorageURL, context: StorageContext, limits: ProcessLimits = ProcessLimits(),
    host: String = "assay", log: @escaping @Sendable (String) -> Void
  ) async throws(StorageError) -> any StorageBackend {
    try context.check()
    guard let parameters = url.parameters else {
      throw StorageError(
        .pluginConfiguration, "the text after `?` in \(url.shown) cannot be read",
        hint: "write it as `name=value&name=value`, with `%20` for a blank")
    }
    let limits = limits.bounded
    let session = newSession()
    let options = context.options
    let hello = HostHello(
      host: host, session: session, url: url.description, parameters: parameters, isReadOnly: options.isReadOnly,
      owner: options.owner, restoresDeleted: options.restoresDeleted, waitMilliseconds: options.waitMilliseconds,
      maximumLine: limits.maximumLine, maximumSample: limits.maximumSample)
    let secrets = StoreSecrets(url, others: plugin.secrets)
    let plan = PluginPlan(executable: plugin, hello: hello, limits: limits, secrets: secrets, log: log)
    var readingPlan = plan
    readingPlan.hello.session = newSession()
    readingPlan.hello.isReadOnly = true
    let budget = RestartBudget(limits)
    let link = PluginLink(plan, budget: budget)
    do throws(StorageError) {
      let conversation = try await link.conversation()
      let notes = try await conversation.notes(prefix: TypeSignatures.prefix)
      let writer = WriteSession(
        link: link, context: context, session: session,
        signatures: try TypeSignatures(notes, registry: context.registry))
      return ProcessBackend(
        name: conversation.name, hello: conversation.hello, context: context, writer: writer,
        reader: PluginLink(readingPlan, budget: budget))
    } catch {
      await link.close()
      throw secrets.blanked(error)
    }
  }

  /// 32 hexadecimal digits that no other run has.
  private static func newSession() -> String { Hexadecimal.text(of: (0..<16).map { _ in UInt8.random(in: 0...255) }) }

  /// The factory of stores that a program keeps: a kind of store for a program of one's own.
  ///
  /// ```swift
  /// let ring = PluginExecutable(name: "ring", path: "/opt/ring/store")
  /// let store = try await HealthStore(
  ///   "ring:?path=health.ring", backends: StorageBackendFactory.builtIn + [ProcessStore.factory(ring, scheme: "ring")])
  /// ```
  ///
  /// - Parameters:
  ///   - plugin: the program. It is started when a store is opened, with the parameters after `?` of the URL.
  ///   - scheme: the scheme of the URLs that it opens.
  ///   - limits: how long the program may take and how much it may write.
  ///   - host: the name and version of the program that asks, as the plugin is greeted.
  ///   - log: called, from any thread, with what the plugin says to the operator.
  /// - Returns: the factory.
  public static func factory(
    _ plugin: PluginExecutable, scheme: String, limits: ProcessLimits = ProcessLimits(), host: String = "assay",
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) -> StorageBackendFactory {
    StorageBackendFactory(
      scheme: scheme, summary: "keeps samples by the program \(TextEscaping.escaped(plugin.name, limit: 200))",
      location: "?NAME=VALUE"
    ) { (url, context) throws(StorageError) -> any StorageBackend in
      try await open(plugin, url: url, context: context, limits: limits, host: host, log: log)
    }
  }
}
