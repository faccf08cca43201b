extension SampleBatch {
  /// Appends one sample of another batch with all its texts; `correlation` is its new correlation's row, or -1.
  ///
  /// A batch that has samples of several registries is of none, and no store accepts it.
  public mutating func append(_ row: Int, of other: SampleBatch, correlation parent: Int32 = -1) {
    if registry != other.registry { registry = count == 0 ? other.registry : nil }
    type.append(other.type[row])
    start.append(other.start[row])
    end.append(other.end[row])
    created.append(other.created[row])
    startOffset.append(other.startOffset[row])
    endOffset.append(other.endOffset[row])
    createdOffset.append(other.createdOffset[row])
    value.append(other.value[row])
    enumCase.append(other.enumCase[row])
    id.append(other.id[row])
    isGivenID.append(other.isGivenID[row])
    digest.append(other.digest[row])
    role.append(other.role[row])
    record.append(other.record[row])
    correlation.append(parent)
    text.append(copy(other.text[row], of: other))
    metadata.append(copy(other.metadata[row], of: other))
    original.append(copy(other.original[row], of: other))
    unknown.append(copy(other.unknown[row], of: other))
    source.append(sources.intern(other.source[row], from: other.sources, of: other.arena, in: &arena))
    device.append(devices.intern(other.device[row], from: other.devices, of: other.arena, in: &arena))
    subject.append(subjects.intern(other.subject[row], from: other.subjects, of: other.arena, in: &arena))
    origin.append(origins.intern(other.origin[row], from: other.origins, of: other.arena, in: &arena))
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
