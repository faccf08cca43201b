public import HealthModel

/// The envelope of a sample line, read: what a store needs to know of a sample without looking into it.
///
/// Ranges are places in `SampleLines.text`.
public struct SampleLine: Sendable, Hashable {
  /// The sample's id.
  public var id: SampleID
  /// 64 bits over the content that makes the sample what it is: equal for a duplicate, other for a conflict.
  public var digest: UInt64
  /// The type's id, without quotes.
  public var type: Range<Int>
  /// Start in microseconds since 1970 UTC; `nil` for a sample without a time.
  public var start: Int64?
  /// End in microseconds since 1970 UTC; `nil` for a sample without a time.
  public var end: Int64?
  /// For a member: the place of its correlation's line among the lines, from 0.
  package var correlation: Int?
  /// For a member: its part in the correlation, without quotes.
  public var role: Range<Int>?
  /// Whether the host derived the id from the content: a line with the same id has the same content then, so that a
  /// store need not keep ids of such samples elsewhere than in their rows.
  public var isDerived: Bool
  /// The normalized sample, a JSON object.
  public var sample: Range<Int>

  /// Creates an envelope.
  package init(
    id: SampleID, digest: UInt64, type: Range<Int>, start: Int64?, end: Int64?, correlation: Int? = nil,
    role: Range<Int>? = nil, isDerived: Bool = false, sample: Range<Int>
  ) {
    self.id = id
    self.digest = digest
    self.type = type
    self.start = start
    self.end = end
    self.correlation = correlation
    self.role = role
    self.isDerived = isDerived
    self.sample = sample
  }
}
