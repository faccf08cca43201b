package import HealthModel

/// The tombstone of a deleted sample.
struct Tombstone: Sendable, Hashable {
  var type: Int32
  var commit: Int64
}

/// All that a store in memory holds: what is committed, and the open transaction.
struct MemoryState: Sendable {
  private(set) var table = MemoryTable()
  private(set) var groups = MemoryGroups()
  private(set) var tombstones: [SampleID: Tombstone] = [:]
  private(set) var lastCommit: Int64 = 0
  /// How far imports have come, in the order of their inputs' first commits.
  private(set) var imports: [ImportProgress] = []
  private var inputs: [String: Int] = [:]
  private var open = MemoryTransaction()
  var definitions: [String: String] = [:]

  /// Whether appended samples wait for a commit.
  var isOpen: Bool { !open.isEmpty }

  func progress(of input: String) -> ImportProgress? { inputs[input].map { imports[$0] } }

  mutating func append(_ batch: SampleBatch, restoresDeleted: Bool) -> AppendReceipt {
    let store = MemoryTransaction.Surroundings(table: table, tombstones: tombstones, restoresDeleted: restoresDeleted)
    return open.append(batch, beside: store)
  }

  /// Makes the open transaction part of what is committed; one that changes nothing gets no number.
  mutating func commit(_ progress: ImportProgress?) {
    if !open.isEmpty {
      lastCommit += 1
      for batch in open.batches { table.add(batch, commit: lastCommit) }
      for group in open.groups { groups.add(group.id, open.links[group.links]) }
      for id in open.restored { tombstones[id] = nil }
    }
    open = MemoryTransaction()
    guard let progress else { return }
    if let index = inputs[progress.input] {
      imports[index] = progress
    } else {
      inputs[progress.input] = imports.count
      imports.append(progress)
    }
  }

  mutating func rollback() { open = MemoryTransaction() }

  mutating func forget(_ inputs: Set<String>) -> Int {
    let count = imports.count
    imports.removeAll { inputs.contains($0.input) }
    self.inputs = Dictionary(uniqueKeysWithValues: imports.enumerated().map { ($0.element.input, $0.offset) })
    return count - imports.count
  }

  mutating func remove(_ ids: Set<SampleID>) {
    guard !ids.isEmpty else { return }
    lastCommit += 1
    for id in ids {
      guard let type = table.type(of: id) else { continue }
      tombstones[id] = Tombstone(type: type, commit: lastCommit)
    }
    groups.remove(ids)
    table.remove(ids)
  }
}

extension MemoryState {
  /// The faults; at most 100.
  func faults(in registry: Registry) -> [StoreFault] {
    var faults: [StoreFault] = []
    func report(_ message: String) { if faults.count < 100 { faults.append(StoreFault(message)) } }
    var count = 0
    for (index, segment) in table.segments.enumerated() {
      count += segment.count
      for row in 0..<segment.count {
        let id = segment.id[row]
        let place = RowLocation(segment: Int32(truncatingIfNeeded: index), row: Int32(truncatingIfNeeded: row))
        if table.place(of: id) != place { report("the sample \(id) is not found by its id") }
        if tombstones[id] != nil { report("the sample \(id) is stored and deleted") }
        if !registry.types.indices.contains(Int(segment.type[row])) { report("the sample \(id) has no type") }
        if table.commits[index][row] > lastCommit { report("the sample \(id) is of a commit that has not been") }
      }
    }
    if count != table.count { report("\(table.count) samples are found by id, and \(count) are stored") }
    for correlation in groups.correlations {
      if table.place(of: correlation) == nil { report("the correlation \(correlation) is not stored") }
      for member in groups.members(of: correlation) where table.place(of: member.id) == nil {
        report("the sample \(member.id) is a member of \(correlation) and not stored")
      }
    }
    if !groups.isSound { report("the members of correlations are not counted rightly") }
    for (id, stone) in tombstones where stone.commit > lastCommit {
      report("the sample \(id) was deleted by a commit that has not been")
    }
    return faults
  }
}

