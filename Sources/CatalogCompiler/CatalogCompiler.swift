import Foundation
import HealthCatalog
import HealthDigest
import HealthModel

/// Writes a Swift file of what a build compiles in; a definition that is wrong fails the build, in a compiler's form.
///
/// `CatalogCompiler OUTPUT FOLDER` is for the built-in catalog as `EmbeddedTypes.registry`, `profiles OUTPUT FOLDER` for the
/// profiles of named formats, each a line of JSON, as `EmbeddedProfiles.text`, and `names OUTPUT FOLDER [FOLDER]` for the
/// names of the catalog's types, or of a team's definitions in the second folder.
@main struct CatalogCompiler {
  static func main() throws {
    let words = CommandLine.arguments
    switch words[1] {
    case "names":
      let builtIn = try registry(of: [words[3]])
      let code =
        words.count > 4
        ? CatalogCode(try registry(of: [words[3], words[4]]), only: [words[4]], besides: builtIn) : CatalogCode(builtIn)
      try write(code.text, to: words[2])
    case "profiles": try write(text(profiles(in: words[3]), as: "EmbeddedProfiles", "text"), to: words[2])
    default:
      guard let form = CompiledCatalog.text(of: try registry(of: [words[2]])) else {
        print("\(words[2]): error: the built-in catalog defines custom units, which its compiled form cannot hold")
        exit(1)
      }
      try write(text(form + [UInt8(ascii: "\n")], as: "EmbeddedTypes", "registry"), to: words[1])
    }
  }

  private static func text(_ bytes: [UInt8], as type: String, _ name: String) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return "extension \(type) {\n  static let \(name): StaticString = ##\"\"\"\n\(text)\"\"\"##\n}\n"
  }

  private static func profiles(in folder: String) throws -> [UInt8] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }.sorted()
    return try names.flatMap { name -> [UInt8] in
      let path = "\(folder)/\(name)"
      let reading = YAMLReader.read(Array(try Data(contentsOf: URL(filePath: path))), path: path)
      guard let root = reading.root, reading.diagnostics.isEmpty else { end(reading.diagnostics) }
      return root.json + [UInt8(ascii: "\n")]
    }
  }

  private static func registry(of folders: [String]) throws -> Registry {
    let layers = try folders.enumerated().map { place, folder in
      let (name, path) = place == 0 ? ("built-in", "catalog") : (folder, folder)
      return try CatalogSource.layer(at: folder, name: name, displayPath: path, isBuiltIn: place == 0)
    }
    let result = CatalogLoader(readsExamples: false, hash: { SHA256Digest(of: $0).hexadecimal }).load(layers: layers)
    guard let registry = result.registry else { end(result.diagnostics.filter { $0.severity == .error }) }
    return registry
  }

  private static func end(_ found: [Diagnostic]) -> Never {
    for found in found {
      print("\(found.location.path):\(found.location.line):\(found.location.column): error: \(found.message)")
    }
    exit(1)
  }

  /// A file that says the same keeps its date, so that nothing is compiled anew.
  private static func write(_ source: String, to path: String) throws {
    let (output, source) = (URL(filePath: path), Data(source.utf8))
    if (try? Data(contentsOf: output)) != source { try source.write(to: output, options: .atomic) }
  }
}
