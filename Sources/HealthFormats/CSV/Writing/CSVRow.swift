import HealthModel
import HealthUnits

/// The cells of one record: a sample, or a correlation with its members, as texts with the numbers of their columns.
struct CSVRow: Sendable {
  struct Cell: Sendable {
    var column: Int
    /// Its text, as a range of the row's texts, or of those that samples share.
    var text: Range<Int>
    /// Whether it needs no quotes.
    var isPlain: Bool
    /// Whether its text is one that samples of the batch share.
    var isShared = false
  }

  struct TypeCells: Sendable {
    let id: [UInt8]
    let unit: [UInt8]
    let shown: ShownUnits.Entry?
    let cases: [[UInt8]]
    let column: ValueColumn
    let members: [CorrelationMember]?
  }

  private(set) var cells: [Cell] = []
  /// The texts of the cells, without quotes.
  private(set) var texts: [UInt8] = []
  let registry: Registry
  let types: [TypeCells]
  /// The cells of sources, devices and metadata of the batch that were met before.
  var objects = CSVObjects()

  init(registry: Registry, units: ShownUnits) {
    self.registry = registry
    types = registry.types.enumerated().map { index, type in
      let shape = type.shape
      let unit = units[index]?.unit ?? shape.quantity?.unit
      return TypeCells(
        id: Array(type.id.utf8), unit: Array((unit?.sampleText ?? "").utf8), shown: units[index],
        cases: shape.enumeration?.cases.map { Array($0.name.utf8) } ?? [], column: shape.column,
        members: shape.members)
    }
  }

  func text(of cell: Cell) -> ArraySlice<UInt8> { cell.isShared ? objects.texts[cell.text] : texts[cell.text] }

  /// Prepares for the samples of a batch.
  mutating func begin(_ batch: SampleBatch) { objects.begin(batch) }

  /// Fills the row with a record.
  mutating func fill(
    _ group: Range<Int>, of batch: SampleBatch, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    cells.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    let head = group.lowerBound
    let type = Int(batch.type[head])
    try put(.uuid, isPlain: true, &columns) { batch.id[head].append(to: &$0) }
    let id = types[type].id
    try put(.type, isPlain: true, &columns) { $0 += id }
    try putValue(head, of: batch, &columns)
    try putTimes(head, of: batch, &columns)
    try put(batch.subject[head], batch.subjects, .subject, batch, &columns)
    try put(batch.origin[head], batch.origins, .origin, batch, &columns)
    try putSource(batch.source[head], batch, &columns)
    try putDevice(batch.device[head], batch, &columns)
    if let roles = types[type].members {
      if columns.hasMembers { try putMembers(group.dropFirst(), roles, of: batch, registry, &columns) }
    } else if group.count > 1 {
      throw .members
    }
    if columns.hasMetadata { try putMetadata(batch.metadata[head], batch, registry, &columns) }
    if columns.hasOriginal { try putOriginal(batch.original[head], batch, &columns) }
    try putUnknown(batch.unknown[head], batch, &columns)
  }

  /// Adds a cell.
  mutating func put(
    _ name: [UInt8], _ columns: inout CSVColumnList, _ write: (inout [UInt8]) -> Void
  ) throws(CSVOmission) {
    guard columns.wants(name) else { return }
    let start = texts.count
    write(&texts)
    let isPlain = try CSVCellText.isPlain(start..<texts.count, in: texts)
    guard let column = columns.number(of: name) else { throw .late }
    cells.append(Cell(column: column, text: start..<texts.count, isPlain: isPlain))
  }

  /// Adds a cell of a field.
  mutating func put(
    _ field: SampleField, isPlain: Bool, _ columns: inout CSVColumnList, _ write: (inout [UInt8]) -> Void
  ) throws(CSVOmission) {
    guard columns.wants(field) else { return }
    let start = texts.count
    write(&texts)
    var needsNoQuotes = isPlain
    if !isPlain { needsNoQuotes = try CSVCellText.isPlain(start..<texts.count, in: texts) }
    guard let column = columns.number(of: field) else { throw .late }
    cells.append(Cell(column: column, text: start..<texts.count, isPlain: needsNoQuotes))
  }

