public import HealthModel

/// A question to a store: which samples, in which order, how many.
///
/// All conditions must hold. The vocabulary is that of HealthKit's predicates; a condition that no sample can meet
/// gives an empty answer, not an error.
public struct SampleQuery: Sendable, Hashable {
  /// The ids of the types; empty means all.
  public var types: [String] = []
  /// These samples only; `nil` means all.
  public var ids: [SampleID]?
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
  /// The conditions on the device.
  public var device: DeviceCondition?
  /// The subject.
  public var subject: String?
  /// The subjects, of one of which a sample must be, beside `subject`; `nil` means all.
  public var subjects: [String]?
  /// Subjects that a sample must not be of; one without a subject does not match either when this is not empty.
  public var excludedSubjects: [String] = []
  /// The conditions on metadata.
  public var metadata: [MetadataCondition] = []
  /// The conditions on the value.
  public var values: [ValueCondition] = []
  /// The conditions on members of correlations; if set, other samples do not match.
  public var members: [MemberCondition] = []
  /// What else must hold, bound to the query's types; a sample for which it is unknown does not match.
  ///
  /// Stores that keep what they can look up decide it by `SampleFilter`.
  package var condition: BoundExpression?
  /// The order.
  public var sort = Sort.ascending
  /// The most samples; `nil` means all.
  ///
  /// Members of a correlation do not count.
  public var limit: Int?
  /// Only samples after this one in the query's order: where the page before ended.
  public var after: PageToken?
  /// Whether members of correlations are left out, except inside their correlation: what an export wants.
  public var omitsMembers = false

  /// Orders of answers: by type id as bytes first, then as named.
  ///
  /// Samples without a time come first.
  public enum Sort: String, Sendable, Hashable, CaseIterable {
    /// By start, then id.
    case ascending
    /// By start backwards, then id.
    case descending
    /// By end, then id.
    case endAscending = "end-ascending"
    /// By end backwards, then id.
    case endDescending = "end-descending"

    /// Whether the end is what counts.
    public var isByEnd: Bool { self == .endAscending || self == .endDescending }
    /// Whether later times come first.
    public var isDescending: Bool { self == .descending || self == .endDescending }
  }

  /// Creates a query for all samples, in ascending order.
  public init() {}

  /// Whether there are conditions that only a look at the sample's texts can decide.
  package var hasTextConditions: Bool {
    device != nil || !metadata.isEmpty || !members.isEmpty || subjects != nil || !excludedSubjects.isEmpty
      || condition != nil
  }
}
