package import HealthModel
import HealthStorage
import HealthUnits

#if _endian(big)
  #error("columns of samples are little-endian; numbers have to be swapped on this platform")
#endif

/// The columns of a batch as a stream of the Arrow format, in their order: Documentation/plugin-protocol.md says what is
/// in each.
///
/// Columns may be added at the end.
enum BatchColumn: String, CaseIterable {
  case id, digest, type, definition, subject
  case startTime = "start_time"
  case endTime = "end_time"
  case startOffset = "start_offset_minutes"
  case endOffset = "end_offset_minutes"
  case value, unit, category, text, structure, source, device, metadata, original
  case createdTime = "created_time"
  case createdOffset = "created_offset_minutes"
  case origin, other, correlation, role, derived, key, version, owner

  /// The columns whose texts are in dictionaries; the place here is the number of the dictionary.
  static let dictionaries: [BatchColumn] = [
    .type, .definition, .subject, .unit, .category, .source, .device, .origin, .role, .owner,
  ]

  var type: ArrowType {
    switch self {
    case .id: .bytes(16)
    case .digest: .uint64
    case .startTime, .endTime, .createdTime: .instant
    case .startOffset, .endOffset, .createdOffset: .int16
    case .value: .double
    case .correlation: .int32
    case .derived: .uint8
    case .version: .int64
    case .text, .structure, .metadata, .original, .other, .key: .text
    default: .entry(Self.dictionaries.firstIndex(of: self) ?? 0)
    }
  }

  static let schema: [UInt8] = {
    let required: Set<BatchColumn> = [.id, .digest, .type, .definition, .derived]
    var message: [UInt8] = []
    ArrowMessage.append(
      ArrowSchema(fields: allCases.map { ArrowField($0.rawValue, $0.type, isNullable: !required.contains($0)) }),
      to: &message)
    return message
  }()
}

