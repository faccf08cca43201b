import Foundation
import HealthCatalog
import HealthDigest
import HealthModel

/// Writes a Swift file that compiles in what a catalog makes.
///
/// The plugin `EmbedFiles` runs `CatalogCompiler OUTPUT FOLDER` for the built-in catalog as `EmbeddedTypes.registry`. The plugin
/// `GenerateHealthNames` runs `CatalogCompiler names OUTPUT FOLDER` for the names of its types, and for those of a team's
/// definitions with their folder as a further word. `CatalogCompiler profiles OUTPUT FOLDER` compiles in the profiles of named
/// formats, each a line of JSON, as `EmbeddedProfiles.text` of `HealthFormats`. A definition that is wrong fails the build, and the lines that say so
/// are those of a compiler.
@main struct CatalogCompiler {
  static func main() throws {
    let words = CommandLine.arguments
    if words[1] == "names" {
      let builtIn = try registry(of: [words[3]])
      let code =
        words.count > 4
        ? CatalogCode(try registry(of: [words[3], words[4]]), only: [words[4]], besides: builtIn) : CatalogCode(builtIn)
      return try write(Data(code.text.utf8), to: words[2])
    }
    if words[1] == "profiles" { return try write(profiles(in: words[3]), to: words[2]) }
    guard let form = CompiledCatalog.text(of: try registry(of: [words[2]])) else {
      print("\(words[2]): error: the built-in catalog defines custom units, which its compiled form cannot hold")
      exit(1)
    }
    let start = "extension EmbeddedTypes {\n  static let registry: StaticString = ##\"\"\"\n"
    try write(Data(start.utf8) + Data(form) + Data("\n\"\"\"##\n}\n".utf8), to: words[1])
  }

  /// The Swift file of the profiles in a folder; ends the program when one is not YAML.
  private static func profiles(in folder: String) throws -> Data {
    var source = Data("extension EmbeddedProfiles {\n  static let text: StaticString = ##\"\"\"\n".utf8)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".yaml") {
      let reading = YAMLReader.read(Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))), path: name)
      guard let root = reading.root, reading.diagnostics.isEmpty else {
        for found in reading.diagnostics {
          print("\(folder)/\(name):\(found.location.line):\(found.location.column): error: \(found.message)")
        }
        exit(1)
      }
      source += Data(root.json + [UInt8(ascii: "\n")])
    }
    return source + Data("\"\"\"##\n}\n".utf8)
  }

  /// The types of the built-in catalog and of further definitions; ends the program when one is wrong.
  private static func registry(of folders: [String]) throws -> Registry {
    let layers = try folders.enumerated().map { place, folder in
      try CatalogSource.layer(
        at: folder, name: place == 0 ? "built-in" : folder, displayPath: place == 0 ? "catalog" : folder,
        isBuiltIn: place == 0)
    }
    let loader = CatalogLoader(readsExamples: false, hash: { SHA256Digest(of: $0).hexadecimal })
    let result = loader.load(layers: layers)
    if let registry = result.registry { return registry }
    for found in result.diagnostics where found.severity == .error {
      print("\(found.location.path):\(found.location.line):\(found.location.column): error: \(found.message)")
    }
    exit(1)
  }

  /// A file that says the same keeps its date, so that nothing is compiled anew.
  private static func write(_ source: Data, to path: String) throws {
    let output = URL(filePath: path)
    if (try? Data(contentsOf: output)) != source { try source.write(to: output, options: .atomic) }
  }
}
