/// How large and deep a YAML file may be.
package enum YAMLLimits {
  package static let fileBytes = 1 << 20
  package static let scalarBytes = 64 << 10
  /// Entries of one map, items of one list.
  package static let items = 20_000
  /// Maps and lists within one another; checked on every event, since libyaml needs 10 seconds for 80,000 `[`.
  package static let depth = 64
  /// Findings in one file, after which reading it stops.
  package static let findings = 50
}
