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

  var columns = CSVColumnList()
  private(set) var cells: [Cell] = []
  /// Why the record cannot be a row; nothing more is added then.
  private(set) var omission: CSVOmission?
  /// The texts of the cells, without quotes.
  private(set) var texts: [UInt8] = []
  let registry: Registry
  let types: [TypeCells]
  /// By whose clock times are written; `nil` for UTC, as the normal form has them.
  var zone: TimeZoneRules?
  /// The cells of sources, devices and metadata of the batch that were met before.
  var objects = CSVObjects()

  init(registry: Registry, units: ShownUnits) {
    self.registry = registry
    types = registry.types.enumerated().map { index, type in
      let shape = type.shape
      let unit = units[index]?.unit ?? shape.quantity?.unit
      return TypeCells(
        id: Array(type.id.utf8), unit: Array((unit?.sampleText ?? "").utf8), shown: units[index],
        cases: shape.enumeration?.cases.map { Array($0.name.utf8) } ?? [], column: shape.column, members: shape.members)
    }
  }

  func text(of cell: Cell) -> ArraySlice<UInt8> { cell.isShared ? objects.texts[cell.text] : texts[cell.text] }

  mutating func begin(_ batch: SampleBatch) { objects.begin(batch) }

  /// Makes the cells of a record; returns why it cannot be a row, if so.
  mutating func fill(_ group: Range<Int>, of batch: SampleBatch) -> CSVOmission? {
    omission = nil
    cells.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    let head = group.lowerBound
    let type = Int(batch.type[head])
    put(.uuid, isPlain: true) { batch.id[head].append(to: &$0) }
    let id = types[type].id
    put(.type, isPlain: true) { $0 += id }
    putValue(head, of: batch)
    putTimes(head, of: batch)
    put(batch.subject[head], batch.subjects, .subject, batch)
    put(batch.origin[head], batch.origins, .origin, batch)
    putSource(batch.source[head], batch)
    putDevice(batch.device[head], batch)
    if let roles = types[type].members {
      if columns.hasMembers { putMembers(group.dropFirst(), roles, of: batch) }
    } else if group.count > 1 {
      omit(.members)
    }
    if columns.hasMetadata { putMetadata(batch.metadata[head], batch) }
    if columns.hasOriginal { putOriginal(batch.original[head], batch) }
    putUnknown(batch.unknown[head], batch)
    return omission
  }

  /// The first reason counts.
  private mutating func omit(_ reason: CSVOmission) { omission = omission ?? reason }

  mutating func put(_ name: [UInt8], _ write: (inout [UInt8]) -> Void) {
    guard omission == nil, columns.wants(name) else { return }
    let start = texts.count
    write(&texts)
    let isPlain = isPlain(from: start)
    guard omission == nil else { return }
    guard let column = columns.number(of: name) else { return omit(.late) }
    cells.append(Cell(column: column, text: start..<texts.count, isPlain: isPlain))
  }

  mutating func put(_ field: SampleField, isPlain: Bool, _ write: (inout [UInt8]) -> Void) {
    guard omission == nil, columns.wants(field) else { return }
    let start = texts.count
    write(&texts)
    let needsNoQuotes = isPlain || self.isPlain(from: start)
    guard omission == nil else { return }
    guard let column = columns.number(of: field) else { return omit(.late) }
    cells.append(Cell(column: column, text: start..<texts.count, isPlain: needsNoQuotes))
  }

  /// Whether the text of a cell, from a place on, needs no quotes; one that no cell can have is a reason to omit the row.
  private mutating func isPlain(from start: Int) -> Bool {
    guard start < texts.count else {
      omit(.text)
      return true
    }
    var quotes = 0
    var isPlain = true
    for index in start..<texts.count {
      switch texts[index] {
      case 0:
        omit(.text)
        return true
      case UInt8(ascii: "\""):
        quotes += 1
        isPlain = false
      case UInt8(ascii: ","), 0x0A, 0x0D: isPlain = false
      default: break
      }
    }
    // Quotes are doubled, and count twice.
    if texts.count - start + quotes > CSVCursor.maximumText { omit(.length) }
    return isPlain
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

  private mutating func putValue(_ row: Int, of batch: SampleBatch) {
    let type = Int(batch.type[row])
    switch types[type].column {
    case .number:
      let value = types[type].shown?.value(batch.value[row]) ?? batch.value[row]
      let unit = types[type].unit
      put(.value, isPlain: false) { DecimalWriter.append(value, to: &$0) }
      put(.unit, isPlain: false) { $0 += unit }
    case .enumCase:
      let item = Int(batch.enumCase[row])
      guard types[type].cases.indices.contains(item) else { return omit(.text) }
      let name = types[type].cases[item]
      put(.value, isPlain: false) { $0 += name }
    case .text: put(.value, isPlain: false) { $0 += batch.arena[batch.text[row].indices] }
    case .parts: omit(.structure)
    case .absent: break
    }
  }

  /// Adds value and unit of a member of a correlation.
  mutating func putValue(ofMember row: Int, of batch: SampleBatch, prefix: String) {
    let type = types[Int(batch.type[row])]
    let name = Array((prefix + "value").utf8)
    switch type.column {
    case .number:
      let value = type.shown?.value(batch.value[row]) ?? batch.value[row]
      put(name) { DecimalWriter.append(value, to: &$0) }
      put(Array((prefix + "unit").utf8)) { $0 += type.unit }
    case .enumCase:
      let item = Int(batch.enumCase[row])
      guard type.cases.indices.contains(item) else { return omit(.text) }
      put(name) { $0 += type.cases[item] }
    case .text: put(name) { $0 += batch.arena[batch.text[row].indices] }
    case .parts: omit(.structure)
    case .absent: break
    }
  }

  private mutating func putTimes(_ row: Int, of batch: SampleBatch) {
    if batch.start[row] != SampleBatch.noTime {
      putTime(.start, batch.start[row])
      putTime(.end, batch.end[row])
      putOffset(.offset, batch.startOffset[row])
      if batch.endOffset[row] != batch.startOffset[row] { putOffset(.endOffset, batch.endOffset[row]) }
    }
    guard batch.created[row] != SampleBatch.noTime else { return }
    putTime(.created, batch.created[row])
    if batch.createdOffset[row] != batch.startOffset[row] { putOffset(.createdOffset, batch.createdOffset[row]) }
  }

  private mutating func putTime(_ field: SampleField, _ time: Int64) {
    let zone = zone
    put(field, isPlain: true) { TimestampWriter.append(Instant(microseconds: time), in: zone, to: &$0) }
  }

  private mutating func putOffset(_ field: SampleField, _ minutes: Int16) {
    put(field, isPlain: true) { TimestampWriter.appendOffset(minutes == SampleBatch.noOffset ? 0 : minutes, to: &$0) }
  }

  private mutating func put(_ index: Int32, _ table: InternTable, _ field: SampleField, _ batch: SampleBatch) {
    guard index >= 0 else { return }
    put(field, isPlain: false) { $0 += batch.arena[table.ranges[Int(index)].indices] }
  }
}

