package import HealthModel
import HealthStorage
import HealthUnits

/// Writes rows of a batch as columns, so that a store with columns of its own need not read them from JSON.
package struct ColumnEncoder: Sendable {
  /// What names say of each type.
  private let types: [[UInt8]]

  package init(registry: Registry) {
    types = registry.types.map { type in
      let signature = TypeSignature(type)
      var object = JSONBuilder.openObject()
      object.member("id", type.id)
      object.member("kind", signature.kind)
      object.member("shape", signature.shape)
      object.member("unit", type.shape.quantity?.unit.sampleText)
      object.member("aggregation", signature.aggregation)
      if let cases = type.shape.enumeration?.cases {
        object.key("cases")
        object.array { array in
          for item in cases {
            array.object { object in
              object.member("name", item.name)
              object.member("raw", item.raw.map(Int64.init))
            }
          }
        }
      }
      if let members = type.shape.members { object.member("roles", texts: members.map(\.role)) }
      return object.finished
    }
  }

  /// How many bytes of text rows have, those of sources and devices counted for each row.
  ///
  /// - Returns: those of all rows together, and of the row that has most.
  package func textSize(of rows: Range<Int>, in batch: SampleBatch) -> (sum: Int, most: Int) {
    var size = (sum: 0, most: 0)
    for row in rows {
      let own = [batch.text[row], batch.metadata[row], batch.original[row], batch.unknown[row]]
      var bytes = own.reduce(0) { $0 + $1.indices.count }
      if batch.source[row] >= 0 { bytes += batch.sources.ranges[Int(batch.source[row])].indices.count }
      if batch.device[row] >= 0 { bytes += batch.devices.ranges[Int(batch.device[row])].indices.count }
      size = (size.sum + bytes, max(size.most, bytes))
    }
    return size
  }

  /// How many bytes the numbers of a sample take.
  package static var numberSize: Int { ColumnLayout.width }

  /// The rows as columns, texts and names; groups are in them whole.
  package func encode(_ rows: Range<Int>, of batch: SampleBatch) -> [UInt8] {
    let layout = ColumnLayout(count: rows.count)
    var names = UsedNames(of: batch, types: types.count, count: rows.count)
    var output: [UInt8] = []
    output.reserveCapacity(layout.end + layout.end / 2)
    output.append(contentsOf: repeatElement(0, count: layout.end))
    output.withUnsafeMutableBytes { bytes in
      ColumnOutput(bytes: bytes, layout: layout, rows: rows).write(batch, &names)
    }
    for ranges in [batch.text, batch.metadata, batch.original, batch.unknown] {
      for row in rows where !ranges[row].isEmpty { output.append(contentsOf: batch.arena[ranges[row].indices]) }
    }
    append(names, of: batch, to: &output)
    return output
  }

  private func append(_ names: UsedNames, of batch: SampleBatch, to output: inout [UInt8]) {
    var object = JSONBuilder.openObject()
    object.key("types")
    object.array { array in
      for index in names.types.used { array.value(json: types[Int(index)]) }
    }
    for (name, table, used) in [
      ("sources", batch.sources, names.sources.used), ("devices", batch.devices, names.devices.used),
    ] where !used.isEmpty {
      object.key(name)
      object.array { array in
        for index in used { array.value(json: batch.arena[table.ranges[Int(index)].indices]) }
      }
    }
    for (name, table, used) in [
      ("subjects", batch.subjects, names.subjects.used), ("origins", batch.origins, names.origins.used),
    ] where !used.isEmpty {
      object.member(name, texts: used.map { batch.string(table.ranges[Int($0)]) })
    }
    output.append(contentsOf: object.finished)
  }
}

/// What the samples of a batch of columns use, numbered.
struct UsedNames {
  var types: NumberedNames
  var sources: NumberedNames
  var devices: NumberedNames
  var subjects: NumberedNames
  var origins: NumberedNames

  init(of batch: SampleBatch, types: Int, count: Int) {
    self.types = NumberedNames(tableSize: types, count: count)
    sources = NumberedNames(tableSize: batch.sources.count, count: count)
    devices = NumberedNames(tableSize: batch.devices.count, count: count)
    subjects = NumberedNames(tableSize: batch.subjects.count, count: count)
    origins = NumberedNames(tableSize: batch.origins.count, count: count)
  }
}

/// Writes the numbers of some rows of a batch into bytes that are reserved for them.
struct ColumnOutput {
  let bytes: UnsafeMutableRawBufferPointer
  let layout: ColumnLayout
  let rows: Range<Int>

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

/// Numbers from 0, in the order in which they come, for indexes of a table: a batch names only what its samples use.
struct NumberedNames {
  /// The number of each index, where most of the table may be used.
  private var numbers: [Int32] = []
  /// The same where the table is much larger than the batch.
  private var sparse: [Int32: Int32] = [:]
  /// The indexes that came.
  private(set) var used: [Int32] = []

  init(tableSize: Int, count: Int) {
    if tableSize <= max(256, 4 * count) { numbers = Array(repeating: -1, count: tableSize) }
  }

  /// The number of an index; -1 stays -1.
  @inline(__always)
  mutating func number(of index: Int32) -> Int32 {
    guard index >= 0 else { return -1 }
    let known = numbers.isEmpty ? sparse[index, default: -1] : numbers[Int(index)]
    guard known < 0 else { return known }
    let number = Int32(truncatingIfNeeded: used.count)
    if numbers.isEmpty { sparse[index] = number } else { numbers[Int(index)] = number }
    used.append(index)
    return number
  }
}

#if _endian(big)
  #error("columns of samples are little-endian; numbers have to be swapped on this platform")
#endif

/// Where the columns of a batch are: one after the other without gaps, the widest first, so that each is aligned.
///
/// The texts follow, and then the names: a JSON object with the types, sources and so on that columns refer to by number.
struct ColumnLayout {
  /// A column, by its name in Documentation/plugin-protocol.md; the order is that of the bytes.
  enum Column: String, CaseIterable {
    case id, digest, start, end, created, value
    case type
    case item = "case"
    case source, device, subject, origin, correlation, role
    case text, metadata, original, unknown
    case startOffset = "start_offset"
    case endOffset = "end_offset"
    case createdOffset = "created_offset"
    case isDerived = "derived"

    /// How many bytes a sample has in it.
    var width: Int {
      switch self {
      case .id: 16
      case .digest, .start, .end, .created, .value: 8
      case .startOffset, .endOffset, .createdOffset: 2
      case .isDerived: 1
      default: 4
      }
    }
  }

  /// The columns with the lengths of texts, in the order of the texts: those of all samples for a column, then the next's.
  static let textLengths: [Column] = [.text, .metadata, .original, .unknown]

  /// How many bytes a sample has in all columns.
  static let width = Column.allCases.reduce(0) { $0 + $1.width }

  private let starts: [Column: Int]
  /// Where the texts begin.
  let end: Int

  init(count: Int) {
    var starts: [Column: Int] = [:]
    var place = 0
    for column in Column.allCases {
      starts[column] = place
      place += column.width * count
    }
    self.starts = starts
    end = place
  }

  subscript(_ column: Column) -> Int { starts[column] ?? end }
}
