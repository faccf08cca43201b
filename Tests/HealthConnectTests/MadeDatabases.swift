import AssayKit
import Foundation
import HealthModel
import HealthQueries

@testable import HealthConnect

/// The databases that `Tests/Cases/health-connect/make.py` makes.
enum MadeDatabases {
  /// Why tests with them are skipped.
  static let hasPython: Bool = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Cases/health-connect/make.py").path

  /// Runs a function with a folder of them, which is removed after it.
  static func with<Value>(_ arguments: [String] = [], _ body: (URL) throws -> Value) throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-connect-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script, folder.path] + arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure() }
    return try body(folder)
  }

  struct Failure: Error {}

  /// The built-in types.
  static let registry = Result { try HealthTypes.builtIn().registry }

  /// All that a database holds, as one text a line: the place and the object with sorted keys.
  static func lines(of path: String) throws -> (samples: [String], unsupported: [String: Int], refused: [String]) {
    let rows = try HealthConnectRows(path: path, registry: registry.get())
    var result: (samples: [String], unsupported: [String: Int], refused: [String]) = ([], [:], [])
    while let row = try rows.nextRow() {
      switch row {
      case .sample: result.samples.append("\(rows.place) \(try sorted(Data(rows.line)))")
      case .unsupported(let table):
        _ = try sorted(Data(rows.line))
        result.unsupported[table, default: 0] += 1
      case .refusedRow(let reason): result.refused.append("\(rows.place): \(reason)")
      case .refused(let reason): result.refused.append(reason)
      }
    }
    return result
  }

  /// An object with its keys in order.
  static func sorted(_ data: Data, without key: String? = nil) throws -> String {
    // A text of a database that is not UTF-8 is written as it is: the reader of lines refuses it.
    let data = Data(String(decoding: data, as: UTF8.self).utf8)
    var object = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    if let key { object[key] = nil }
    let text = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: text, as: UTF8.self)
  }
}
