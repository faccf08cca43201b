import HealthCatalog

/// The built-in catalog, compiled in; its marks name `catalog/…` like the files'.
enum EmbeddedCatalog {
  static var files: [CatalogFile] {
    EmbeddedFiles(Embedded.catalog).map { file in
      CatalogFile(path: "catalog/" + String(decoding: file.path, as: UTF8.self), bytes: Array(file.bytes))
    }
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
