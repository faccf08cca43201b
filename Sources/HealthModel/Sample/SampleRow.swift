/// One sample of a batch: an entry for each of its columns.
///
/// Texts are ranges of the batch's arena, and sources, devices, subjects and origins are numbers in its tables, so a row
/// means nothing without its batch. What is not set is absent.
public struct SampleRow: Sendable, Hashable {
  /// Index into `Registry.types`.
  public var type: Int32
  /// Start in microseconds since 1970 UTC.
  public var start = SampleBatch.noTime
  /// End in microseconds since 1970 UTC.
  public var end = SampleBatch.noTime
  package var created = SampleBatch.noTime
  /// Clock offset of the start in minutes.
  package var startOffset = SampleBatch.noOffset
  /// Clock offset of the end in minutes.
  package var endOffset = SampleBatch.noOffset
  /// Clock offset of `created` in minutes.
  package var createdOffset = SampleBatch.noOffset
  /// The number in the canonical unit, of types whose values are numbers.
  package var value = 0.0
  /// The index of the case, of types whose values are cases.
  package var enumCase: Int32 = -1
  /// The text, of types whose values are texts.
  package var text = ByteRange.empty
  /// The id.
  public var id: SampleID
  package var isGivenID = false
  /// 64 bits of the digest over the identity fields.
  public var digest: UInt64 = 0
  package var source: Int32 = -1
  package var device: Int32 = -1
  package var subject: Int32 = -1
  package var origin: Int32 = -1
  /// Canonical JSON of the metadata object.
  package var metadata = ByteRange.empty
  /// Canonical JSON of the values as they were written.
  package var original = ByteRange.empty
  /// The unknown top-level fields.
  package var unknown = ByteRange.empty
  /// The row of the correlation that the sample is a member of.
  public var correlation: Int32 = -1
  /// The index of the member's role.
  package var role: Int32 = -1
  /// Where the sample's record is in the chunk.
  package var record = ByteRange.empty

  @inlinable package init(type: Int32, id: SampleID) {
    self.type = type
    self.id = id
  }
}
