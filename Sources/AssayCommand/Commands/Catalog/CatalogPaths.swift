/// Which files lie in the folders that a command names.
enum CatalogPaths {
  static func contain(_ file: String, _ paths: [String]) -> Bool {
    paths.contains { path in
      let folder = path.hasSuffix("/") ? path : path + "/"
      return file == path || file.hasPrefix(folder)
    }
  }
}
