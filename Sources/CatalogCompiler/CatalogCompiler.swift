import Foundation
import HealthCatalog
import HealthDigest
import HealthModel

/// Writes a Swift file that compiles in what the built-in catalog makes, as `EmbeddedTypes.registry`.
///
/// The plugin `EmbedFiles` runs `CatalogCompiler OUTPUT FOLDER`. A definition that is wrong fails the build, and the
/// lines that say so are those of a compiler.
@main struct CatalogCompiler {
  static func main() throws {
    let words = CommandLine.arguments
    let layer = try CatalogSource.layer(at: words[2], name: "built-in", displayPath: "catalog", isBuiltIn: true)
    let loader = CatalogLoader(readsExamples: false, hash: { SHA256Digest(of: $0).hexadecimal })
    let result = loader.load(layers: [layer])
    guard let registry = result.registry else {
      for found in result.diagnostics where found.severity == .error {
        print("\(found.location.path):\(found.location.line):\(found.location.column): error: \(found.message)")
      }
      exit(1)
    }
    guard let form = CompiledCatalog.text(of: registry) else {
      print("\(words[2]): error: the built-in catalog defines custom units, which its compiled form cannot hold")
      exit(1)
    }
    let start = "extension EmbeddedTypes {\n  static let registry: StaticString = ##\"\"\"\n"
    let source = Data(start.utf8) + Data(form) + Data("\n\"\"\"##\n}\n".utf8)
    let output = URL(filePath: words[1])
    // A file that says the same keeps its date, so that nothing is compiled anew.
    if (try? Data(contentsOf: output)) != source { try source.write(to: output, options: .atomic) }
  }
}
