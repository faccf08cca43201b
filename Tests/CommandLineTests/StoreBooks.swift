import Foundation
import GRDB

/// What a store's tables say, read from a copy: looking must not do the recovery that a killed import left to the next.
enum StoreBooks {
  /// The rows of the imports, whole; the same for an undisturbed and a resumed import of one file.
  static func imports(of store: TestStore) throws -> [String] {
    try read(store) { database in
      try Row.fetchAll(database, sql: "SELECT *, hex(prefix_hash) FROM assay_imports ORDER BY id").map(\.description)
    }
  }

  /// Whether the import of the only input was read to its end and committed.
  static func isFinished(_ store: TestStore) throws -> Bool {
    guard FileManager.default.fileExists(atPath: store.path) else { return false }
    return try read(store) { database in
      guard try database.tableExists("assay_imports") else { return false }
      return try Int.fetchOne(database, sql: "SELECT max(finished) FROM assay_imports") == 1
    }
  }

  /// What SQLite finds wrong with the file: `ok` when nothing.
  static func integrity(of store: TestStore) throws -> String? {
    try read(store) { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
  }

  private static func read<Result>(_ store: TestStore, _ body: (Database) throws -> Result) throws -> Result {
    try TemporaryFolder.with { folder in
      let copy = folder.path(of: "copy.db")
      for suffix in ["", "-wal", "-journal"] where FileManager.default.fileExists(atPath: store.path + suffix) {
        try FileManager.default.copyItem(atPath: store.path + suffix, toPath: copy + suffix)
      }
      let queue = try DatabaseQueue(path: copy)
      let result = try queue.inDatabase(body)
      try queue.close()
      return result
    }
  }
}
