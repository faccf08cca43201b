import HealthModel

/// The changes of the commits after an anchor that were not undone since.
struct MemoryChanges: Sendable {
  struct Commit: Sendable {
    var number: Int64
    var added: MemoryAnswer
    var deleted: [DeletedSample]
  }

  /// The commits in order; those that are wholly undone, or have no sample of the types, are left out.
  var commits: [Commit]
  /// After all commits that were looked at.
  var end: ChangeAnchor

  /// The most deleted samples of a page.
  private static let maximumDeleted = 10_000

  /// Passes the changes on until the function returns `false`.
  ///
  /// - Returns: the anchor after the last commit that was passed on whole.
  /// - Throws: what the function throws.
  func forEachPage(_ body: (ChangePage) throws -> Bool) throws -> ChangeAnchor {
    for commit in commits {
      // The last page of a commit is known as such when no other comes.
      var held: ChangePage?
      func pass(_ page: ChangePage) throws -> Bool {
        let earlier = held
        held = page
        guard let earlier else { return true }
        return try body(earlier)
      }
      var goesOn = try commit.added.forEachBatch { batch in
        try pass(ChangePage(commit: commit.number, added: batch, isEndOfCommit: false))
      }
      for start in stride(from: 0, to: commit.deleted.count, by: Self.maximumDeleted) where goesOn {
        let part = commit.deleted[start..<min(commit.deleted.count, start + Self.maximumDeleted)]
        goesOn = try pass(
          ChangePage(commit: commit.number, added: SampleBatch(), deleted: Array(part), isEndOfCommit: false))
      }
      guard goesOn else { return ChangeAnchor(commit: commit.number - 1) }
      guard var last = held else { continue }
      last.isEndOfCommit = true
      guard try body(last) else { return last.anchor }
    }
    return end
  }
}

extension MemoryState {
  /// The samples added and deleted after an anchor; a sample that is gone again is reported as deleted only.
  func changes(_ query: ChangeQuery, in registry: Registry) -> MemoryChanges {
    var conditions = SampleQuery()
    conditions.types = query.types
    var added: [Int64: [Found]] = [:]
    for sample in found(by: conditions, in: registry) {
      let commit = table.commits[Int(sample.place.segment)][Int(sample.place.row)]
      guard commit > query.anchor.commit, !query.omitsMembers || !groups.isMember(sample.key.id) else { continue }
      added[commit, default: []].append(sample)
    }
    let filter = SampleFilter(conditions, registry: registry)
    var deleted: [Int64: [SampleSortKey]] = [:]
    for (id, stone) in tombstones where stone.commit > query.anchor.commit && filter.takesType(stone.type) {
      let key = SampleSortKey(type: stone.type, start: SampleBatch.noTime, end: SampleBatch.noTime, id: id)
      deleted[stone.commit, default: []].append(key)
    }
    let order = SampleOrder(.ascending)
    var changes = MemoryChanges(commits: [], end: ChangeAnchor(commit: lastCommit))
    var count = 0
    for number in Set(added.keys).union(deleted.keys).sorted() {
      if let limit = query.limit, count >= limit { break }
      let heads = (added[number] ?? []).sorted { order.precedes($0.key, $1.key) }
      let stones = (deleted[number] ?? []).sorted { order.precedes($0, $1) }
      changes.commits.append(
        MemoryChanges.Commit(
          number: number, added: MemoryAnswer(heads.map(\.place), in: self),
          deleted: stones.map { DeletedSample(id: $0.id, type: registry.types[Int($0.type)].id) }))
      count += heads.count + stones.count
    }
    if let limit = query.limit, count >= limit {
      changes.end = changes.commits.last.map { ChangeAnchor(commit: $0.number) } ?? query.anchor
    }
    return changes
  }
}
