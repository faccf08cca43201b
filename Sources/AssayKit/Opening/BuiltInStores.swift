public import HealthStorage
import JSONLStore
import SQLiteStore

extension StorageBackendFactory {
  /// The one list of stores that are compiled in: a Swift plugin is added here and in Package.swift.
  public static let builtIn = [SQLitePlugin.factory, JSONLPlugin.factory, memory]
}
