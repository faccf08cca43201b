import Foundation
import HealthCatalog
import HealthDigest
import HealthModel

/// Writes a Swift file that compiles in what a catalog makes.
///
/// The plugin `EmbedFiles` runs `CatalogCompiler OUTPUT FOLDER` for the built-in catalog as `EmbeddedTypes.registry`. The plugin
/// `GenerateHealthNames` runs `CatalogCompiler names OUTPUT FOLDER` for the names of its types, and for those of a team's
/// definitions with their folder as a further word. A definition that is wrong fails the build, and the lines that say so
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
    guard let form = CompiledCatalog.text(of: try registry(of: [words[2]])) else {
      print("\(words[2]): error: the built-in catalog defines custom units, which its compiled form cannot hold")
      exit(1)
    }
    let start = "extension EmbeddedTypes {\n  static let registry: StaticString = ##\"\"\"\n"
    try write(Data(start.utf8) + Data(form) + Data("\n\"\"\"##\n}\n".utf8), to: words[1])
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
