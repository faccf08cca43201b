import CLibZip

/// The C library that archives are read with.
public enum ArchiveLibrary {
  /// Its version, such as `1.7.3`.
  public static var version: String { zip_libzip_version().map { String(cString: $0) } ?? "unknown" }
}
