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

/// A condition on a sample's value.
public struct ValueCondition: Sendable, Hashable {
  /// The operand.
  public enum Operand: Sendable, Hashable {
    /// A quantity in the canonical unit of the sample's type.
    case number(Double)
    /// The name of a category's or characteristic's case, or a characteristic's text; only `=` and `!=` make sense.
    case text(String)
  }

  /// How.
  public var comparison: Comparison
  /// With what.
  public var operand: Operand

  /// Creates a condition.
  ///
  /// A sample whose value is of another kind does not meet it, not even with `!=`.
  public init(_ comparison: Comparison, _ operand: Operand) {
    self.comparison = comparison
    self.operand = operand
  }
}

/// A condition on a sample's metadata.
public struct MetadataCondition: Sendable, Hashable {
  /// The operand.
  public enum Operand: Sendable, Hashable {
    case text(String)
    case number(Double)
    case boolean(Bool)
    /// A quantity in the unit that the stored text names.
    case quantity(Double, unit: String)
  }

  /// The key, as the normal form writes it.
  public var key: String
  /// How its value is compared; `nil` when the key must be there, whatever its value.
  public var comparison: Comparison?
  /// With what; `nil` as well then.
  public var operand: Operand?

  /// Creates a condition; without a comparison the key must be there.
  ///
  /// A sample without the key, or with a value of another kind, does not meet it, not even with `!=`. Texts and booleans
  /// are compared by `=` and `!=` alone.
  public init(key: String, _ comparison: Comparison? = nil, _ operand: Operand? = nil) {
    self.key = key
    self.comparison = operand == nil ? nil : comparison
    self.operand = comparison == nil ? nil : operand
  }
}

/// A condition on a sample's device: a property and its allowed values.
///
/// HealthKit's `predicateForObjects(withDeviceProperty:allowedValues:)`.
public struct DeviceCondition: Sendable, Hashable {
  /// The property.
  public var property: DeviceProperty
  /// The values it may have; one of them must be it.
  public var values: [String]

  /// Creates a condition.
  public init(_ property: DeviceProperty, _ values: [String]) {
    self.property = property
    self.values = values
  }
}

/// A condition on a correlation: at least one member of a role meets all conditions.
public struct MemberCondition: Sendable, Hashable {
  /// The role, or the id of the member's type when no role has that name.
  public var role: String
  /// The conditions on its value; empty if any value will do.
  public var values: [ValueCondition]

  /// Creates a condition.
  public init(role: String, values: [ValueCondition] = []) {
    self.role = role
    self.values = values
  }
}

/// The last sample of a page, which is the token for the next page.
///
/// It stands for a place in the order, not for a row: what is deleted or added in between moves nothing.
public struct PageToken: Sendable, Hashable, CustomStringConvertible {
  /// The id of the sample's type.
  public var type: String
  /// The time that the order goes by, in microseconds since 1970 UTC; `nil` for a sample without a time.
  public var time: Int64?
  /// The sample's id.
  public var id: SampleID

  /// Creates a token.
  public init(type: String, time: Int64?, id: SampleID) {
    self.type = type
    self.time = time
    self.id = id
  }

  package init(_ row: Int, of batch: SampleBatch, in registry: Registry, sort: SampleQuery.Sort) {
    type = registry.types[Int(batch.type[row])].id
    let moment = sort.isByEnd ? batch.end[row] : batch.start[row]
    time = moment == SampleBatch.noTime ? nil : moment
    id = batch.id[row]
  }

  /// Reads the text form; `nil` if it is not a page token.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, let id = SampleID(String(parts[2])) else { return nil }
    if parts[1] != "-" {
      guard let time = Int64(parts[1]) else { return nil }
      self.time = time
    } else {
      time = nil
    }
    type = String(parts[0])
    self.id = id
  }

  /// The text form, `type/time/id`; a type's id holds no `/`.
  public var description: String { "\(type)/\(time.map(String.init) ?? "-")/\(id)" }

  package func precedes(type other: String, time moment: Int64?, id otherID: SampleID, sort: SampleQuery.Sort) -> Bool {
    if other != type { return type.utf8.lexicographicallyPrecedes(other.utf8) }
    if moment != time {
      // Samples without a time come first, whatever the direction.
      guard let moment else { return false }
      guard let time else { return true }
      return sort.isDescending ? moment < time : moment > time
    }
    return id < otherID
  }
}

