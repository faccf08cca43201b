import HealthModel

/// Which samples go when some are deleted: groups go whole, and nothing of a group that is not all the owner's.
extension MemoryState {
  /// The ids of all samples that the deletion of those that match removes.
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

  private func isOwned(_ place: RowPlace, by owner: SourceMatch?) -> Bool {
    owner?.matches(Int(place.row), of: table.segments[Int(place.segment)]) ?? true
  }
}
