import Foundation
import HealthCatalog
import HealthModel
import Testing

/// What the tests of the catalog share: the folder of cases, a small built-in layer, a loader.
enum CatalogFixture {
  static let root: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  static let cases = root + "/Tests/Cases/catalog"

  static let loader = CatalogLoader(hash: { CatalogFixture.fingerprint($0) })

  /// FNV-1a, enough to tell two catalogs apart.
  static func fingerprint(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }

  static func base() throws -> CatalogLayer {
    try CatalogSource.layer(at: cases + "/base", name: "base", displayPath: "base", isBuiltIn: true)
  }

  /// Loads files as a layer over the base.
  static func load(_ files: [CatalogFile]) throws -> CatalogResult {
    loader.load(layers: [try base(), CatalogLayer(name: "case", files: files)])
  }

  /// Loads texts by path as a layer over the base.
  static func load(_ texts: KeyValuePairs<String, String>) throws -> CatalogResult {
    try load(texts.map { CatalogFile(path: $0.key, bytes: Array($0.value.utf8)) })
  }

  /// `path:line:column code`.
  static func line(_ diagnostic: Diagnostic) -> String {
    let location = diagnostic.location
    return "\(location.path):\(location.line):\(location.column) \(diagnostic.code.name)"
  }

  static func errors(_ result: CatalogResult) -> [String] {
    result.diagnostics.filter { $0.severity == .error }.map(line)
  }
}

/// A case file, or a folder of files that are loaded together.
struct CatalogCase: CustomTestStringConvertible, Sendable {
  let name: String
  let files: [CatalogFile]
  /// The errors that the files announce by `# expect: code line:column`, with their paths.
  let expected: [String]

  var testDescription: String { name }

  static func all(in folder: String) throws -> [CatalogCase] {
    let path = CatalogFixture.cases + "/" + folder
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    return try names.map { name in
      let layer = try CatalogSource.layer(at: path + "/" + name, name: name, displayPath: name)
      return CatalogCase(name: folder + "/" + name, files: layer.files, expected: layer.files.flatMap(expectations))
    }
  }

  private static func expectations(of file: CatalogFile) -> [String] {
    let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
    return lines.compactMap { line in
      guard line.hasPrefix("# expect: ") else { return nil }
      let words = line.split(separator: " ")
      guard words.count == 4 else { return "unreadable: \(line)" }
      return "\(file.path):\(words[3]) \(words[2])"
    }
  }
}
