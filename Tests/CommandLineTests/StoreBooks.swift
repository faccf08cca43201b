import Foundation

/// What a store's tables say, read from a copy: looking must not do the recovery that a killed import left to the next.
enum StoreBooks {
  /// The rows of the imports, whole; the same for an undisturbed and a resumed import of one file.
  static func imports(of store: TestStore) throws -> [String] {
    try rows(of: store, "SELECT *, hex(prefix_hash) FROM assay_imports ORDER BY id")
  }

  /// Whether the import of the only input was read to its end and committed.
  static func isFinished(_ store: TestStore) throws -> Bool {
    guard FileManager.default.fileExists(atPath: store.path) else { return false }
    let tables = try rows(of: store, "SELECT count(*) FROM sqlite_master WHERE name = 'assay_imports'")
    guard tables == ["1"] else { return false }
    return try rows(of: store, "SELECT max(finished) FROM assay_imports") == ["1"]
  }

  /// What SQLite finds wrong with the file: `ok` when nothing.
  static func integrity(of store: TestStore) throws -> String {
    try rows(of: store, "PRAGMA integrity_check").joined(separator: "\n")
  }

  private static func rows(of store: TestStore, _ sql: String) throws -> [String] {
    try TemporaryFolder.with { folder in
      let copy = folder.path(of: "copy.db")
      for suffix in ["", "-wal", "-journal"] where FileManager.default.fileExists(atPath: store.path + suffix) {
        try FileManager.default.copyItem(atPath: store.path + suffix, toPath: copy + suffix)
      }
      return try SQLiteReader.rows(of: copy, sql)
    }
  }
}
