import Assay

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The built-in catalog of this process: where it is, and its types once they are decoded.
struct BuiltInCatalog: Sendable {
  private let location: CatalogLocation
  private let compiled = CompiledTypes()

  /// The catalog that the commands of a task work with.
  @TaskLocal static var current = BuiltInCatalog(.embedded)

  private init(_ location: CatalogLocation) { self.location = location }

  /// The catalog that `ASSAY_CATALOG` names, else the one that is installed near the program, else the copy in it.
  static func found() -> BuiltInCatalog {
    BuiltInCatalog(
      CatalogLocation.find(
        environment: getenv("ASSAY_CATALOG").map { String(cString: $0) }, executable: programPath()))
  }

  /// Decodes the types, for a time at which the command does something else.
  func prepare() { _ = compiled.registry }

  private static func programPath() -> String? {
    var buffer = [CChar](repeating: 0, count: 4097)
    let count = readlink("/proc/self/exe", &buffer, 4096)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Layers over this process's catalog: those of a project, then the folders.
  static func builder(project: Project? = nil, folders: [String] = []) -> CatalogBuilder {
    var builder = CatalogBuilder(builtIn: current.location, project: project, folders: folders)
    builder.compiled = current.compiled
    return builder
  }
}
