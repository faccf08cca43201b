import AssayPlatform

/// What a store knows an input by: its absolute path; a pipe has none.
enum InputKey {
  static func key(for path: String) -> String? {
    guard path != "-", !path.hasPrefix("/dev/") else { return nil }
    return (try? RealPath(of: path))?.shown
  }
}
