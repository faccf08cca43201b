public import HealthStorage
public enum SQLitePlugin { public static let factory = StorageBackendFactory(scheme: "sqlite", summary: "") { (_, registry, _) throws(StorageError) in MemoryStore(registry: registry) } }
