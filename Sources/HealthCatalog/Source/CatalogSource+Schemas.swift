extension CatalogSource {
  /// Reads the JSON Schemas that a catalog has for editors: the `*.json` of its folder `schema`, in order.
  ///
  /// - Parameters:
  ///   - path: the catalog's folder.
  ///   - displayPath: what stands in place of `path` in the files' paths, such as `catalog`.
  /// - Returns: the files, unchecked.
  /// - Throws: `CatalogReadError` when the folder or one of its files cannot be read.
  public static func schemas(
    at path: String, displayPath: String? = nil
  ) throws(CatalogReadError) -> [CatalogFile] {
    let folder = try FileSystem.resolved(path + "/schema")
    let names = try FileSystem.names(in: folder).names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
    var files: [CatalogFile] = []
    for name in names {
      let bytes = try FileSystem.contents(of: folder + "/" + name, limit: YAMLLimits.fileBytes)
      files.append(CatalogFile(path: (displayPath ?? path) + "/schema/" + name, bytes: bytes))
    }
    return files
  }
}
