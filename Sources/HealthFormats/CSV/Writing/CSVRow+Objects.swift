import HealthModel

/// The objects of a sample, as cells: source, device, metadata, originals, unknown fields.
extension CSVRow {
  /// Adds the parts of a source.
  mutating func putSource(_ index: Int32, _ batch: SampleBatch, _ columns: inout CSVColumnList) throws(CSVOmission) {
    guard index >= 0 else { return }
    if let known = objects.sources[Int(index)] { return put(shared: known) }
    let count = count
    try putObject(index, batch.sources, "source.", batch, &columns)
    objects.sources[Int(index)] = share(after: count)
  }

  /// Adds the parts of a device.
  mutating func putDevice(_ index: Int32, _ batch: SampleBatch, _ columns: inout CSVColumnList) throws(CSVOmission) {
    guard index >= 0 else { return }
    if let known = objects.devices[Int(index)] { return put(shared: known) }
    let count = count
    try putObject(index, batch.devices, "device.", batch, &columns)
    objects.devices[Int(index)] = share(after: count)
  }

  /// Adds the parts of a source or device.
  private mutating func putObject(
    _ index: Int32, _ table: InternTable, _ prefix: StaticString, _ batch: SampleBatch, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    guard index >= 0 else { return }
    for member in Self.members(of: Array(batch.arena[table.ranges[Int(index)].indices])) {
      let name = try Self.name(prefix, member.key, columns)
      guard columns.wants(name) else { continue }
      guard member.kind == .string else { throw .fieldKind }
      try put(name, &columns) { $0 += member.text }
    }
  }

  /// Adds the entries of the metadata.
  mutating func putMetadata(
    _ range: ByteRange, _ batch: SampleBatch, _ registry: Registry, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    guard !range.isEmpty else { return }
    let key = CSVObjects.key(range.indices, in: batch.arena)
    if let known = objects.cells(key, range.indices, in: batch.arena) { return put(shared: known) }
    let count = count
    var rest: [UInt8] = []
    for member in Self.members(of: Array(batch.arena[range.indices])) {
      if Self.isRest("metadata.", member, columns, &rest) { continue }
      let name = try Self.name("metadata.", member.key, columns)
      guard columns.wants(name) else { continue }
      let known = registry.metadataKeyIndex(at: 0..<member.key.count, in: member.key.span.bytes)
      let shape = known.map { registry.metadataKeys[$0].value }
      let text = try Self.metadataText(member, shape)
      try put(name, &columns) { $0 += text }
    }
    try put(rest, as: .metadata, &columns)
    if objects.hasRoom { objects.keep(share(after: count), of: key, range.indices) }
  }

  /// The text of a metadata value from which its key's kind makes the value again.
  private static func metadataText(
    _ member: JSONMember, _ shape: MetadataValueShape?
  ) throws(CSVOmission) -> [UInt8] {
    switch (member.kind, shape) {
    case (.string, _), (.boolean, .boolean), (.number, .number), (.number, .integer), (.number, .enum):
      return member.text
    case (.object, .quantity):
      let parts = members(of: member.text)
      guard parts.count == 2, let value = parts.first(where: { $0.key.elementsEqual("value".utf8) }),
        let unit = parts.first(where: { $0.key.elementsEqual("unit".utf8) }), value.kind == .number,
        unit.kind == .string
      else { throw .metadataKind }
      return value.text + [UInt8(ascii: " ")] + unit.text
    default: throw .metadataKind
    }
  }

  /// Adds what an earlier normalizing kept.
  mutating func putOriginal(
    _ range: ByteRange, _ batch: SampleBatch, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    guard !range.isEmpty else { return }
    var rest: [UInt8] = []
    for member in Self.members(of: Array(batch.arena[range.indices])) {
      if Self.isRest("original.", member, columns, &rest) { continue }
      let name = try Self.name("original.", member.key, columns)
      guard columns.wants(name) else { continue }
      guard member.kind == .string || member.kind == .number else { throw .fieldKind }
      try put(name, &columns) { $0 += member.text }
    }
    try put(rest, as: .original, &columns)
  }

  /// Adds fields that samples do not have.
  mutating func putUnknown(
    _ range: ByteRange, _ batch: SampleBatch, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    // No column is named for such a field.
    guard !range.isEmpty, !columns.isSelection else { return }
    var rest: [UInt8] = []
    for member in Self.members(of: [UInt8(ascii: "{")] + batch.arena[range.indices] + [UInt8(ascii: "}")]) {
      if Self.isRest("", member, columns, &rest) { continue }
      guard member.kind == .string else { throw .fieldKind }
      // A name that means something as a column's is another field there.
      let isFree =
        TableField(name: member.key) == nil && TableField.unknown(member.key).kind == .unknown
        && !TableField.isTooBroad(member.key) && member.key != TableLayout.ignored
      guard isFree else { throw .name }
      try put(Self.name("", member.key, columns), &columns) { $0 += member.text }
    }
    try put(rest, as: .other, &columns)
  }

  /// Whether a member has no column and goes to the object of those.
  private static func isRest(
    _ prefix: StaticString, _ member: JSONMember, _ columns: CSVColumnList, _ rest: inout [UInt8]
  ) -> Bool {
    guard columns.hasRest, !columns.contains(Array("\(prefix)".utf8) + member.key) else { return false }
    CSVRest.append(member.key, member.text, isText: member.kind == .string, to: &rest)
    return true
  }

  private mutating func put(
    _ rest: [UInt8], as column: CSVRest, _ columns: inout CSVColumnList
  ) throws(CSVOmission) {
    guard !rest.isEmpty else { return }
    try put(column.name, &columns) {
      $0 += rest
      $0.append(UInt8(ascii: "}"))
    }
  }

  /// A column's name; the header's names have no blanks at their ends.
  private static func name(
    _ prefix: StaticString, _ key: [UInt8], _ columns: CSVColumnList
  ) throws(CSVOmission) -> [UInt8] {
    let name = Array("\(prefix)".utf8) + key
    // A column that is not wanted needs no name that a header can have.
    guard columns.wants(name) else { return name }
    guard !key.isEmpty, name.count <= 1024, !name.contains(0), let first = name.first, let last = name.last,
      ![0x20, 0x09].contains(first), ![0x20, 0x09].contains(last)
    else { throw .name }
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
    do throws(JSONFault) {
      guard cursor.peek(bytes) == UInt8(ascii: "{") else { return [] }
      try cursor.members(bytes, depth: 0) { (cursor, key) throws(JSONFault) in
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