/// The members of a correlation as cells: one of each type, with value, times and id.
extension CSVRow {
  mutating func putMembers(_ members: Range<Int>, _ roles: [CorrelationMember], of batch: SampleBatch) {
    var seen: Set<Int32> = []
    for member in members {
      let type = batch.type[member]
      guard seen.insert(type).inserted, Int(batch.role[member]) == Self.role(ofType: Int(type), roles, registry)
      else { return omit(.members) }
      guard Self.isPlain(member, of: batch) else { return omit(.memberContent) }
      let prefix = "members.\(registry.types[Int(type)].id)."
      putValue(ofMember: member, of: batch, prefix: prefix)
      putTimes(ofMember: member, of: batch, prefix: prefix)
      put(Array((prefix + "uuid").utf8)) { batch.id[member].append(to: &$0) }
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
  private mutating func putTimes(ofMember row: Int, of batch: SampleBatch, prefix: String) {
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
        return omit(.memberContent)
      }
      put(Array((prefix + name).utf8)) { TimestampWriter.append(Instant(microseconds: time, offset: offset), to: &$0) }
    }
  }
}

/// The objects of a sample, as cells: source, device, metadata, originals, unknown fields.
extension CSVRow {
  mutating func putSource(_ index: Int32, _ batch: SampleBatch) {
    guard index >= 0 else { return }
    if let known = objects.sources[Int(index)] { return put(shared: known) }
    let count = count
    putObject(index, batch.sources, "source.", batch)
    if omission == nil { objects.sources[Int(index)] = share(after: count) }
  }

