/// A question to a store: which samples, in which order, how many.
///
/// All conditions must hold.
public struct SampleQuery: Sendable, Hashable {
  /// The ids of the types; empty means all.
  public var types: [String] = []
  /// Samples that end at or after this moment, in microseconds since 1970 UTC (HealthKit's predicate without options).
  public var from: Int64?
  /// Samples that start before this moment.
  public var to: Int64?
  /// Whether a sample must start at or after `from`.
  public var isStrictStart = false
  /// Whether a sample must end before or at `to`.
  public var isStrictEnd = false
  /// The bundle or name of the source.
  public var source: String?
  /// The subject.
  public var subject: String?
  /// The order.
  public var sort = Sort.ascending
  /// The most samples; `nil` means all.
  ///
  /// Members of a correlation do not count.
  public var limit: Int?
  /// Whether members of correlations are left out, except inside their correlation: what an export wants.
  public var omitsMembers = false

  /// Orders of answers: by type id as bytes first, then as named.
  public enum Sort: String, Sendable, Hashable, CaseIterable {
    /// By start, then id.
    case ascending
    /// By start backwards, then id.
    case descending
  }

  /// Creates a query for all samples, in ascending order.
  public init() {}
}
