/// The members of a sample's line that are written, beside its type and the members of a correlation.
package struct LineFields: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The id.
  package static let uuid = LineFields(rawValue: 1)
  /// The value with its unit, or the parts of a structured sample.
  package static let value = LineFields(rawValue: 2)
  /// When it began, with the clock offset.
  package static let start = LineFields(rawValue: 4)
  /// When it ended, with the clock offset.
  package static let end = LineFields(rawValue: 8)
  /// When it was saved.
  package static let created = LineFields(rawValue: 16)
  /// Whose it is.
  package static let subject = LineFields(rawValue: 32)
  /// The format that it was read from.
  package static let origin = LineFields(rawValue: 64)
  /// Who says so.
  package static let source = LineFields(rawValue: 128)
  /// What measured it.
  package static let device = LineFields(rawValue: 256)
  /// Further metadata.
  package static let metadata = LineFields(rawValue: 512)
  package static let original = LineFields(rawValue: 1024)
  /// All of them, and members that are not known.
  package static let all = LineFields(rawValue: .max)

  /// The parts by the names of the lines' members.
  package static let names: [(name: String, field: LineFields)] = [
    ("uuid", .uuid), ("value", .value), ("start", .start), ("end", .end), ("created", .created), ("subject", .subject),
    ("origin", .origin), ("source", .source), ("device", .device), ("metadata", .metadata), ("original", .original),
  ]
}
