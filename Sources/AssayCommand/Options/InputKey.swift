#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a store knows an input by: its absolute path; a pipe has none.
enum InputKey {
  static func key(for path: String) -> String? {
    guard path != "-", !path.hasPrefix("/dev/"), let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
