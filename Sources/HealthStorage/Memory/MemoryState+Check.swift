import HealthModel

/// Whether the parts of a store in memory fit together.
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
        let place = RowPlace(segment: Int32(truncatingIfNeeded: index), row: Int32(truncatingIfNeeded: row))
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
