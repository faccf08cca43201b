import HealthModel

/// Writes the numbers of some rows of a batch into bytes that are reserved for them.
struct ColumnOutput {
  let bytes: UnsafeMutableRawBufferPointer
  let layout: ColumnLayout
  let rows: Range<Int>

  /// Writes all columns.
  func write(_ batch: SampleBatch, _ names: inout UsedNames) {
    write(batch.id, .id)
    write(batch.digest, .digest) { $0 }
    write(batch.start, .start) { $0 }
    write(batch.end, .end) { $0 }
    write(batch.created, .created) { $0 }
    write(batch.value, .value) { $0 }
    write(batch.type, .type) { names.types.number(of: $0) }
    write(batch.enumCase, .item) { $0 }
    write(batch.source, .source) { names.sources.number(of: $0) }
    write(batch.device, .device) { names.devices.number(of: $0) }
    write(batch.subject, .subject) { names.subjects.number(of: $0) }
    write(batch.origin, .origin) { names.origins.number(of: $0) }
    writeGroups(batch)
    write(batch.text, .text) { $0.end &- $0.start }
    write(batch.metadata, .metadata) { $0.end &- $0.start }
    write(batch.original, .original) { $0.end &- $0.start }
    write(batch.unknown, .unknown) { $0.end &- $0.start }
    write(batch.startOffset, .startOffset) { $0 }
    write(batch.endOffset, .endOffset) { $0 }
    write(batch.createdOffset, .createdOffset) { $0 }
    write(batch.isGivenID, .isDerived) { $0 ? 0 : 1 as UInt8 }
  }

  /// Places of correlations are those in the rows; what does not follow its correlation is a sample by itself, as it is in
  /// lines.
  private func writeGroups(_ batch: SampleBatch) {
    var head = rows.lowerBound
    var places: [Int32] = []
    var roles: [Int32] = []
    for row in rows {
      let isMember = row > head && batch.correlation[row] == Int32(truncatingIfNeeded: head)
      if !isMember { head = row }
      places.append(isMember ? Int32(truncatingIfNeeded: head - rows.lowerBound) : -1)
      roles.append(isMember ? batch.role[row] : -1)
    }
    let all = ColumnOutput(bytes: bytes, layout: layout, rows: 0..<rows.count)
    all.write(places, .correlation) { $0 }
    all.write(roles, .role) { $0 }
  }

  @inline(__always)
  private func write<Element, Number: BitwiseCopyable>(
    _ column: [Element], _ name: ColumnLayout.Column, _ number: (Element) -> Number
  ) {
    var place = layout[name]
    for row in rows {
      bytes.storeBytes(of: number(column[row]), toByteOffset: place, as: Number.self)
      place += MemoryLayout<Number>.size
    }
  }

  private func write(_ ids: [SampleID], _ name: ColumnLayout.Column) {
    var place = layout[name]
    for row in rows {
      bytes.storeBytes(of: ids[row].high.bigEndian, toByteOffset: place, as: UInt64.self)
      bytes.storeBytes(of: ids[row].low.bigEndian, toByteOffset: place + 8, as: UInt64.self)
      place += 16
    }
  }
}
