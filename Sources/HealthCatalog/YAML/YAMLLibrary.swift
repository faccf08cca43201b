import CLibYAML

/// The C library that YAML is read with.
public enum YAMLLibrary {
  /// Its version, such as `0.2.5`.
  public static var version: String { yaml_get_version_string().map { String(cString: $0) } ?? "unknown" }
}
