/// How the samples of a batch are written for a plugin.
package enum BatchForm: String, Sendable, Hashable, CaseIterable {
  /// A JSON object a line: what a plugin gets unless it requests another form.
  case lines
  /// Columns of numbers.
  case columns
}
