import AssayPlatform

/// The key by which a store identifies an input: its absolute path; a pipe has none.
public enum InputKey {
  /// The key of an input; `nil` for a pipe and a device.
  public static func key(for path: String) -> String? {
    guard path != "-", !path.hasPrefix("/dev/") else { return nil }
    return (try? RealPath(of: path))?.shown
  }
}
