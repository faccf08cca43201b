import AssayPlatform
import HealthStorage

/// The environment of a plugin: a few variables that programs need, and those that its manifest names.
enum PluginEnvironment {
  /// The variables that every plugin gets, if they are set.
  static let common = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR"]

  /// The values of the named variables that are secret by their names, such as `PGPASSWORD`.
  static func secrets(_ names: [String]) -> [String] {
    names.filter { StorageURL.isSecret($0) }.compactMap { EnvironmentVariables.value(of: $0) }
  }

  /// The variables as bytes, `NAME=value`.
  static func variables(_ names: [String]) -> [[UInt8]] {
    var seen: Set<String> = []
    return (common + names).compactMap { seen.insert($0).inserted ? EnvironmentVariables.entry($0) : nil }
  }
}