  mutating func putDevice(_ index: Int32, _ batch: SampleBatch) {
    guard index >= 0 else { return }
    if let known = objects.devices[Int(index)] { return put(shared: known) }
    let count = count
    putObject(index, batch.devices, "device.", batch)
    if omission == nil { objects.devices[Int(index)] = share(after: count) }
  }

  /// Adds the parts of a source or device.
  private mutating func putObject(_ index: Int32, _ table: InternTable, _ prefix: StaticString, _ batch: SampleBatch) {
    guard index >= 0, omission == nil else { return }
    for member in Self.members(of: Array(batch.arena[table.ranges[Int(index)].indices])) {
      guard let name = name(prefix, member.key) else { return }
      guard columns.wants(name) else { continue }
      guard member.kind == .string else { return omit(.fieldKind) }
      put(name) { $0 += member.text }
    }
  }

  mutating func putMetadata(_ range: ByteRange, _ batch: SampleBatch) {
    guard !range.isEmpty, omission == nil else { return }
    let key = CSVObjects.key(range.indices, in: batch.arena)
    if let known = objects.cells(key, range.indices, in: batch.arena) { return put(shared: known) }
    let count = count
    var rest: [UInt8] = []
    for member in Self.members(of: Array(batch.arena[range.indices])) {
      if isRest("metadata.", member, &rest) { continue }
      guard let name = name("metadata.", member.key) else { return }
      guard columns.wants(name) else { continue }
      let known = registry.metadataKeyIndex(at: 0..<member.key.count, in: member.key.span.bytes)
      let shape = known.map { registry.metadataKeys[$0].value }
      guard let text = Self.metadataText(member, shape) else { return omit(.metadataKind) }
      put(name) { $0 += text }
    }
    put(rest, as: .metadata)
    if omission == nil, objects.hasRoom { objects.keep(share(after: count), of: key, range.indices) }
  }

  /// The text of a metadata value from which its key's kind makes the value again; `nil` if there is none.
  private static func metadataText(_ member: JSONMember, _ shape: MetadataValueShape?) -> [UInt8]? {
    switch (member.kind, shape) {
    case (.string, _), (.boolean, .boolean), (.number, .number), (.number, .integer), (.number, .enum):
      return member.text
    case (.object, .quantity):
      let parts = members(of: member.text)
      guard parts.count == 2, let value = parts.first(where: { $0.key.elementsEqual("value".utf8) }),
        let unit = parts.first(where: { $0.key.elementsEqual("unit".utf8) }), value.kind == .number,
        unit.kind == .string
      else { return nil }
      return value.text + [UInt8(ascii: " ")] + unit.text
    default: return nil
    }
  }

  /// Adds what an earlier normalizing kept.
  mutating func putOriginal(_ range: ByteRange, _ batch: SampleBatch) {
    guard !range.isEmpty, omission == nil else { return }
    var rest: [UInt8] = []
    for member in Self.members(of: Array(batch.arena[range.indices])) {
      if isRest("original.", member, &rest) { continue }
      guard let name = name("original.", member.key) else { return }
      guard columns.wants(name) else { continue }
      guard member.kind == .string || member.kind == .number else { return omit(.fieldKind) }
      put(name) { $0 += member.text }
    }
    put(rest, as: .original)
  }

  mutating func putUnknown(_ range: ByteRange, _ batch: SampleBatch) {
    // No column is named for such a field.
    guard !range.isEmpty, omission == nil, !columns.isSelection else { return }
    var rest: [UInt8] = []
    for member in Self.members(of: [UInt8(ascii: "{")] + batch.arena[range.indices] + [UInt8(ascii: "}")]) {
      if isRest("", member, &rest) { continue }
      guard member.kind == .string else { return omit(.fieldKind) }
      // A name that means something as a column's is another field there.
      let isFree =
        TableField(name: member.key) == nil && TableField.unknown(member.key).kind == .unknown
        && !TableField.isTooBroad(member.key) && member.key != TableLayout.ignored
      guard isFree else { return omit(.name) }
      guard let name = name("", member.key) else { return }
      put(name) { $0 += member.text }
    }
    put(rest, as: .other)
  }

  /// Whether a member has no column and goes to the object of those.
  private func isRest(_ prefix: StaticString, _ member: JSONMember, _ rest: inout [UInt8]) -> Bool {
    guard columns.hasRest, !columns.contains(Array("\(prefix)".utf8) + member.key) else { return false }
    CSVRest.append(member.key, member.text, isText: member.kind == .string, to: &rest)
    return true
  }