/// Which samples go when some are deleted: groups go whole, and nothing of a group that is not all the owner's.
extension MemoryState {
  func idsToDelete(_ query: SampleQuery, owner: SourceMatch?, in registry: Registry) -> Set<SampleID> {
    var selected: Set<SampleID> = []
    for sample in found(by: query, in: registry) where isOwned(sample.place, by: owner) {
      if query.omitsMembers, groups.isMember(sample.key.id) { continue }
      selected.insert(sample.key.id)
    }
    guard !selected.isEmpty else { return [] }
    var doomed: Set<SampleID> = []
    var kept: Set<SampleID> = []
    for correlation in groups.correlations {
      let members = groups.members(of: correlation)
      guard selected.contains(correlation) || members.contains(where: { selected.contains($0.id) }) else { continue }
      let isWhollyOwned = isOwned(correlation, by: owner) && members.allSatisfy { isOwned($0.id, by: owner) }
      if isWhollyOwned { doomed.insert(correlation) } else { kept.insert(correlation) }
    }
    var ids = selected.union(doomed)
    for correlation in doomed { ids.formUnion(groups.members(of: correlation).lazy.map(\.id)) }
    // Members of a correlation that stays also stay.
    ids.subtract(kept)
    for correlation in groups.correlations where !doomed.contains(correlation) {
      for member in groups.members(of: correlation) { ids.remove(member.id) }
    }
    return ids
  }

  private func isOwned(_ id: SampleID, by owner: SourceMatch?) -> Bool {
    table.place(of: id).map { isOwned($0, by: owner) } ?? true
  }

  private func isOwned(_ place: RowLocation, by owner: SourceMatch?) -> Bool {
    owner?.matches(Int(place.row), of: table.segments[Int(place.segment)]) ?? true
  }
}

extension MemoryState {
  /// A sample that was found: what it is ordered by, and where it is.
  struct Found: Sendable {
    var key: SampleSortKey
    var place: RowLocation
  }

  func answer(to query: SampleQuery, in registry: Registry) -> MemoryAnswer {
    let order = SampleOrder(query.sort)
    var found = found(by: query, in: registry)
    if query.omitsMembers { found.removeAll { groups.isMember($0.key.id) } }
    if let after = query.after {
      let place = PagePosition(after, sort: query.sort, in: registry)
      found.removeAll { !place.precedes($0.key) }
    }
    found.sort { order.precedes($0.key, $1.key) }
    return MemoryAnswer(found.prefix(max(0, query.limit ?? found.count)).map(\.place), in: self)
  }

  func found(by query: SampleQuery, in registry: Registry) -> [Found] {
    let filter = SampleFilter(query, registry: registry)
    var found: [Found] = []
    let lookup = query.parentLookup
    let children = lookup.map { table.children(of: $0.parent) }
    if let ids = query.ids.map({ Set($0) }) ?? (lookup?.orphanStarts == nil ? children : nil) {
      for place in ids.compactMap({ table.place(of: $0) }) {
        let segment = table.segments[Int(place.segment)]
        if matches(Int(place.row), of: segment, filter) {
          found.append(Found(key: SampleSortKey(Int(place.row), of: segment), place: place))
        }
      }
      return found
    }
    for (index, segment) in table.segments.enumerated() {
      for row in 0..<segment.count {
        // A sample that names no parent is recognized by its start, before its text is read.
        if let starts = lookup?.orphanStarts, !starts.contains(segment.start[row]),
          children?.contains(segment.id[row]) != true
        {
          continue
        }
        guard matches(row, of: segment, filter) else { continue }
        let place = RowLocation(segment: Int32(truncatingIfNeeded: index), row: Int32(truncatingIfNeeded: row))
        found.append(Found(key: SampleSortKey(row, of: segment), place: place))
      }
    }
    return found
  }

  private func matches(_ row: Int, of segment: SampleBatch, _ filter: SampleFilter) -> Bool {
    let members = filter.needsMembers ? groups.members(of: segment.id[row]) : []
    guard !members.isEmpty else { return filter.matches(row, members: 0..<0, of: segment) }
    guard filter.takesType(segment.type[row]) else { return false }
    // Members may have come in other batches: the group is put together as an answer would have it.
    var group = SampleBatch()
    group.append(row, of: segment)
    for member in members {
      guard let place = table.place(of: member.id) else { continue }
      group.append(Int(place.row), of: table.segments[Int(place.segment)], correlation: 0)
      group.role[group.count - 1] = member.role
    }
    return filter.matches(0, members: 1..<group.count, of: group)
  }

