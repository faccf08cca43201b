import ArgumentParser

/// Which store, when there need not be one.
struct OptionalStoreOptions: ParsableArguments {
  @Option(
    name: .customLong("store"), help: "The store that takes what passes; without one nothing is stored.",
    completion: .file())
  var location: String?

  @Option(parsing: .unconditional, help: "How many seconds to wait for another writer.")
  var wait = 60.0

  @Option(
    name: .customLong("plugin-timeout"), parsing: .unconditional,
    help: "How many seconds a plugin may take for an answer.")
  var pluginTimeout = 30.0

  /// The store's options; `nil` when no store is named.
  func options() throws -> StoreOptions? {
    try StoreOptions.check(wait: wait, pluginTimeout: pluginTimeout)
    guard let location else { return nil }
    var options = StoreOptions()
    options.location = location
    options.wait = wait
    options.pluginTimeout = pluginTimeout
    return options
  }
}