  /// Adds cells that were made before, of an object that samples share.
  mutating func put(shared: [Cell]) { cells += shared }

  /// The cells after some of them; their texts are copied to where samples share them.
  mutating func share(after count: Int) -> [Cell] {
    var shared = Array(cells[count...])
    for index in shared.indices {
      shared[index].text = objects.keep(texts[shared[index].text])
      shared[index].isShared = true
    }
    return shared
  }

  var count: Int { cells.count }

  /// Adds value and unit of a sample.
  private mutating func putValue(
    _ row: Int, of batch: SampleBatch, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    let type = Int(batch.type[row])
    switch types[type].column {
    case .number:
      let value = types[type].shown?.value(batch.value[row]) ?? batch.value[row]
      let unit = types[type].unit
      try put(.value, isPlain: false, &columns) { DecimalWriter.append(value, to: &$0) }
      try put(.unit, isPlain: false, &columns) { $0 += unit }
    case .enumCase:
      let item = Int(batch.enumCase[row])
      guard types[type].cases.indices.contains(item) else { throw .text }
      let name = types[type].cases[item]
      try put(.value, isPlain: false, &columns) { $0 += name }
    case .text: try put(.value, isPlain: false, &columns) { $0 += batch.arena[batch.text[row].indices] }
    case .parts: throw .structure
    case .absent: break
    }
  }

  /// Adds value and unit of a member of a correlation.
  mutating func putValue(
    ofMember row: Int, of batch: SampleBatch, prefix: String, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    let type = types[Int(batch.type[row])]
    let name = Array((prefix + "value").utf8)
    switch type.column {
    case .number:
      let value = type.shown?.value(batch.value[row]) ?? batch.value[row]
      try put(name, &columns) { DecimalWriter.append(value, to: &$0) }
      try put(Array((prefix + "unit").utf8), &columns) { $0 += type.unit }
    case .enumCase:
      let item = Int(batch.enumCase[row])
      guard type.cases.indices.contains(item) else { throw .text }
      try put(name, &columns) { $0 += type.cases[item] }
    case .text: try put(name, &columns) { $0 += batch.arena[batch.text[row].indices] }
    case .parts: throw .structure
    case .absent: break
    }
  }

  private mutating func putTimes(
    _ row: Int, of batch: SampleBatch, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    if batch.start[row] != SampleBatch.noTime {
      try put(.start, isPlain: true, &columns) { TimestampWriter.append(batch.start[row], to: &$0) }
      try put(.end, isPlain: true, &columns) { TimestampWriter.append(batch.end[row], to: &$0) }
      try putOffset(.offset, batch.startOffset[row], &columns)
      if batch.endOffset[row] != batch.startOffset[row] { try putOffset(.endOffset, batch.endOffset[row], &columns) }
    }
    guard batch.created[row] != SampleBatch.noTime else { return }
    try put(.created, isPlain: true, &columns) { TimestampWriter.append(batch.created[row], to: &$0) }
    if batch.createdOffset[row] != batch.startOffset[row] {
      try putOffset(.createdOffset, batch.createdOffset[row], &columns)
    }
  }

  private mutating func putOffset(
    _ field: SampleField, _ minutes: Int16, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    try put(field, isPlain: true, &columns) {
      TimestampWriter.appendOffset(minutes == SampleBatch.noOffset ? 0 : minutes, to: &$0)
    }
  }

  private mutating func put(
    _ index: Int32, _ table: InternTable, _ field: SampleField, _ batch: SampleBatch, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    guard index >= 0 else { return }
    try put(field, isPlain: false, &columns) { $0 += batch.arena[table.ranges[Int(index)].indices] }
  }
}