  func counts(in registry: Registry) -> [StoredTypeCount] {
    var counts = [Int](repeating: 0, count: registry.types.count)
    for segment in table.segments {
      for type in segment.type { counts[Int(type)] += 1 }
    }
    return zip(registry.types, counts).compactMap { type, count in
      count > 0 ? StoredTypeCount(type: type.id, count: count) : nil
    }
  }
}

/// A sample's part in a correlation.
struct MemberLink: Sendable, Hashable {
  var id: SampleID
  var role: Int32
}

/// Which samples are members of which correlations, in order.
struct MemoryGroups: Sendable {
  private var links: [MemberLink] = []
  private var ranges: [SampleID: Range<Int>] = [:]
  private var uses: [SampleID: Int] = [:]

  var correlations: some Collection<SampleID> { ranges.keys }

  /// The members of a correlation; none for other samples.
  func members(of id: SampleID) -> ArraySlice<MemberLink> { links[ranges[id] ?? 0..<0] }

  func isMember(_ id: SampleID) -> Bool { uses[id] != nil }

  mutating func add(_ id: SampleID, _ members: ArraySlice<MemberLink>) {
    guard !members.isEmpty else { return }
    let start = links.count
    links.append(contentsOf: members)
    ranges[id] = start..<links.count
    for member in members { uses[member.id, default: 0] += 1 }
  }

  mutating func remove(_ ids: Set<SampleID>) {
    var kept = MemoryGroups()
    for (id, range) in ranges where !ids.contains(id) { kept.add(id, links[range]) }
    self = kept
  }

  /// Whether the samples that are known as members are those that correlations hold.
  var isSound: Bool {
    var found: [SampleID: Int] = [:]
    for range in ranges.values { for link in links[range] { found[link.id, default: 0] += 1 } }
    return found == uses
  }
}

/// The samples appended since the last commit, on top of the committed ones.
struct MemoryTransaction: Sendable {
  private(set) var batches: [SampleBatch] = []
  private var digests: [SampleID: UInt64] = [:]
  /// New correlations with the places of their members in `links`.
  private(set) var groups: [(id: SampleID, links: Range<Int>)] = []
  private(set) var links: [MemberLink] = []
  private(set) var restored: [SampleID] = []

  /// The committed samples, which also decide on new ones.
  struct Surroundings {
    let table: MemoryTable
    let tombstones: [SampleID: Tombstone]
    let restoresDeleted: Bool
  }

  var isEmpty: Bool { batches.isEmpty }

  mutating func append(_ batch: SampleBatch, beside store: Surroundings) -> AppendReceipt {
    var outcomes = [AppendReceipt.Outcome](repeating: .accepted, count: batch.count)
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      decide(group, of: batch, beside: store, &outcomes)
      row = group.upperBound
    }
    keep(batch, outcomes)
    return AppendReceipt(outcomes: outcomes)
  }

  /// Keeps a batch whose samples are all new as it is; of others those that are.
  private mutating func keep(_ batch: SampleBatch, _ outcomes: [AppendReceipt.Outcome]) {
    guard outcomes.contains(.accepted) else { return }
    guard outcomes.contains(where: { $0 != .accepted }) else {
      batches.append(batch)
      return
    }
    var new = SampleBatch()
    for row in 0..<batch.count where outcomes[row] == .accepted { new.append(row, of: batch) }
    batches.append(new)
  }

  /// Decides on a sample by itself, or on a correlation with its members, whole or not at all.
  private mutating func decide(
    _ group: Range<Int>, of batch: SampleBatch, beside store: Surroundings, _ outcomes: inout [AppendReceipt.Outcome]
  ) {
    if !store.restoresDeleted, group.contains(where: { store.tombstones[batch.id[$0]] != nil }) {
      for row in group { outcomes[row] = .duplicate }
      return
    }
    var own: [SampleID: UInt64] = [:]
    var hasConflict = false
    for row in group {
      guard let known = digest(of: batch.id[row], store) ?? own[batch.id[row]] else {
        if group.count > 1 { own[batch.id[row]] = batch.digest[row] }
        continue
      }
      outcomes[row] = known == batch.digest[row] ? .duplicate : .conflict
      if outcomes[row] == .conflict { hasConflict = true }
    }
    if hasConflict {
      for row in group {
        outcomes[row] = digest(of: batch.id[row], store) == batch.digest[row] ? .duplicate : .conflict
      }
      return
    }
    for row in group where outcomes[row] == .accepted {
      digests[batch.id[row]] = batch.digest[row]
      if store.tombstones[batch.id[row]] != nil { restored.append(batch.id[row]) }
    }
    if group.count > 1, outcomes[group.lowerBound] == .accepted { link(group, of: batch) }
  }

  private func digest(of id: SampleID, _ store: Surroundings) -> UInt64? { digests[id] ?? store.table.digest(of: id) }

  private mutating func link(_ group: Range<Int>, of batch: SampleBatch) {
    let start = links.count
    for row in group.dropFirst() { links.append(MemberLink(id: batch.id[row], role: batch.role[row])) }
    groups.append((id: batch.id[group.lowerBound], links: start..<links.count))
  }
}