  private mutating func put(_ rest: [UInt8], as column: CSVRest) {
    guard !rest.isEmpty else { return }
    put(column.name) {
      $0 += rest
      $0.append(UInt8(ascii: "}"))
    }
  }

  /// A column's name; `nil` for one that no header can have, whose names have no blanks at their ends.
  private mutating func name(_ prefix: StaticString, _ key: [UInt8]) -> [UInt8]? {
    let name = Array("\(prefix)".utf8) + key
    // A column that is not wanted needs no name that a header can have.
    guard columns.wants(name) else { return name }
    guard !key.isEmpty, name.count <= 1024, !name.contains(0), let first = name.first, let last = name.last,
      ![0x20, 0x09].contains(first), ![0x20, 0x09].contains(last)
    else {
      omit(.name)
      return nil
    }
    return name
  }

  private struct JSONMember {
    var key: [UInt8]
    var kind: RawField.Kind
    /// The text of a string, decoded; of other values as they are.
    var text: [UInt8]
  }

  /// The members of an object that a normal form holds; none when it is not an object.
  private static func members(of object: [UInt8]) -> [JSONMember] {
    var cursor = JSONCursor(end: object.count, longestString: Int.max)
    let bytes = object.span.bytes
    var members: [JSONMember] = []
    do {
      guard cursor.peek(bytes) == UInt8(ascii: "{") else { return [] }
      try cursor.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
        let value = try cursor.value(bytes, depth: 1)
        members.append(
          JSONMember(
            key: decoded(key, bytes), kind: value.kind,
            text: value.kind == .string ? decoded(value, bytes) : Array(object[value.range])))
      }
      return members
    } catch {
      return []
    }
  }

  private static func decoded(_ field: RawField, _ bytes: RawSpan) -> [UInt8] {
    JSONText.decoded(field.range, in: bytes)
  }
}

/// The cells of the sources, devices and metadata of one batch: most samples share them, and making them of JSON costs
/// more than all other cells.
struct CSVObjects: Sendable {
  private(set) var texts: [UInt8] = []
  /// By index into the batch's tables; `nil` for those that were not met yet.
  var sources: [[CSVRow.Cell]?] = []
  var devices: [[CSVRow.Cell]?] = []
  private var metadata: [Int: Metadata] = [:]

  private struct Metadata: Sendable {
    var place: Range<Int>
    var cells: [CSVRow.Cell]
  }

  /// How many different metadata are kept.
  private static let limit = 1024

  /// Forgets the batch before.
  mutating func begin(_ batch: SampleBatch) {
    texts.removeAll(keepingCapacity: true)
    sources = Array(repeating: nil, count: batch.sources.ranges.count)
    devices = Array(repeating: nil, count: batch.devices.ranges.count)
    metadata.removeAll(keepingCapacity: true)
  }

  /// Forgets the cells, since columns got other numbers.
  mutating func forget() {
    for index in sources.indices { sources[index] = nil }
    for index in devices.indices { devices[index] = nil }
    metadata.removeAll(keepingCapacity: true)
  }

  mutating func keep(_ text: ArraySlice<UInt8>) -> Range<Int> {
    let start = texts.count
    texts += text
    return start..<texts.count
  }

  static func key(_ place: Range<Int>, in arena: [UInt8]) -> Int {
    var hasher = Hasher()
    arena.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[place])) }
    return hasher.finalize()
  }

  /// The cells of metadata that were met before.
  func cells(_ key: Int, _ place: Range<Int>, in arena: [UInt8]) -> [CSVRow.Cell]? {
    guard let known = metadata[key], known.place.count == place.count else { return nil }
    let isSame = arena.withUnsafeBytes { bytes in
      UnsafeRawBufferPointer(rebasing: bytes[known.place]).elementsEqual(UnsafeRawBufferPointer(rebasing: bytes[place]))
    }
    return isSame ? known.cells : nil
  }

  mutating func keep(_ cells: [CSVRow.Cell], of key: Int, _ place: Range<Int>) {
    if metadata.count < Self.limit { metadata[key] = Metadata(place: place, cells: cells) }
  }

  var hasRoom: Bool { metadata.count < Self.limit }
}
