import CLibYAML

/// The C library that YAML is read with.
package enum YAMLLibrary {
  /// Its version, such as `0.2.5`.
  package static var version: String { yaml_get_version_string().map { String(cString: $0) } ?? "unknown" }
}