/// A page token's place among the samples of a store that sorts in memory, by the types' places in the registry.
package struct PagePosition: Sendable {
  private let order: SampleOrder
  /// The token's type as a key; where the registry lacks the type, that of the next one after every sample before it.
  private let key: SampleSortKey
  private let isKnownType: Bool

  /// Looks the token's type up; one that the registry lacks has its place between its neighbors.
  package init(_ token: PageToken, sort: SampleQuery.Sort, in registry: Registry) {
    let next = registry.types.firstIndex { !$0.id.utf8.lexicographicallyPrecedes(token.type.utf8) }
    let index = next ?? registry.types.count
    let time = token.time ?? SampleBatch.noTime
    order = SampleOrder(sort)
    key = SampleSortKey(type: Int32(truncatingIfNeeded: index), start: time, end: time, id: token.id)
    isKnownType = index < registry.types.count && registry.types[index].id == token.type
  }

  package func precedes(_ sample: SampleSortKey) -> Bool {
    isKnownType ? order.precedes(key, sample) : sample.type >= key.type
  }
}

/// Where a sample is in a `MemoryTable`.
struct RowLocation: Sendable, Hashable {
  var segment: Int32
  var row: Int32
}

/// Committed samples in a few large batches, found by their ids.
///
/// Batches are kept as they were appended; small ones are merged, so that many small commits are read as fast as
/// a large one. A reader retains the batches, which copies nothing until they are changed.
struct MemoryTable: Sendable {
  /// The samples; what their columns say of correlations and roles does not count.
  private(set) var segments: [SampleBatch] = []
  private(set) var commits: [[Int64]] = []
  private var places: [SampleID: RowLocation] = [:]
  private var parents = MemoryParents()

  private static let smallCount = 4096
  /// The most text of batches that are put together, in bytes.
  private static let smallText = 1 << 26

  var count: Int { places.count }

  func children(of parent: SampleID) -> Set<SampleID> { parents.children(of: parent) }

  func place(of id: SampleID) -> RowLocation? { places[id] }

  func digest(of id: SampleID) -> UInt64? { places[id].map { segments[Int($0.segment)].digest[Int($0.row)] } }

  func type(of id: SampleID) -> Int32? { places[id].map { segments[Int($0.segment)].type[Int($0.row)] } }

  mutating func add(_ batch: SampleBatch, commit: Int64) {
    for row in 0..<batch.count { parents.add(row, of: batch) }
    if let last = segments.indices.last, batch.count < Self.smallCount, segments[last].count < Self.smallCount,
      segments[last].arena.count + batch.arena.count < Self.smallText
    {
      for row in 0..<batch.count {
        note(batch.id[row], segment: last, row: segments[last].count)
        segments[last].append(row, of: batch)
        commits[last].append(commit)
      }
      return
    }
    for row in 0..<batch.count { note(batch.id[row], segment: segments.count, row: row) }
    segments.append(batch)
    commits.append(Array(repeating: commit, count: batch.count))
  }

  private mutating func note(_ id: SampleID, segment: Int, row: Int) {
    places[id] = RowLocation(segment: Int32(truncatingIfNeeded: segment), row: Int32(truncatingIfNeeded: row))
  }