/// The key that orders samples: its type's place in the registry, whose types are ordered by id as bytes, its times and
/// its id.
@usableFromInline package struct SampleSortKey: Sendable, Hashable {
  /// The type, as index into `Registry.types`.
  package var type: Int32
  /// The start in microseconds since 1970 UTC; `SampleBatch.noTime` for a sample without a time.
  package var start: Int64
  /// The end in microseconds since 1970 UTC; `SampleBatch.noTime` for a sample without a time.
  package var end: Int64
  package var id: SampleID

  package init(type: Int32, start: Int64, end: Int64, id: SampleID) {
    self.type = type
    self.start = start
    self.end = end
    self.id = id
  }

  package init(_ row: Int, of batch: SampleBatch) {
    self.init(type: batch.type[row], start: batch.start[row], end: batch.end[row], id: batch.id[row])
  }
}

/// The order of an answer, for stores that sort in memory: by type, then time, then id.
///
/// Samples without a time come first, whatever the direction; ids always ascend.
@usableFromInline package struct SampleOrder: Sendable {
  private let isByEnd: Bool
  private let isDescending: Bool

  @usableFromInline package init(_ sort: SampleQuery.Sort) {
    isByEnd = sort.isByEnd
    isDescending = sort.isDescending
  }

  /// Whether one sample comes before another; neither does when type, time and id are equal.
  package func precedes(_ left: SampleSortKey, _ right: SampleSortKey) -> Bool {
    if left.type != right.type { return left.type < right.type }
    let first = isByEnd ? left.end : left.start
    let second = isByEnd ? right.end : right.start
    if first == second { return left.id < right.id }
    // `noTime` is the least number: an ascending order needs no word about it.
    if isDescending, first != SampleBatch.noTime, second != SampleBatch.noTime { return first > second }
    return first < second
  }
}

/// What a query's condition says of the sample that its samples belong to, for stores that look it up.
///
/// All samples that match are among those that the lookup names; the condition decides which of these do.
package struct ParentLookup: Sendable, Hashable {
  package let parent: SampleID
  /// Where samples start that can match although they name no parent; `nil` when those cannot.
  package let orphanStarts: ClosedRange<Int64>?

  /// Reads a part of a condition that must hold; `nil` for one that says nothing of a parent.
  init?(_ part: BoundExpression) {
    if let parent = Self.parent(part) {
      self.parent = parent
      orphanStarts = nil
      return
    }
    guard case .any(let parts) = part, parts.count == 2, let parent = Self.parent(parts[0]),
      let starts = Self.orphanStarts(parts[1])
    else { return nil }
    self.parent = parent
    orphanStarts = starts
  }

  private static func parent(_ part: BoundExpression) -> SampleID? {
    switch part {
    case .comparison(.sample(.parent), .equal, .constant(.text(let text))),
      .comparison(.constant(.text(let text)), .equal, .sample(.parent)):
      SampleID(text)
    default: nil
    }
  }

  /// The starts of samples that name no parent; `nil` when others can match as well, or at any time.
  private static func orphanStarts(_ condition: BoundExpression) -> ClosedRange<Int64>? {
    var isOrphan = false
    var first: Int64?
    var last: Int64?
    for part in condition.conjuncts {
      switch part {
      case .isMissing(.sample(.parent)): isOrphan = true
      case .comparison(.sample(.start), .greaterOrEqual, .constant(.time(let moment))): first = moment
      case .comparison(.sample(.start), .lessOrEqual, .constant(.time(let moment))): last = moment
      default: continue
      }
    }
    guard isOrphan, let first, let last, first <= last else { return nil }
    return first...last
  }
}

extension SampleQuery {
  /// What the condition says of a parent; `nil` when samples of any can match.
  package var parentLookup: ParentLookup? { condition.flatMap(Self.parentLookup) }

  private static func parentLookup(_ condition: BoundExpression) -> ParentLookup? {
    if let lookup = ParentLookup(condition) { return lookup }
    guard case .all(let parts) = condition else { return nil }
    for part in parts {
      if let lookup = parentLookup(part) { return lookup }
    }
    return nil
  }
}
