import Foundation
import HealthModel
import HealthStorage
import HealthTestKit

@testable import SQLiteStore

/// A folder for one test's store, removed with the value that holds it.
final class Place {
  let folder: String
  var path: String { folder + "/health.db" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/assay-sqlite-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func open(
    _ registry: Registry, isReadOnly: Bool = false, wait: Int = 200, owner: String? = nil,
    restoresDeleted: Bool = false,
    path: String? = nil
  ) async throws(StorageError) -> StepwiseStore {
    let options = StorageOptions(
      isReadOnly: isReadOnly, waitMilliseconds: wait, owner: owner, restoresDeleted: restoresDeleted)
    return StepwiseStore(
      try await SQLitePlugin.factory.open(
        StorageURL(scheme: "sqlite", location: path ?? self.path),
        StorageContext(registry: registry, options: options, lines: NoLines())))
  }

  /// The bytes of the store's file.
  func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  /// Whether a text stands in any file of the folder.
  func holds(_ text: String) throws -> Bool {
    for name in try names() {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
      if bytes.range(of: Data(text.utf8)) != nil { return true }
    }
    return false
  }

  func write(_ bytes: Data) throws { try bytes.write(to: URL(fileURLWithPath: path)) }

  /// The names of the files in the folder.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

  /// The rows of a query as a person's tool would see them, each value as text, NULL as `nil`.
  func rows(_ sql: String) throws -> [[String: String]] {
    let db = try Database(path: path)
    let statement = try PreparedStatement(sql, in: db)
    var rows: [[String: String]] = []
    while try statement.step() { rows.append(statement.texts) }
    return rows
  }

  /// Runs SQL as another program would.
  func run(_ sql: String) throws {
    let db = try Database(path: path)
    try db.execute(sql: sql)
    try db.close()
  }
}

extension PreparedStatement {
  /// The columns of a row by name, as text; a blob as hexadecimal digits, NULL left out.
  fileprivate var texts: [String: String] {
    var texts: [String: String] = [:]
    for column in 0..<columnCount where !isNull(column) {
      texts[columnName(column)] =
        isBlob(column) ? bytes(column).map { String($0, radix: 16) }.joined() : text(column)
    }
    return texts
  }
}

/// Lines of text, which this store has no use for.
private struct NoLines: SampleLineCoding {
  var registry: RegistrySignature? { nil }

  func append(_ row: Int, of batch: SampleBatch, to output: inout [UInt8]) {}

  func samples(_ lines: [UInt8], groups: [Int]) throws(StorageError) -> SampleBatch {
    throw StorageError(.unsupported, "no lines are read here")
  }
}
