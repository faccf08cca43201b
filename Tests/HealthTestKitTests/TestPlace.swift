import Foundation
import HealthModel

@testable import HealthTestKit

/// What these tests share: a folder of their own, and the types of the cases, loaded once.
enum TestPlace {
  /// Runs a function with a folder that is removed behind it.
  static func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("assay-kit-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(url.path)
  }

  /// The names in a folder.
  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }

  private static let types = Result { try LawBook.embedded.workbench(nil).registry }

  /// The built-in types and those of the cases.
  static func registry() throws -> Registry { try types.get() }
}
