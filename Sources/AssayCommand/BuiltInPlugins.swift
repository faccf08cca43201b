import Assay
import HealthStorage
import JSONLStore
import SQLiteStore

/// The one list of what is built in: a Swift plugin is added here and in Package.swift.
enum BuiltInPlugins {
  /// The storage backends.
  static let backends: [StorageBackendFactory] = [SQLitePlugin.factory, JSONLPlugin.factory, MemoryStore.factory]

  /// The same as plugins are listed.
  static let plugins = backends.map {
    BuiltInPlugin(name: $0.scheme, summary: $0.summary, location: $0.location)
  }

  /// The backend of a scheme.
  static func backend(for scheme: String) -> StorageBackendFactory? { backends.first { $0.scheme == scheme } }
}