  mutating func remove(_ ids: Set<SampleID>) {
    var changed: Set<Int> = []
    for id in ids {
      guard let place = places.removeValue(forKey: id) else { continue }
      parents.remove(Int(place.row), of: segments[Int(place.segment)])
      changed.insert(Int(place.segment))
    }
    for index in changed {
      let old = segments[index]
      let oldCommits = commits[index]
      var kept = SampleBatch()
      var keptCommits: [Int64] = []
      for row in 0..<old.count where !ids.contains(old.id[row]) {
        note(old.id[row], segment: index, row: kept.count)
        kept.append(row, of: old)
        keptCommits.append(oldCommits[row])
      }
      segments[index] = kept
      commits[index] = keptCommits
    }
  }
}

/// Which samples name which as their parent: the routes of a workout.
struct MemoryParents: Sendable {
  private var children: [SampleID: Set<SampleID>] = [:]

  /// The samples that can belong to a sample, stored or not.
  func children(of parent: SampleID) -> Set<SampleID> { children[parent] ?? [] }

  mutating func add(_ row: Int, of batch: SampleBatch) {
    guard let parent = Self.parent(row, of: batch) else { return }
    children[parent, default: []].insert(batch.id[row])
  }

  mutating func remove(_ row: Int, of batch: SampleBatch) {
    guard let parent = Self.parent(row, of: batch), var left = children[parent] else { return }
    left.remove(batch.id[row])
    children[parent] = left.isEmpty ? nil : left
  }

  /// The parent that a sample names; only structured samples have a text that is an object.
  private static func parent(_ row: Int, of batch: SampleBatch) -> SampleID? {
    let text = batch.text[row].indices
    guard !text.isEmpty, batch.arena[text.lowerBound] == UInt8(ascii: "{") else { return nil }
    return StructureContent.parent(at: text, in: batch.arena.span.bytes)
  }
}

/// Samples in the order in which they are passed on, each correlation with its members: all that answering needs once
/// the store is free for others again.
struct MemoryAnswer: Sendable {
  private struct Head {
    var place: RowLocation
    var members: Range<Int>
  }

  private struct Member {
    var place: RowLocation
    var role: Int32
  }

  private let segments: [SampleBatch]
  private var heads: [Head] = []
  private var members: [Member] = []

  /// The most samples of a batch, members left out.
  private static let maximumHeads = 4096
  /// The size at which a batch is full as well: by samples, or by bytes of text.
  private static let maximumRows = 16_384
  private static let maximumText = 1 << 22

  init(_ places: some Sequence<RowLocation>, in state: MemoryState) {
    segments = state.table.segments
    for place in places {
      let first = members.count
      for link in state.groups.members(of: segments[Int(place.segment)].id[Int(place.row)]) {
        guard let member = state.table.place(of: link.id) else { continue }
        members.append(Member(place: member, role: link.role))
      }
      heads.append(Head(place: place, members: first..<members.count))
    }
  }

  /// How many samples there are, members left out.
  var count: Int { heads.count }

  /// Passes the samples on in batches until the function returns `false`.
  ///
  /// - Returns: whether all were passed on and the function wants more.
  func forEachBatch(_ body: (SampleBatch) throws -> Bool) rethrows -> Bool {
    var batch = SampleBatch()
    var count = 0
    for head in heads {
      append(head, to: &batch)
      count += 1
      if count >= Self.maximumHeads || batch.count >= Self.maximumRows || batch.arena.count >= Self.maximumText {
        guard try body(batch) else { return false }
        batch = SampleBatch()
        count = 0
      }
    }
    if batch.count == 0 { return true }
    return try body(batch)
  }

  private func append(_ head: Head, to batch: inout SampleBatch) {
    let row = Int32(truncatingIfNeeded: batch.count)
    append(head.place, correlation: -1, role: -1, to: &batch)
    for member in members[head.members] { append(member.place, correlation: row, role: member.role, to: &batch) }
  }

  private func append(_ place: RowLocation, correlation: Int32, role: Int32, to batch: inout SampleBatch) {
    batch.append(Int(place.row), of: segments[Int(place.segment)], correlation: correlation)
    batch.role[batch.count - 1] = role
    batch.record[batch.count - 1] = .empty
  }
}