/// Writes rows of a batch as a stream of the Arrow format, so that a store with columns of its own need not read them from
/// JSON.
package struct ColumnEncoder: Sendable {
  /// What dictionaries say of a type.
  private struct TypeText: Sendable {
    let id: [UInt8]
    let definition: [UInt8]
    let unit: [UInt8]?
    let cases: [[UInt8]]
    let roles: [[UInt8]]
  }

  private let types: [TypeText]
  private let kinds: [ValueColumn]

  package init(registry: Registry) {
    kinds = registry.types.map(\.shape.column)
    types = registry.types.map { type in
      let signature = TypeSignature(type)
      let unit = type.shape.quantity?.unit.sampleText
      var object = JSONBuilder.openObject()
      object.member("id", type.id)
      object.member("kind", signature.kind)
      object.member("shape", signature.shape)
      object.member("unit", unit)
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
      return TypeText(
        id: Array(type.id.utf8), definition: object.finished, unit: unit.map { Array($0.utf8) },
        cases: type.shape.enumeration?.cases.map { Array($0.name.utf8) } ?? [],
        roles: type.shape.members?.map { Array($0.role.utf8) } ?? [])
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

  /// About how many bytes a sample takes beside its texts.
  package static let numberSize = 144

  /// The rows, with whole groups, as a stream: schema, dictionaries, one record batch, end.
  package func encode(_ rows: Range<Int>, of batch: SampleBatch) -> [UInt8] {
    var columns = ColumnOutput(rows: rows)
    var dictionaries = BatchColumn.dictionaries.map { _ in [[UInt8]]() }
    func fill(_ column: BatchColumn, _ texts: [[UInt8]]) {
      if case .entry(let number) = column.type { dictionaries[number] = texts }
    }
    func names(_ column: BatchColumn, _ indexes: [Int32], _ table: InternTable) {
      var names = NumberedNames(tableSize: table.count, count: rows.count)
      columns.append(indexes[rows].map { names.number(of: $0) })
      fill(column, names.used.map { Array(batch.arena[table.ranges[Int($0)].indices]) })
    }
    let hasNumbersOnly = rows.allSatisfy { kinds[Int(batch.type[$0])] == .number }

    columns.append(batch.id)
    columns.append(batch.digest, none: nil)
    var used = NumberedNames(tableSize: types.count, count: rows.count)
    let numbers = batch.type[rows].map { used.number(of: $0) }
    columns.append(numbers, isNullable: false)
    columns.append(numbers, isNullable: false)
    fill(.type, used.used.map { types[Int($0)].id })
    fill(.definition, used.used.map { types[Int($0)].definition })
    names(.subject, batch.subject, batch.subjects)
    columns.append(batch.start, none: SampleBatch.noTime)
    columns.append(batch.end, none: SampleBatch.noTime)
    columns.append(batch.startOffset, none: SampleBatch.noOffset)
    columns.append(batch.endOffset, none: SampleBatch.noOffset)
    columns.append(batch.value) { hasNumbersOnly || kinds[Int(batch.type[$0])] == .number }
    var units = NumberedTexts()
    let unitNumbers = used.used.map { number in types[Int(number)].unit.map { units.number(of: $0) } ?? -1 }
    columns.append(numbers.map { unitNumbers[Int($0)] })
    fill(.unit, units.texts)
    if hasNumbersOnly {
      columns.appendNone(width: 4)
      columns.appendNoTexts()
      columns.appendNoTexts()
    } else {
      fill(.category, appendCategories(batch, numbers, used.used, to: &columns))
      columns.append(batch.text, of: batch) { row in
        let kind = kinds[Int(batch.type[row])]
        // A text may be empty and still be there.
        return kind == .text || kind == .enumCase && batch.enumCase[row] < 0
      }
      columns.append(batch.text, of: batch) { kinds[Int(batch.type[$0])] == .parts && !batch.text[$0].isEmpty }
    }
    names(.source, batch.source, batch.sources)
    names(.device, batch.device, batch.devices)
    columns.append(batch.metadata, of: batch) { !batch.metadata[$0].isEmpty }
    columns.append(batch.original, of: batch) { !batch.original[$0].isEmpty }
    columns.append(batch.created, none: SampleBatch.noTime)
    columns.append(batch.createdOffset, none: SampleBatch.noOffset)
    names(.origin, batch.origin, batch.origins)
    // A batch has them as pairs without the braces of their object.
    columns.append(batch.unknown, of: batch, isBraced: true) { !batch.unknown[$0].isEmpty }
    fill(.role, appendGroups(batch, to: &columns))
    columns.append(batch.isGivenID[rows].map { $0 ? 0 : 1 as UInt8 })
    // Keys, versions and owners.
    columns.appendNoTexts()
    columns.appendNone(width: 8)
    columns.appendNone(width: 4)
    return stream(columns, dictionaries)
  }

  private func stream(_ columns: consuming ColumnOutput, _ dictionaries: [[[UInt8]]]) -> [UInt8] {
    var output = BatchColumn.schema
    output.reserveCapacity(output.count + columns.bytes.count + 6000)
    for (number, texts) in dictionaries.enumerated() {
      var entries = ColumnOutput(rows: 0..<texts.count)
      entries.append(texts)
      ArrowMessage.append(dictionary: number, entries.body, count: texts.count, to: &output)
      output.append(contentsOf: entries.bytes)
    }
    ArrowMessage.append(columns.body, count: columns.rows.count, to: &output)
    output.append(contentsOf: columns.bytes)
    ArrowMessage.appendEnd(to: &output)
    return output
  }

  private func appendCategories(
    _ batch: SampleBatch, _ numbers: [Int32], _ used: [Int32], to columns: inout ColumnOutput
  ) -> [[UInt8]] {
    var texts = NumberedTexts()
    var known = used.map { Array(repeating: Int32(-1), count: types[Int($0)].cases.count) }
    columns.append(
      columns.rows.map { row in
        let (type, item) = (Int(numbers[row - columns.rows.lowerBound]), Int(batch.enumCase[row]))
        guard known[type].indices.contains(item) else { return -1 }
        if known[type][item] < 0 { known[type][item] = texts.number(of: types[Int(used[type])].cases[item]) }
        return known[type][item]
      })
    return texts.texts
  }

  /// Appends the places of correlations, which are those in the rows, and the roles of members; what does not follow its
  /// correlation is a sample by itself, as it is in lines.
  private func appendGroups(_ batch: SampleBatch, to columns: inout ColumnOutput) -> [[UInt8]] {
    let rows = columns.rows
    guard rows.contains(where: { batch.correlation[$0] >= 0 }) else {
      columns.appendNone(width: 4)
      columns.appendNone(width: 4)
      return []
    }
    var texts = NumberedTexts()
    var head = rows.lowerBound
    var places: [Int32] = []
    var roles: [Int32] = []
    for row in rows {
      let isMember = row > head && batch.correlation[row] == Int32(truncatingIfNeeded: head)
      if !isMember { head = row }
      places.append(isMember ? Int32(truncatingIfNeeded: head - rows.lowerBound) : -1)
      let names = types[Int(batch.type[head])].roles
      let role = Int(batch.role[row])
      // A part without a name has that of its type, as in lines.
      let name = names.indices.contains(role) ? names[role] : types[Int(batch.type[row])].id
      roles.append(isMember ? texts.number(of: name) : -1)
    }
    columns.append(places)
    columns.append(roles)
    return texts.texts
  }
}

/// The columns of some rows of a batch, one after the other: what the body of a record batch has.
private struct ColumnOutput {
  let rows: Range<Int>
  private(set) var body = ArrowBody()
  private(set) var bytes: [UInt8] = []

  init(rows: Range<Int>) {
    self.rows = rows
    bytes.reserveCapacity(rows.count * (ColumnEncoder.numberSize + 64))
  }

  /// Begins a column: which values are there is written if one is absent.
  private mutating func begin(absent: Int, _ isPresent: (_ place: Int) -> Bool) {
    body.add(column: rows.count, absent: absent)
    guard absent > 0 else { return body.add(buffer: 0) }
    let start = bytes.count
    appendZeros((rows.count + 7) / 8)
    guard absent < rows.count else { return }
    for place in 0..<rows.count where isPresent(place) { bytes[start + place >> 3] |= 1 << UInt8(place & 7) }
  }

  private mutating func appendZeros(_ size: Int) {
    body.add(buffer: size)
    bytes.append(contentsOf: repeatElement(0, count: size + ArrowBody.padding(size)))
  }

  private mutating func append(buffer: UnsafeRawBufferPointer) {
    body.add(buffer: buffer.count)
    bytes.append(contentsOf: buffer)
    bytes.append(contentsOf: repeatElement(0, count: ArrowBody.padding(buffer.count)))
  }

  /// Appends the rows of a column of the batch, of which one value stands for an absent one.
  mutating func append<Number: BitwiseCopyable & Equatable>(_ column: [Number], none: Number?) {
    let (values, first) = (column[rows], rows.lowerBound)
    if let none {
      let absent = values.reduce(0) { $0 + ($1 == none ? 1 : 0) }
      begin(absent: absent) { values[first + $0] != none }
    } else {
      begin(absent: 0) { _ in true }
    }
    values.withUnsafeBytes { append(buffer: $0) }
  }

  mutating func append<Number: BitwiseCopyable>(_ column: [Number], _ isPresent: (_ row: Int) -> Bool) {
    let first = rows.lowerBound
    begin(absent: rows.reduce(0) { $0 + (isPresent($1) ? 0 : 1) }) { isPresent(first + $0) }
    column[rows].withUnsafeBytes { append(buffer: $0) }
  }

  /// Appends indexes of a dictionary, or other places; -1 is an absent one.
  mutating func append(_ indexes: [Int32], isNullable: Bool = true) {
    let absent = isNullable ? indexes.reduce(0) { $0 + ($1 < 0 ? 1 : 0) } : 0
    begin(absent: absent) { indexes[$0] >= 0 }
    // Some readers look at the indexes of absent values, too.
    (absent > 0 ? indexes.map { max(0, $0) } : indexes).withUnsafeBytes { append(buffer: $0) }
  }

  mutating func append(_ numbers: [UInt8]) {
    begin(absent: 0) { _ in true }
    numbers.withUnsafeBytes { append(buffer: $0) }
  }

  mutating func append(_ ids: [SampleID]) {
    begin(absent: 0) { _ in true }
    var place = bytes.count
    appendZeros(16 * rows.count)
    bytes.withUnsafeMutableBytes { bytes in
      for row in rows {
        bytes.storeBytes(of: ids[row].high.bigEndian, toByteOffset: place, as: UInt64.self)
        bytes.storeBytes(of: ids[row].low.bigEndian, toByteOffset: place + 8, as: UInt64.self)
        place += 16
      }
    }
  }

  mutating func append(
    _ ranges: [ByteRange], of batch: SampleBatch, isBraced: Bool = false, _ isPresent: (_ row: Int) -> Bool
  ) {
    let absent = rows.reduce(0) { $0 + (isPresent($1) ? 0 : 1) }
    guard absent < rows.count else { return appendNoTexts() }
    let first = rows.lowerBound
    begin(absent: absent) { isPresent(first + $0) }
    var texts: [UInt8] = []
    append(
      ends: rows.map { row in
        if isPresent(row) {
          if isBraced { texts.append(UInt8(ascii: "{")) }
          texts.append(contentsOf: batch.arena[ranges[row].indices])
          if isBraced { texts.append(UInt8(ascii: "}")) }
        }
        return Int32(truncatingIfNeeded: texts.count)
      })
    texts.withUnsafeBytes { append(buffer: $0) }
  }

  mutating func append(_ texts: [[UInt8]]) {
    begin(absent: 0) { _ in true }
    var end: Int32 = 0
    append(
      ends: texts.map { text in
        end += Int32(truncatingIfNeeded: text.count)
        return end
      })
    Array(texts.joined()).withUnsafeBytes { append(buffer: $0) }
  }

  private mutating func append(ends: [Int32]) { ([0] + ends).withUnsafeBytes { append(buffer: $0) } }

  mutating func appendNone(width: Int) {
    begin(absent: rows.count) { _ in false }
    appendZeros(width * rows.count)
  }

  mutating func appendNoTexts() {
    begin(absent: rows.count) { _ in false }
    appendZeros(4 * (rows.count + 1))
    body.add(buffer: 0)
  }
}

/// Texts of a dictionary, numbered from 0 in the order in which they come.
private struct NumberedTexts {
  private(set) var texts: [[UInt8]] = []
  private var numbers: [[UInt8]: Int32] = [:]

  mutating func number(of text: [UInt8]) -> Int32 {
    if let number = numbers[text] { return number }
    let number = Int32(truncatingIfNeeded: texts.count)
    numbers[text] = number
    texts.append(text)
    return number
  }
}

/// Numbers from 0, in the order in which they come, for indexes of a table: a batch names only what its samples use.
private struct NumberedNames {
  /// The number of each index, where most of the table may be used.
  private var numbers: [Int32] = []
  /// The same where the table is much larger than the batch.
  private var sparse: [Int32: Int32] = [:]
  private(set) var used: [Int32] = []

  init(tableSize: Int, count: Int) {
    if tableSize <= max(256, 4 * count) { numbers = Array(repeating: -1, count: tableSize) }
  }

  /// The number of an index; -1 stays -1.
  @inline(__always) mutating func number(of index: Int32) -> Int32 {
    guard index >= 0 else { return -1 }
    let known = numbers.isEmpty ? sparse[index, default: -1] : numbers[Int(index)]
    guard known < 0 else { return known }
    let number = Int32(truncatingIfNeeded: used.count)
    if numbers.isEmpty { sparse[index] = number } else { numbers[Int(index)] = number }
    used.append(index)
    return number
  }
}
