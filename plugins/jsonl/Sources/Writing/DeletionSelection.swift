import HealthModel
import HealthStorage

/// Finds the samples that a deletion takes: groups go whole, and nothing of a group that is not all the owner's.
///
/// It holds what it finds in memory, some 100 bytes a sample.
struct DeletionSelection {
  private let snapshot: Snapshot
  private let context: StorageContext
  private let owner: SourceMatch?
  private var reader: IndexReader
  private var groups: LineGroupReader
  /// Selected samples that have nothing to do with correlations.
  private var single: [StoredSample] = []
  private var members: Set<SampleID> = []
  /// Correlations that are selected, or have a selected member.
  private var touched: [SampleID: StoredSample] = [:]
  private static let chunk = 1024
  private static let chunkBytes = 4 << 20

  init(_ snapshot: Snapshot, _ context: StorageContext) {
    self.snapshot = snapshot
    self.context = context
    owner = context.options.owner.map { SourceMatch(bundle: $0) }
    reader = IndexReader(snapshot.index, types: snapshot.state.types.count)
    groups = LineGroupReader(snapshot, coding: context.lines)
  }

  /// The samples that a deletion takes, in no order.
  mutating func samples(for query: SampleQuery) throws -> [StoredSample] {
    var query = query
    query.sort = .ascending
    query.limit = nil
    query.after = nil
    try select(query)
    let doomed = try self.doomed()
    var gone: [SampleID: StoredSample] = [:]
    for (id, sample) in touched where doomed.correlations.contains(id) { gone[id] = sample }
    for id in members.union(doomed.members) where gone[id] == nil {
      // Members of a correlation that stays also stay.
      guard try reader.correlations(of: id).allSatisfy({ doomed.correlations.contains($0.id) }) else { continue }
      guard touched[id] == nil, let sample = try reader.sample(id) else { continue }
      gone[id] = sample
    }
    return single + gone.values
  }

  private mutating func select(_ query: SampleQuery) throws {
    let filter = SampleFilter(query, registry: context.registry)
    let readsSamples = owner != nil || QueryRun.readsSamples(query)
    var source = HeadSource(snapshot, query, registry: context.registry, ceiling: Int64.max)
    var heads: [StoredSample] = []
    var byteCount = 0
    let types = snapshot.state.types
    for number in try snapshot.types.wanted(query.types, of: types, registry: context.registry) {
      _ = try source.forEach(of: number) { head in
        guard readsSamples else {
          try take(head)
          return true
        }
        heads.append(head)
        byteCount += head.length
        if heads.count >= Self.chunk || byteCount >= Self.chunkBytes {
          try take(heads, filter)
          heads.removeAll(keepingCapacity: true)
          byteCount = 0
        }
        return true
      }
    }
    try take(heads, filter)
  }

  /// Adds those of some samples that match and are the owner's.
  private mutating func take(_ heads: [StoredSample], _ filter: SampleFilter) throws {
    guard !heads.isEmpty else { return }
    var matching: [StoredSample] = []
    let owner = self.owner
    _ = try groups.read(heads) { batch, part in
      var row = 0
      for head in part {
        let group = batch.group(at: row)
        let isOwned = owner?.matches(row, of: batch) ?? true
        if isOwned, filter.matches(row, members: row + 1..<group.upperBound, of: batch) { matching.append(head) }
        row = group.upperBound
      }
      return true
    }
    for head in matching { try take(head) }
  }

  private mutating func take(_ sample: StoredSample) throws {
    let correlations = try reader.correlations(of: sample.id)
    for correlation in correlations where touched[correlation.id] == nil {
      touched[correlation.id] = try reader.sample(correlation)
    }
    if snapshot.state.types[sample.type].hasMembers {
      touched[sample.id] = sample
    } else if correlations.isEmpty {
      single.append(sample)
    } else {
      members.insert(sample.id)
    }
  }

  private mutating func doomed() throws -> (correlations: Set<SampleID>, members: Set<SampleID>) {
    var correlations: Set<SampleID> = []
    var members: Set<SampleID> = []
    var rest = Array(touched.values)[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(Self.chunk))
      rest = rest.dropFirst(Self.chunk)
      let foreign = try self.foreign(of: part)
      for (head, references) in zip(part, try groups.references(of: part)) where !foreign.contains(head.id) {
        correlations.insert(head.id)
        for reference in references { members.insert(reference.id) }
      }
    }
    return (correlations, members)
  }

  /// Those of some correlations that have a sample that is not the owner's.
  private mutating func foreign(of heads: [StoredSample]) throws -> Set<SampleID> {
    guard let owner else { return [] }
    var foreign: Set<SampleID> = []
    _ = try groups.read(heads) { batch, _ in
      for row in 0..<batch.count where !owner.matches(row, of: batch) {
        let head = Int(batch.correlation[row])
        foreign.insert(batch.id[head < 0 ? row : head])
      }
      return true
    }
    return foreign
  }
}
