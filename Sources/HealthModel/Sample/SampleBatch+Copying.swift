extension SampleBatch {
  /// Appends one sample of another batch with all its texts; `correlation` is its new correlation's row, or -1.
  ///
  /// A batch that has samples of several registries is of none, and no store accepts it.
  public mutating func append(_ index: Int, of other: SampleBatch, correlation parent: Int32 = -1) {
    if registry != other.registry { registry = count == 0 ? other.registry : nil }
    var row = other[index]
    row.correlation = parent
    row.text = copy(row.text, of: other)
    row.metadata = copy(row.metadata, of: other)
    row.original = copy(row.original, of: other)
    row.unknown = copy(row.unknown, of: other)
    row.source = sources.intern(row.source, from: other.sources, of: other.arena, in: &arena)
    row.device = devices.intern(row.device, from: other.devices, of: other.arena, in: &arena)
    row.subject = subjects.intern(row.subject, from: other.subjects, of: other.arena, in: &arena)
    row.origin = origins.intern(row.origin, from: other.origins, of: other.arena, in: &arena)
    append(row)
  }

  private mutating func copy(_ range: ByteRange, of other: SampleBatch) -> ByteRange {
    let start = arena.count
    arena.append(contentsOf: other.arena[range.indices])
    return ByteRange(start..<arena.count)
  }
}

extension InternTable {
  /// The number of another table's text here; -1 stays -1.
  mutating func intern(
    _ index: Int32, from other: InternTable, of otherArena: [UInt8], in arena: inout [UInt8]
  ) -> Int32 {
    guard index >= 0 else { return -1 }
    let start = arena.count
    arena.append(contentsOf: otherArena[other.ranges[Int(index)].indices])
    return intern(from: start, in: &arena)
  }
}

extension SampleBatch {
  /// The rows of the group that begins at a row: a correlation with its members, or a sample by itself.
  public func group(at row: Int) -> Range<Int> {
    var end = row + 1
    while end < count, correlation[end] == Int32(truncatingIfNeeded: row) { end += 1 }
    return row..<end
  }
}
