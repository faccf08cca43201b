package import HealthModel

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

  /// Creates the order that a query asks for.
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
