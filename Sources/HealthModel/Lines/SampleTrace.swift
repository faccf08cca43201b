/// What the lines of samples say beside the sample: where it was read, and the digest of its content.
///
/// It is in the member `assay` of a line, which readers pass over.
package struct SampleTrace: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The file, the line and the offset in bytes of the sample's record.
  package static let place = SampleTrace(rawValue: 1)
  /// The digest of the content, by which stores tell a duplicate from a conflict.
  package static let digest = SampleTrace(rawValue: 2)

  static let key: StaticString = "assay"
}
