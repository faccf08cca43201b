import HealthStorage
import SQLiteStore

/// The one list of what is built in: a Swift plugin is added here and in Package.swift.
enum BuiltInPlugins {
  /// The storage backends.
  static let backends: [StorageBackendFactory] = [SQLitePlugin.factory, MemoryStore.factory]
}
