import Assay
import Foundation
import HealthCatalog
import HealthModel
import HealthValidation

/// The project's own files, found from this file's place.
enum ProjectFiles {
  /// The project's folder.
  static let root: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  /// The bytes of a file of the project.
  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: root + "/" + path)))
  }

  /// Whether the project has a file or folder.
  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + "/" + path) }

  /// The names in a folder of the project with an ending, in order.
  static func names(in folder: String, ending: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder).filter { $0.hasSuffix(ending) }.sorted()
  }

  /// The built-in types, loaded once for all tests.
  private static let builtIn = Result { try load([]) }

  /// The built-in types with further layers.
  static func registry(_ layers: [String] = []) throws -> Registry {
    try layers.isEmpty ? builtIn.get() : load(layers)
  }

  private static func load(_ layers: [String]) throws -> Registry {
    let builder = CatalogBuilder(builtIn: .folder(root + "/catalog"), folders: layers.map { root + "/" + $0 })
    let result = try builder.load()
    guard let registry = result.registry else {
      throw CatalogIsBroken(
        lines: result.diagnostics.prefix(5).map { "\($0.location.path):\($0.location.line) \($0.message)" })
    }
    return registry
  }

  /// 2026-06-01T00:00:00Z, the moment the cases count as now.
  static let now: Int64 = 1_780_272_000_000_000

  /// Whether generated files are written instead of compared.
  static var isBlessing: Bool { ProcessInfo.processInfo.environment["BLESS"] != nil }
}

/// The catalog did not load.
struct CatalogIsBroken: Error {
  var lines: [String]
}
