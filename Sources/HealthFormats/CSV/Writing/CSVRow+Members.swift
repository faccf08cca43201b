import HealthModel

/// The members of a correlation as cells: one of each type, with value, times and id.
extension CSVRow {
  mutating func putMembers(
    _ members: Range<Int>, _ roles: [CorrelationMember], of batch: SampleBatch, _ registry: Registry,
    _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    var seen: Set<Int32> = []
    for member in members {
      let type = batch.type[member]
      guard seen.insert(type).inserted, Int(batch.role[member]) == Self.role(ofType: Int(type), roles, registry)
      else { throw .members }
      guard Self.isPlain(member, of: batch) else { throw .memberContent }
      let prefix = "members.\(registry.types[Int(type)].id)."
      try putValue(ofMember: member, of: batch, prefix: prefix, &columns)
      try putTimes(ofMember: member, of: batch, prefix: prefix, &columns)
      try put(Array((prefix + "uuid").utf8), &columns) { batch.id[member].append(to: &$0) }
    }
  }

  /// Whether a member says nothing that it does not take from its correlation when it is read.
  private static func isPlain(_ member: Int, of batch: SampleBatch) -> Bool {
    let head = Int(batch.correlation[member])
    guard head >= 0, head < batch.count else { return false }
    return batch.metadata[member].isEmpty && batch.original[member].isEmpty && batch.unknown[member].isEmpty
      && batch.source[member] == batch.source[head] && batch.device[member] == batch.device[head]
      && batch.subject[member] == batch.subject[head] && batch.origin[member] == batch.origin[head]
  }

  /// The role that a member has when nothing names it: that of its type's name, else the first one of its type.
  private static func role(ofType type: Int, _ roles: [CorrelationMember], _ registry: Registry) -> Int? {
    let fitting = roles.indices.filter { registry.typeIndex(named: roles[$0].type) == type }
    return fitting.first { roles[$0].role == roles[$0].type } ?? fitting.first
  }

  /// Adds when a member was created, and its times where they are not its correlation's, with their offsets, since
  /// these have no column.
  private mutating func putTimes(
    ofMember row: Int, of batch: SampleBatch, prefix: String, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    let head = Int(batch.correlation[row])
    let isInherited =
      batch.start[row] == batch.start[head] && batch.end[row] == batch.end[head]
      && batch.startOffset[row] == batch.startOffset[head] && batch.endOffset[row] == batch.endOffset[head]
    var times = [("created", batch.created[row], batch.createdOffset[row])]
    if !isInherited {
      times.append(("start", batch.start[row], batch.startOffset[row]))
      times.append(("end", batch.end[row], batch.endOffset[row]))
    }
    for (name, time, minutes) in times where time != SampleBatch.noTime {
      let offset = minutes == SampleBatch.noOffset ? 0 : minutes
      let local = time.addingReportingOverflow(Int64(offset) * 60_000_000)
      guard !local.overflow, (Instant.earliest...Instant.latest).contains(local.partialValue) else {
        throw .memberContent
      }
      try put(Array((prefix + name).utf8), &columns) {
        TimestampWriter.append(Instant(microseconds: time, offset: offset), to: &$0)
      }
    }
  }
}
