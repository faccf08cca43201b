import Assay
import AssayPlatform
import HealthCatalog
import HealthModel

/// One side of a comparison: a folder of definitions, or what a git commit has of one.
struct CatalogSide {
  let result: CatalogResult
  let registry: Registry

  /// Loads a side.
  ///
  /// Definitions are on the built-in catalog, unless they are one themselves.
  ///
  /// - Throws: `CommandFailure` when the side cannot be read or has errors.
  init(_ name: String, folder: String?) async throws {
    let layer = try await Self.layer(name, folder: folder)
    var layers: [CatalogLayer]
    do {
      layers = Self.isWhole(layer) ? [] : try BuiltInCatalog.builder().layers()
    } catch {
      throw CommandFailure(error)
    }
    var own = layer
    own.isBuiltIn = layers.isEmpty
    layers.append(own)
    let result = BuiltInCatalog.builder().load(layers, readsExamples: false)
    guard let registry = result.registry else {
      let errors = result.diagnostics.filter { $0.severity == .error }
      for diagnostic in errors.prefix(10) { StandardError.write(TextLines.concise(diagnostic)) }
      throw CommandFailure.usage(
        "\(TextEscaping.escaped(name, limit: 1000)) has \(errors.count) error\(errors.count == 1 ? "" : "s"), "
          + "so there is nothing to compare")
    }
    self.result = result
    self.registry = registry
  }

  private static func layer(_ name: String, folder: String?) async throws -> CatalogLayer {
    do {
      if FileTree.exists(name) { return try CatalogSource.layer(at: name, name: name) }
      let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
      let path = parts.count == 2 ? parts[1] : folder
      guard let reference = parts.first, let path else {
        throw CommandFailure.usage(
          "`\(TextEscaping.escaped(name, limit: 1000))` is not a folder; for a git commit write COMMIT:FOLDER, or name the "
            + "folder with --folder")
      }
      return try await GitRepository(folder: ".").catalogLayer(at: reference, path: path, name: name)
    } catch let error as GitError {
      throw CommandFailure.usage(error.description)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Whether a layer is a whole catalog, as Assay's own is: most of what it defines has no dot in its name, which a
  /// team's definitions have.
  private static func isWhole(_ layer: CatalogLayer) -> Bool {
    let dotless = layer.files.count { !PathText.name(of: $0.path).dropLast(5).contains(".") }
    return dotless > 50 && dotless * 2 > layer.files.count
  }
}
