import HealthModel

/// Queries of committed content.
extension MemoryState {
  /// A sample that was found: what it is ordered by, and where it is.
  struct Found: Sendable {
    var key: SampleSortKey
    var place: RowPlace
  }

  /// The samples that a query asks for, in its order.
  func answer(to query: SampleQuery, in registry: Registry) -> MemoryAnswer {
    let order = SampleOrder(query.sort)
    var found = found(by: query, in: registry)
    if query.omitsMembers { found.removeAll { groups.isMember($0.key.id) } }
    if let after = query.after {
      let place = PagePlace(after, sort: query.sort, in: registry)
      found.removeAll { !place.precedes($0.key) }
    }
    found.sort { order.precedes($0.key, $1.key) }
    return MemoryAnswer(found.prefix(max(0, query.limit ?? found.count)).map(\.place), in: self)
  }

  /// The samples that meet a query's conditions, in no order.
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
        let place = RowPlace(segment: Int32(truncatingIfNeeded: index), row: Int32(truncatingIfNeeded: row))
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

  /// The types that have samples, with how many, in the registry's order.
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
