import HealthCatalog
import HealthModel

/// The built-in catalog, compiled in; its marks name `catalog/…` like the files'.
enum EmbeddedCatalog {
  /// The definition files.
  static var files: [CatalogFile] {
    EmbeddedFiles(Embedded.catalog).map { file in
      CatalogFile(path: "catalog/" + String(decoding: file.path, as: UTF8.self), bytes: Array(file.bytes))
    }
  }

  /// The registry of the files, without the types' examples; decoded from the form that a build writes beside them.
  static var registry: Registry? {
    Embedded.registry.withUTF8Buffer { CompiledCatalog.registry(UnsafeRawBufferPointer($0)) }
  }

  /// Whether a folder holds these files, to the byte, and no others.
  static func isCopy(of folder: String) -> Bool {
    var comparison = FolderComparison(folder: folder)
    for file in EmbeddedFiles(Embedded.catalog) {
      guard comparison.holds(file.path, file.bytes) else { return false }
    }
    return comparison.hasNoOthers()
  }
}
