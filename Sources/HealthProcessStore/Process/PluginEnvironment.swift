import HealthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The environment of a plugin: a few variables that programs need, and those that its manifest names.
enum PluginEnvironment {
  /// What every plugin gets, as far as it is set.
  static let common = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR"]

  /// The values of the named variables that are secret by their names, such as `PGPASSWORD`.
  static func secrets(_ names: [String]) -> [String] {
    names.filter { StorageURL.isSecret($0) }.compactMap { getenv($0).map { String(cString: $0) } }
  }

  /// The variables as bytes, `NAME=value` and a zero, as starting a process wants them.
  static func variables(_ names: [String]) -> [[UInt8]] {
    var seen: Set<String> = []
    return (common + names).compactMap { name in
      guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "=")), seen.insert(name).inserted,
        let value = getenv(name)
      else { return nil }
      let bytes = UnsafeRawBufferPointer(start: value, count: strlen(value))
      return Array(name.utf8) + [UInt8(ascii: "=")] + Array(bytes) + [0]
    }
  }
}
