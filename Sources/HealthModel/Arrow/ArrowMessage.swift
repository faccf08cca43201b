/// The messages of a stream of the Arrow format: its schema, dictionaries, record batches, and its end.
///
/// Source: Apache Arrow columnar format 1.5, "Serialization and Interprocess Communication", `Schema.fbs` and
/// `Message.fbs`. Metadata is of version 5; nothing is compressed.
package enum ArrowMessage {
  private static let version: Int16 = 4
  private static let schemaHeader: UInt8 = 1
  private static let dictionaryHeader: UInt8 = 2
  private static let recordBatchHeader: UInt8 = 3
  private static let continuation: UInt32 = 0xFFFF_FFFF

  package static func append(_ schema: ArrowSchema, to output: inout [UInt8]) {
    var builder = FlatBufferBuilder()
    let fields = schema.fields.map { field(of: $0, &builder) }
    let list = builder.vector(fields)
    let entries = schema.metadata.map { entry in
      let (key, value) = (builder.text(entry.key), builder.text(entry.value))
      return builder.table(fields: 2) {
        $0.set(0, key)
        $0.set(1, value)
      }
    }
    let metadata = builder.vector(entries)
    let header = builder.table(fields: 3) {
      $0.set(1, list)
      $0.set(2, metadata)
      $0.set(0, Int16(0))
    }
    append(header, schemaHeader, bodyLength: 0, &builder, to: &output)
  }

  /// Appends the beginning of a record batch; the bytes of its buffers are to follow.
  package static func append(_ body: ArrowBody, count: Int, to output: inout [UInt8]) {
    var builder = FlatBufferBuilder()
    let header = records(body, count, &builder)
    append(header, recordBatchHeader, bodyLength: body.length, &builder, to: &output)
  }

  /// Appends the beginning of a dictionary, which comes before the record batches that refer to it; the bytes of its
  /// buffers are to follow.
  package static func append(dictionary: Int, _ body: ArrowBody, count: Int, to output: inout [UInt8]) {
    var builder = FlatBufferBuilder()
    let data = records(body, count, &builder)
    let header = builder.table(fields: 2) {
      $0.set(0, Int64(dictionary))
      $0.set(1, data)
    }
    append(header, dictionaryHeader, bodyLength: body.length, &builder, to: &output)
  }

  package static func appendEnd(to output: inout [UInt8]) {
    append(continuation, to: &output)
    append(UInt32(0), to: &output)
  }

  private static func records(
    _ body: ArrowBody, _ count: Int, _ builder: inout FlatBufferBuilder
  ) -> FlatBufferBuilder.Place {
    let buffers = builder.vector(ofPairs: body.buffers)
    let nodes = builder.vector(ofPairs: body.nodes)
    return builder.table(fields: 3) {
      $0.set(0, Int64(count))
      $0.set(1, nodes)
      $0.set(2, buffers)
    }
  }

  private static func append(
    _ header: FlatBufferBuilder.Place, _ kind: UInt8, bodyLength: Int64, _ builder: inout FlatBufferBuilder,
    to output: inout [UInt8]
  ) {
    let root = builder.table(fields: 4) {
      $0.set(3, bodyLength)
      $0.set(2, header)
      $0.set(0, version)
      $0.set(1, kind)
    }
    // A multiple of eight, as are both numbers before it together.
    let metadata = builder.finished(root)
    append(continuation, to: &output)
    append(UInt32(truncatingIfNeeded: metadata.count), to: &output)
    output.append(contentsOf: metadata)
  }

  private static func field(of field: ArrowField, _ builder: inout FlatBufferBuilder) -> FlatBufferBuilder.Place {
    let name = builder.text(field.name)
    let (kind, type) = type(field.type, &builder)
    let fields = field.type.children.map { Self.field(of: $0, &builder) }
    let children = builder.vector(fields)
    var encoding: FlatBufferBuilder.Place?
    if case .entry(let dictionary) = field.type {
      // Readers ask for the type of the indexes, though the format has one for those that do not say it.
      let (_, indexes) = Self.type(.int32, &builder)
      encoding = builder.table(fields: 2) {
        $0.set(0, Int64(dictionary))
        $0.set(1, indexes)
      }
    }
    return builder.table(fields: 6) {
      $0.set(0, name)
      $0.set(3, type)
      if let encoding { $0.set(4, encoding) }
      $0.set(5, children)
      $0.set(1, UInt8(field.isNullable ? 1 : 0))
      $0.set(2, kind)
    }
  }

  private static func type(
    _ type: ArrowType, _ builder: inout FlatBufferBuilder
  ) -> (UInt8, FlatBufferBuilder.Place) {
    func whole(_ bits: Int32, isSigned: Bool = true) -> (UInt8, FlatBufferBuilder.Place) {
      let table = builder.table(fields: 2) {
        $0.set(0, bits)
        $0.set(1, UInt8(isSigned ? 1 : 0))
      }
      return (2, table)
    }
    switch type {
    case .uint8: return whole(8, isSigned: false)
    case .int16: return whole(16)
    case .int32: return whole(32)
    case .int64: return whole(64)
    case .uint64: return whole(64, isSigned: false)
    case .double: return (3, builder.table(fields: 1) { $0.set(0, Int16(2)) })
    // The type of a dictionary's values.
    case .text, .entry: return (5, builder.table(fields: 0) { _ in })
    case .list: return (12, builder.table(fields: 0) { _ in })
    case .structure: return (13, builder.table(fields: 0) { _ in })
    case .bytes(let width): return (15, builder.table(fields: 1) { $0.set(0, Int32(truncatingIfNeeded: width)) })
    case .map: return (17, builder.table(fields: 0) { _ in })
    case .instant:
      let zone = builder.text("UTC")
      let table = builder.table(fields: 2) {
        $0.set(1, zone)
        $0.set(0, Int16(2))
      }
      return (10, table)
    }
  }

  private static func append(_ number: UInt32, to output: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { output.append(contentsOf: $0) }
  }
}

