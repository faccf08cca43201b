import HealthModel
import HealthUnits

/// The cells of one record: a sample, or a correlation with its members, as texts with the numbers of their columns.
struct CSVRow: Sendable {
  /// A cell that is not empty.
  struct Cell: Sendable {
    /// The number of its column.
    var column: Int
    /// Its text, as a range of the row's texts.
    var text: Range<Int>
  }

  private(set) var cells: [Cell] = []
  /// The texts of the cells, without quotes.
  private(set) var texts: [UInt8] = []
  private let registry: Registry
  private let units: ShownUnits

  /// Creates a row without cells.
  init(registry: Registry, units: ShownUnits) {
    self.registry = registry
    self.units = units
  }

  /// Fills the row with a record.
  ///
  /// - Parameters:
  ///   - group: the record's rows in the batch.
  ///   - batch: the samples.
  ///   - columns: gives columns their numbers.
  /// - Throws: `CSVOmission` when a table cannot say what the record says.
  mutating func fill(
    _ group: Range<Int>, of batch: SampleBatch, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    cells.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    let head = group.lowerBound
    try put(.uuid, &columns) { batch.id[head].append(to: &$0) }
    let type = registry.types[Int(batch.type[head])]
    try put(.type, &columns) { $0 += type.id.utf8 }
    try putValue(head, of: batch, prefix: "", &columns)
    try putTimes(head, of: batch, &columns)
    try put(batch.subject[head], batch.subjects, .subject, batch, &columns)
    try put(batch.origin[head], batch.origins, .origin, batch, &columns)
    try putObject(batch.source[head], batch.sources, "source.", batch, &columns)
    try putObject(batch.device[head], batch.devices, "device.", batch, &columns)
    if let roles = type.shape.members {
      if columns.hasMembers { try putMembers(group.dropFirst(), roles, of: batch, registry, &columns) }
    } else if group.count > 1 {
      throw .members
    }
    try putMetadata(batch.metadata[head], batch, registry, &columns)
    try putOriginal(batch.original[head], batch, &columns)
    try putUnknown(batch.unknown[head], batch, &columns)
  }

  /// Adds a cell.
  mutating func put(
    _ name: [UInt8], _ columns: inout CSVColumnList, _ write: (inout [UInt8]) -> Void
  ) throws(CSVOmission) {
    guard columns.wants(name) else { return }
    let start = texts.count
    write(&texts)
    let range = start..<texts.count
    guard !range.isEmpty, !texts[range].contains(0) else { throw .text }
    // Quotes are doubled, and count twice.
    guard range.count + texts[range].count(where: { $0 == UInt8(ascii: "\"") }) <= CSVCursor.maximumText else {
      throw .length
    }
    guard let column = columns.number(of: name) else { throw .late }
    cells.append(Cell(column: column, text: range))
  }

  /// Adds a cell of a field.
  mutating func put(
    _ field: SampleField, _ columns: inout CSVColumnList, _ write: (inout [UInt8]) -> Void
  ) throws(CSVOmission) {
    try put(Array(field.label.utf8), &columns, write)
  }

  /// Adds value and unit of a sample, or of a member of a type.
  mutating func putValue(
    _ row: Int, of batch: SampleBatch, prefix: String, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    let type = registry.types[Int(batch.type[row])]
    let name = Array((prefix + "value").utf8)
    switch type.shape.column {
    case .number:
      let shown = units[Int(batch.type[row])]
      let value = shown?.value(batch.value[row]) ?? batch.value[row]
      try put(name, &columns) { DecimalWriter.append(value, to: &$0) }
      try put(Array((prefix + "unit").utf8), &columns) {
        $0 += ((shown?.unit ?? type.shape.quantity?.unit)?.unitString ?? "").utf8
      }
    case .enumCase:
      let item = Int(batch.enumCase[row])
      guard let cases = type.shape.enumeration?.cases, cases.indices.contains(item) else { throw .text }
      try put(name, &columns) { $0 += cases[item].name.utf8 }
    case .text: try put(name, &columns) { $0 += batch.arena[batch.text[row].indices] }
    case .parts: throw .structure
    case .absent: break
    }
  }

  private mutating func putTimes(
    _ row: Int, of batch: SampleBatch, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    if batch.start[row] != SampleBatch.noTime {
      try put(.start, &columns) { TimestampWriter.append(batch.start[row], to: &$0) }
      try put(.end, &columns) { TimestampWriter.append(batch.end[row], to: &$0) }
      try putOffset(.offset, batch.startOffset[row], &columns)
      if batch.endOffset[row] != batch.startOffset[row] { try putOffset(.endOffset, batch.endOffset[row], &columns) }
    }
    guard batch.created[row] != SampleBatch.noTime else { return }
    try put(.created, &columns) { TimestampWriter.append(batch.created[row], to: &$0) }
    if batch.createdOffset[row] != batch.startOffset[row] {
      try putOffset(.createdOffset, batch.createdOffset[row], &columns)
    }
  }

  private mutating func putOffset(
    _ field: SampleField, _ minutes: Int16, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    try put(field, &columns) { TimestampWriter.appendOffset(minutes == SampleBatch.noOffset ? 0 : minutes, to: &$0) }
  }

  private mutating func put(
    _ index: Int32, _ table: InternTable, _ field: SampleField, _ batch: SampleBatch, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    guard index >= 0 else { return }
    try put(field, &columns) { $0 += batch.arena[table.ranges[Int(index)].indices] }
  }
}
