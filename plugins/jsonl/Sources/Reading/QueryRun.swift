import HealthModel
import HealthStorage

/// Answers one query, and goes on in another snapshot when lines were moved on the way.
struct QueryRun {
  private let original: SampleQuery
  private let registry: Registry
  private let coding: any SampleLineCoding
  /// The rest of the query: after the last sample that was examined.
  private var query: SampleQuery
  private var first: Snapshot
  private var ceiling = Int64.max
  private var hasPassed = false
  /// The number of samples looked up in the index before their lines are read.
  private static let chunk = 2048
  private static let chunkBytes = 4 << 20

  init(_ query: SampleQuery, in snapshot: Snapshot, registry: Registry, coding: any SampleLineCoding) {
    original = query
    self.query = query
    self.registry = registry
    self.coding = coding
    first = snapshot
  }

  /// Whether conditions are left that only the samples themselves can meet.
  static func readsSamples(_ query: SampleQuery) -> Bool {
    query.source != nil || query.subject != nil || !query.values.isEmpty || query.hasTextConditions
  }

  /// Passes on what is left of the answer.
  ///
  /// - Throws: `StorageError` with `movedLine` when a line is not there any more, `StorageError` with `indexDamage`, and what the function throws.
  mutating func run(in snapshot: Snapshot, _ body: (SampleBatch) throws -> Bool) throws {
    let filter = Self.readsSamples(original) ? SampleFilter(original, registry: registry) : nil
    var reader = LineGroupReader(snapshot, coding: coding, ceiling: ceiling, parent: ParentMatch(original))
    var source = HeadSource(snapshot, query, registry: registry, ceiling: ceiling)
    var heads: [StoredSample] = []
    var byteCount = 0
    var isOpen = (query.limit ?? 1) > 0
    for number in try snapshot.types.wanted(query.types, of: snapshot.state.types, registry: registry) where isOpen {
      _ = try source.forEach(of: number) { head in
        heads.append(head)
        byteCount += head.length
        let wanted = filter == nil ? min(Self.chunk, query.limit ?? Self.chunk) : Self.chunk
        if heads.count >= wanted || byteCount >= Self.chunkBytes {
          try Task.checkCancellation()
          isOpen = try pass(heads, &reader, filter, body)
          heads.removeAll(keepingCapacity: true)
          byteCount = 0
        }
        return isOpen
      }
    }
    if isOpen, !heads.isEmpty { _ = try pass(heads, &reader, filter, body) }
  }

  /// Reads samples and passes on those that match; says whether more are wanted.
  private mutating func pass(
    _ heads: [StoredSample], _ reader: inout LineGroupReader, _ filter: SampleFilter?,
    _ body: (SampleBatch) throws -> Bool
  ) throws -> Bool {
    try reader.read(heads) { batch, part in
      let answer = selected(of: batch, filter)
      if let last = part.last { query.after = token(last) }
      if let limit = query.limit { query.limit = limit - answer.heads }
      if answer.heads > 0 {
        hasPassed = true
        guard try body(answer.batch) else { return false }
      }
      return (query.limit ?? 1) > 0
    }
  }

  /// The samples of a batch that belong to the answer: those that match, up to the limit.
  private func selected(of batch: SampleBatch, _ filter: SampleFilter?) -> (batch: SampleBatch, heads: Int) {
    let left = query.limit ?? Int.max
    var kept: [Range<Int>] = []
    var row = 0
    var isWhole = true
    while row < batch.count {
      let group = batch.group(at: row)
      row = group.upperBound
      let members = group.lowerBound + 1..<group.upperBound
      if kept.count < left, filter?.matches(group.lowerBound, members: members, of: batch) ?? true {
        kept.append(group)
      } else {
        isWhole = false
      }
    }
    if isWhole { return (batch, kept.count) }
    var answer = SampleBatch()
    for group in kept {
      let head = Int32(truncatingIfNeeded: answer.count)
      for row in group { answer.append(row, of: batch, correlation: row == group.lowerBound ? -1 : head) }
    }
    return (answer, kept.count)
  }

  private func token(_ sample: StoredSample) -> PageToken {
    let time = query.sort.isByEnd ? sample.end : sample.start
    return PageToken(
      type: first.id(of: sample.type, in: registry), time: sample.start == SampleBatch.noTime ? nil : time,
      id: sample.id)
  }

  /// Makes ready to go on in a later snapshot after a line was not where it should be.
  ///
  /// Nothing was passed on yet: the answer is as of the later one. Lines were only moved: the rest of the answer is as
  /// of the first one. Samples were deleted: they are gone, and the answer cannot be finished as it was begun.
  ///
  /// - Throws: `StorageError` when it cannot go on.
  mutating func goOn(in later: Snapshot, after failure: any Error) throws {
    let isDeleted = later.state.lastDeletion > first.state.lastDeletion
    let isMoved = later.state.lastReplacement > first.state.lastReplacement
    // The snapshot has a separate index if the one in the folder is damaged.
    guard isDeleted || isMoved || failure.cause == .indexDamage else { throw failure }
    if isDeleted, hasPassed {
      throw StorageError(
        .failed, "samples were deleted from \(later.place.shown) while they were read", hint: "ask again")
    }
    if hasPassed {
      ceiling = min(ceiling, first.state.commit)
    } else {
      query = original
      first = later
    }
  }
}