/// Where the buffers of a record batch are: for each column which values are there, where texts begin, and the values.
///
/// Each begins at a multiple of eight bytes. The first is empty where no value is absent.
package struct ArrowBody {
  /// Where each buffer begins, and its bytes without what fills up the last eight.
  package private(set) var buffers: [(Int64, Int64)] = []
  /// How many values each column has, and how many of them are absent; a column comes before those it is made of.
  package private(set) var nodes: [(Int64, Int64)] = []
  package private(set) var length: Int64 = 0

  package init() {}

  /// Adds a column, whose buffers follow in the order in which their bytes are appended.
  package mutating func add(column count: Int, absent: Int) { nodes.append((Int64(count), Int64(absent))) }

  package mutating func add(buffer size: Int) {
    buffers.append((length, Int64(size)))
    length += Int64(size + Self.padding(size))
  }

  package static func padding(_ size: Int) -> Int { -size & 7 }
}

/// Builds one FlatBuffer: tables, vectors, texts, from the leaves to the root.
///
/// A FlatBuffer is written from its end, since a table points forward to what was made before it. The bytes are kept in
/// reverse, so that writing is appending, and turned around once at the end. A place is the distance to the end.
struct FlatBufferBuilder {
  /// A finished object, by the distance of its first byte to the end of the buffer.
  struct Place: Hashable {
    fileprivate let distance: Int
  }

  private var reversed: [UInt8] = []
  /// Where each field of the table that is being made begins; `nil` where it has its default.
  private var fields: [Int?] = []
  private var tableEnd = 0

  private static let largestAlignment = 8

  mutating func text(_ text: String) -> Place {
    let bytes = Array(text.utf8)
    align(4, before: bytes.count + 1)
    reversed.append(0)
    reversed.append(contentsOf: bytes.reversed())
    return count(bytes.count)
  }

  mutating func vector(_ places: [Place]) -> Place {
    align(4, before: 4 * places.count)
    for place in places.reversed() { reference(place) }
    return count(places.count)
  }

  /// Writes a vector of structures of two whole numbers of 64 bits each.
  mutating func vector(ofPairs pairs: [(Int64, Int64)]) -> Place {
    align(4, before: 16 * pairs.count)
    align(8, before: 16 * pairs.count)
    for (first, second) in pairs.reversed() {
      append(second)
      append(first)
    }
    return count(pairs.count)
  }

  mutating func table(fields count: Int, _ body: (inout FlatBufferBuilder) -> Void) -> Place {
    fields = Array(repeating: nil, count: count)
    tableEnd = reversed.count
    body(&self)
    align(4, before: 0)
    // The table of the fields' places comes right before the table.
    let size = 4 + 2 * count
    append(Int32(truncatingIfNeeded: size))
    let table = reversed.count
    for field in fields.reversed() { append(UInt16(truncatingIfNeeded: field.map { table - $0 } ?? 0)) }
    append(UInt16(truncatingIfNeeded: table - tableEnd))
    append(UInt16(truncatingIfNeeded: size))
    return Place(distance: table)
  }

  mutating func set<Number: FixedWidthInteger>(_ field: Int, _ number: Number) {
    align(Number.bitWidth / 8, before: 0)
    append(number)
    fields[field] = reversed.count
  }

  /// Sets a field of the table that is being made to something that was written before.
  mutating func set(_ field: Int, _ place: Place) {
    align(4, before: 0)
    reference(place)
    fields[field] = reversed.count
  }

  consuming func finished(_ root: Place) -> [UInt8] {
    align(Self.largestAlignment, before: 4)
    reference(root)
    return reversed.reversed()
  }

  /// Fills up so that what ends this many bytes on begins at a multiple of the alignment.
  private mutating func align(_ alignment: Int, before size: Int) {
    while (reversed.count + size) % alignment != 0 { reversed.append(0) }
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { reversed.append(contentsOf: $0) }
  }

  private mutating func reference(_ place: Place) {
    append(UInt32(truncatingIfNeeded: reversed.count + 4 - place.distance))
  }

  private mutating func count(_ number: Int) -> Place {
    append(UInt32(truncatingIfNeeded: number))
    return Place(distance: reversed.count)
  }
}
