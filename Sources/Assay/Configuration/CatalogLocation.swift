#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the built-in catalog is: the environment's, the installed one, the developer's, or the compiled-in copy.
public enum CatalogLocation: Sendable, Hashable {
  /// A folder.
  case folder(String)
  /// The copy in the program itself.
  case embedded

  /// Finds it: `ASSAY_CATALOG`, `share/assay/catalog` beside the program's folder, `catalog/` in a folder above the
  /// program (a development build), else the compiled-in copy.
  public static func find(environment: String? = nil, executable: String? = nil) -> CatalogLocation {
    if let named = environment ?? getenv("ASSAY_CATALOG").map({ String(cString: $0) }), !named.isEmpty {
      return .folder(named)
    }
    guard let program = executable ?? programPath() else { return .embedded }
    var folder = parent(of: program)
    let installed = parent(of: folder) + "/share/assay/catalog"
    if isFolder(installed) { return .folder(installed) }
    while folder.count > 1 {
      if isFolder(folder + "/catalog/schema"), isFolder(folder + "/catalog/enums") {
        return .folder(folder + "/catalog")
      }
      folder = parent(of: folder)
    }
    return .embedded
  }

  private static func programPath() -> String? {
    var buffer = [CChar](repeating: 0, count: 4097)
    let count = readlink("/proc/self/exe", &buffer, 4096)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
