#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a store knows an input by: its absolute path; a pipe has none.
public enum InputKey {
  /// The key of an input; `nil` for a pipe and a device.
  public static func key(for path: String) -> String? {
    guard path != "-", !path.hasPrefix("/dev/"), let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
