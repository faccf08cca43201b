/// How the samples of a batch are written for a plugin.
package enum BatchForm: String, Sendable, Hashable, CaseIterable {
  /// A JSON object a line, which every plugin takes.
  case lines
  /// Columns of numbers, for plugins that say that they take them.
  case columns
}
