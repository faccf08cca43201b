#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What stands at paths.
enum FileLookup {
  /// Whether there is anything at a path.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
