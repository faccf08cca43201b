import Foundation
import HealthCatalog
import HealthModel
import Testing

/// Two versions of a layer over the base, and the changes between them.
struct DiffCase: CustomTestStringConvertible, Sendable {
  let name: String
  /// `impact kind subject`, then the types whose stored samples are affected.
  let expected: [String]

  var testDescription: String { name }

  private static let folder = CatalogFixture.cases + "/diff"

  static func all() throws -> [DiffCase] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
      let text = try String(contentsOfFile: "\(folder)/\(name)/expected.txt", encoding: .utf8)
      return DiffCase(name: name, expected: text.split(separator: "\n").map(String.init))
    }
  }

  /// The old or the new version; a side without a folder is the base alone.
  func load(_ side: String) throws -> CatalogResult {
    let path = "\(Self.folder)/\(name)/\(side)"
    guard FileManager.default.fileExists(atPath: path) else {
      return CatalogFixture.loader.load(layers: [try CatalogFixture.base()])
    }
    return try CatalogFixture.load(try CatalogSource.layer(at: path, name: side, displayPath: side).files)
  }

  func changes() throws -> [CatalogChange] {
    let (old, new) = (try load("old"), try load("new"))
    let errors = CatalogFixture.errors(old) + CatalogFixture.errors(new)
    return try #require(CatalogDiff.changes(from: old, to: new), "\(errors)")
  }

  static func line(_ change: CatalogChange) -> String {
    let start = "\(change.impact.rawValue) \(change.kind.rawValue) \(change.subject)"
    return ([start] + change.affectedTypes).joined(separator: " ")
  }
}
