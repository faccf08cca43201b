import HealthModel
public import HealthStorage

extension ProcessStore {
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
