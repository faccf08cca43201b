import ArgumentParser
import HealthModel
import HealthStorage

/// Which store.
struct StoreOptions: ParsableArguments {
  @Option(name: .customLong("store"), help: "The store: sqlite:PATH, memory:, or a path ending in .db or .sqlite.")
  var location: String

  @Option(help: "How many seconds to wait for another writer.")
  var wait = 60.0

  /// The store's name, checked.
  func url() throws -> StorageURL {
    guard let url = StorageURL(location) else {
      throw CommandFailure.usage(
        "`\(TextEscaping.escaped(location))` names no store; write sqlite:PATH, or a path ending in .db or .sqlite")
    }
    guard BuiltInPlugins.backends.contains(where: { $0.scheme == url.scheme }) else {
      let known = BuiltInPlugins.backends.map(\.scheme).joined(separator: ", ")
      throw CommandFailure.usage("no plugin stores to `\(TextEscaping.escaped(url.scheme)):`; known: \(known)")
    }
    if url.scheme == "sqlite", url.location.isEmpty { throw CommandFailure.usage("sqlite: needs a path") }
    return url
  }

  /// Opens the store.
  func open(_ url: StorageURL, _ registry: Registry, isReadOnly: Bool = false) async throws -> any StorageBackend {
    guard let factory = BuiltInPlugins.backends.first(where: { $0.scheme == url.scheme }) else {
      throw CommandFailure.usage("no plugin stores to `\(url.scheme):`")
    }
    guard wait >= 0, wait <= 86_400 else { throw CommandFailure.usage("--wait takes 0 to 86400 seconds") }
    do {
      return try await factory.open(
        url, registry, StorageOptions(isReadOnly: isReadOnly, waitMilliseconds: Int(wait * 1000)))
    } catch {
      throw CommandFailure(error)
    }
  }
}
