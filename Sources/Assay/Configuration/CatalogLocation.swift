import AssayPlatform

/// Where the built-in catalog is: the environment's, the installed one, the developer's, or the compiled-in copy.
public enum CatalogLocation: Sendable, Hashable {
  /// A folder.
  case folder(String)
  /// The copy in the program itself.
  case embedded

  /// Finds it: the folder that was named, `share/assay/catalog` beside the program's folder, `catalog/` in a folder above
  /// the program (a development build), else the compiled-in copy.
  ///
  /// - Parameters:
  ///   - environment: the value of `ASSAY_CATALOG`, if there is one.
  ///   - executable: the path of the program, if folders near it count.
  /// - Returns: the first of them that exists.
  public static func find(environment: String?, executable: String?) -> CatalogLocation {
    if let named = environment, !named.isEmpty { return .folder(named) }
    guard let program = executable else { return .embedded }
    var folder = parent(of: program)
    let installed = parent(of: folder) + "/share/assay/catalog"
    if FileTree.isFolder(installed) { return .folder(installed) }
    while folder.count > 1 {
      if FileTree.isFolder(folder + "/catalog/schema"), FileTree.isFolder(folder + "/catalog/enums") {
        return .folder(folder + "/catalog")
      }
      folder = parent(of: folder)
    }
    return .embedded
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
