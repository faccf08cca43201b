import HealthJSON
package import HealthModel
import HealthUnits

/// Writes rows of a batch as columns: what a store keeps in columns of its own need not become text and be read again.
package struct ColumnEncoder: Sendable {
  /// What names say of each type.
  private let types: [[UInt8]]

  /// Creates an encoder for samples of a registry's types.
  package init(registry: Registry) {
    types = registry.types.map { type in
      var object = JSONBuilder.openObject()
      object.member("id", type.id)
      if let quantity = type.shape.quantity { object.member("unit", quantity.unit.sampleText) }
      if let enumeration = type.shape.enumeration { object.member("cases", texts: enumeration.cases.map(\.name)) }
      if let members = type.shape.members { object.member("roles", texts: members.map(\.role)) }
      return object.finished
    }
  }

  /// How many bytes of texts a row has, those that other rows share included.
  package func textSize(of row: Int, in batch: SampleBatch) -> Int {
    var size =
      batch.text[row].indices.count + batch.metadata[row].indices.count + batch.original[row].indices.count
      + batch.unknown[row].indices.count
    if batch.source[row] >= 0 { size += batch.sources.ranges[Int(batch.source[row])].indices.count }
    if batch.device[row] >= 0 { size += batch.devices.ranges[Int(batch.device[row])].indices.count }
    return size
  }

  /// About how many bytes rows take.
  package func size(of rows: Range<Int>, in batch: SampleBatch) -> Int {
    rows.reduce(rows.count * ColumnLayout.width) { $0 + textSize(of: $1, in: batch) }
  }

  /// The rows as columns; a group is in them whole.
  package func encode(_ rows: Range<Int>, of batch: SampleBatch) -> [UInt8] {
    let count = rows.count
    let layout = ColumnLayout(count: count)
    let texts = [batch.text, batch.metadata, batch.original, batch.unknown]
    var types = NumberedTypes(registrySize: self.types.count)
    var output: [UInt8] = []
    output.reserveCapacity(layout.end + layout.end / 2)
    output.append(contentsOf: repeatElement(0, count: layout.end))
    output.withUnsafeMutableBytes { bytes in
      var columns = ColumnOutput(bytes: bytes, layout: layout)
      columns.write(batch.id, rows, .id)
      columns.write(batch.digest, rows, .digest) { $0 }
      columns.write(batch.start, rows, .start) { $0 }
      columns.write(batch.end, rows, .end) { $0 }
      columns.write(batch.created, rows, .created) { $0 }
      columns.write(batch.value, rows, .value) { $0 }
      columns.write(batch.type, rows, .type) { types.number(of: $0) }
      columns.write(batch.enumCase, rows, .item) { $0 }
      columns.write(batch.source, rows, .source) { $0 }
      columns.write(batch.device, rows, .device) { $0 }
      columns.write(batch.subject, rows, .subject) { $0 }
      columns.write(batch.origin, rows, .origin) { $0 }
      let first = Int32(truncatingIfNeeded: rows.lowerBound)
      columns.write(batch.correlation, rows, .correlation) { $0 < 0 ? -1 : $0 &- first }
      columns.write(batch.role, rows, .role) { $0 }
      for (column, ranges) in zip(ColumnLayout.textLengths, texts) {
        columns.write(ranges, rows, column) { $0.end &- $0.start }
      }
      columns.write(batch.startOffset, rows, .startOffset) { $0 }
      columns.write(batch.endOffset, rows, .endOffset) { $0 }
      columns.write(batch.createdOffset, rows, .createdOffset) { $0 }
      columns.write(batch.isGivenID, rows, .isDerived) { $0 ? 0 : 1 as UInt8 }
    }
    for ranges in texts {
      for row in rows where !ranges[row].isEmpty { output.append(contentsOf: batch.arena[ranges[row].indices]) }
    }
    appendNames(types.used, of: batch, to: &output)
    return output
  }

  private func appendNames(_ used: [Int32], of batch: SampleBatch, to output: inout [UInt8]) {
    var names = JSONBuilder.openObject()
    names.key("types")
    names.array { array in
      for index in used { array.value(json: types[Int(index)]) }
    }
    for (name, table) in [("sources", batch.sources), ("devices", batch.devices)] where table.count > 0 {
      names.key(name)
      names.array { array in
        for range in table.ranges { array.value(json: batch.arena[range.indices]) }
      }
    }
    for (name, table) in [("subjects", batch.subjects), ("origins", batch.origins)] where table.count > 0 {
      names.member(name, texts: table.ranges.map { batch.string($0) })
    }
    output.append(contentsOf: names.finished)
  }
}

/// The types of some samples, numbered from 0 in the order in which they come.
private struct NumberedTypes {
  private var numbers: [Int32]
  /// The types' indexes in the registry.
  private(set) var used: [Int32] = []

  init(registrySize: Int) { numbers = Array(repeating: -1, count: registrySize) }

  mutating func number(of index: Int32) -> Int32 {
    let place = Int(index)
    if numbers[place] < 0 {
      numbers[place] = Int32(truncatingIfNeeded: used.count)
      used.append(index)
    }
    return numbers[place]
  }
}

/// Writes columns into bytes that are there.
private struct ColumnOutput {
  let bytes: UnsafeMutableRawBufferPointer
  let layout: ColumnLayout

  /// Writes a number of each row.
  @inline(__always)
  mutating func write<Element, Number: BitwiseCopyable>(
    _ column: [Element], _ rows: Range<Int>, _ name: ColumnLayout.Column, _ number: (Element) -> Number
  ) {
    var place = layout[name]
    for row in rows {
      bytes.storeBytes(of: number(column[row]), toByteOffset: place, as: Number.self)
      place += MemoryLayout<Number>.size
    }
  }

  @inline(__always)
  mutating func write(_ ids: [SampleID], _ rows: Range<Int>, _ name: ColumnLayout.Column) {
    var place = layout[name]
    for row in rows {
      bytes.storeBytes(of: ids[row].high.bigEndian, toByteOffset: place, as: UInt64.self)
      bytes.storeBytes(of: ids[row].low.bigEndian, toByteOffset: place + 8, as: UInt64.self)
      place += 16
    }
  }
}
