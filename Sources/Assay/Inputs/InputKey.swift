import AssayPlatform

/// The key by which a store identifies an input: its absolute path; a pipe has none.
public enum InputKey {
  /// The key of an input; `nil` for a pipe and a device.
  ///
  /// That of a member of an archive, `Takeout.zip!Takeout/steps.csv`, is the archive's with the member's name.
  public static func key(for path: String) -> String? {
    guard path != "-", !path.hasPrefix("/dev/") else { return nil }
    if let real = try? RealPath(of: path) { return real.shown }
    var place = path.startIndex
    while let mark = path[place...].firstIndex(of: "!") {
      if let archive = try? RealPath(of: String(path[..<mark])) { return archive.shown + path[mark...] }
      place = path.index(after: mark)
    }
    return nil
  }
}
