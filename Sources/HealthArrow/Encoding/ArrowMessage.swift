/// The messages of a stream of the Arrow format: its schema, record batches, and its end.
///
/// Source: Apache Arrow columnar format 1.5, "Serialization and Interprocess Communication", `Schema.fbs` and
/// `Message.fbs`. Metadata is of version 5; nothing is compressed, and there are no dictionaries.
enum ArrowMessage {
  private static let version: Int16 = 4
  private static let schemaHeader: UInt8 = 1
  private static let recordBatchHeader: UInt8 = 3
  private static let continuation: UInt32 = 0xFFFF_FFFF

  /// Appends the message that begins a stream.
  static func append(_ schema: ArrowSchema, to output: inout [UInt8]) {
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

  /// Appends a record batch: the columns of the schema, all of the same length.
  static func append(_ columns: [ArrowColumn], count: Int, to output: inout [UInt8]) {
    var body = ArrowBody()
    for column in columns { body.plan(column) }
    var builder = FlatBufferBuilder()
    let buffers = builder.vector(ofPairs: body.buffers)
    let nodes = builder.vector(ofPairs: body.nodes)
    let header = builder.table(fields: 3) {
      $0.set(0, Int64(count))
      $0.set(1, nodes)
      $0.set(2, buffers)
    }
    append(header, recordBatchHeader, bodyLength: body.length, &builder, to: &output)
    for column in columns { ArrowBody.append(column, to: &output) }
  }

  /// Appends the end of a stream.
  static func appendEnd(to output: inout [UInt8]) {
    append(continuation, to: &output)
    append(UInt32(0), to: &output)
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
    return builder.table(fields: 6) {
      $0.set(0, name)
      $0.set(3, type)
      $0.set(5, children)
      $0.set(1, UInt8(field.isNullable ? 1 : 0))
      $0.set(2, kind)
    }
  }

  /// A type's number in the union `Type`, and its table.
  private static func type(
    _ type: ArrowType, _ builder: inout FlatBufferBuilder
  ) -> (UInt8, FlatBufferBuilder.Place) {
    switch type {
    case .int32, .int64:
      let table = builder.table(fields: 2) {
        $0.set(0, Int32(type == .int32 ? 32 : 64))
        $0.set(1, UInt8(1))
      }
      return (2, table)
    case .double: return (3, builder.table(fields: 1) { $0.set(0, Int16(2)) })
    case .text: return (5, builder.table(fields: 0) { _ in })
    case .list: return (12, builder.table(fields: 0) { _ in })
    case .structure: return (13, builder.table(fields: 0) { _ in })
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
