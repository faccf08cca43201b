import HealthModel
import Testing

@testable import HealthArrow

/// Batches whose columns and rows name the same bytes again and again.
@Suite("Arrow input that swells") struct SwellingTests {
  /// A stream of one batch: columns of text whose offsets and bytes are anywhere in its body, and then times of 1970.
  private static func stream(
    _ columns: [(ArrowSampleColumn, offsets: [Int32], text: Range<Int>)], rows: Int, text: [UInt8]
  ) -> [UInt8] {
    var body = text
    var buffers: [(Int64, Int64)] = []
    func add(_ bytes: [UInt8]) -> (Int64, Int64) {
      defer { body += bytes }
      return (Int64(body.count), Int64(bytes.count))
    }
    for column in columns {
      let offsets = column.offsets.flatMap { offset in (0..<4).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) } }
      buffers += [(0, 0), add(offsets), (Int64(column.text.lowerBound), Int64(column.text.count))]
    }
    buffers += [(0, 0), add(Array(repeating: 0, count: 8 * rows))]
    var bytes: [UInt8] = []
    let fields = columns.map(\.0.field) + [ArrowSampleColumn.startTime.field]
    ArrowMessage.append(ArrowSchema(fields: fields), to: &bytes)
    var builder = FlatBufferBuilder()
    let places = builder.vector(ofPairs: buffers)
    let nodes = builder.vector(ofPairs: Array(repeating: (Int64(rows), 0), count: fields.count))
    let header = builder.table(fields: 3) {
      $0.set(0, Int64(rows))
      $0.set(1, nodes)
      $0.set(2, places)
    }
    let root = builder.table(fields: 4) {
      $0.set(3, Int64(body.count))
      $0.set(2, header)
      $0.set(0, Int16(4))
      $0.set(1, UInt8(3))
    }
    let metadata = builder.finished(root)
    bytes +=
      [0xFF, 0xFF, 0xFF, 0xFF] + (0..<4).map { UInt8(truncatingIfNeeded: metadata.count >> (8 * $0)) } + metadata
    return bytes + body + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]
  }

  /// Offsets of which every second text is all of the bytes, and those between begin after their end.
  private static func offsets(_ rows: Int, _ length: Int) -> [Int32] {
    (0...rows).map { $0 % 2 == 0 ? 0 : Int32(length) }
  }

  @Test("all texts of a row are within one limit", arguments: [UInt8(ascii: "a"), 0x01, UInt8(ascii: "\"")])
  func columns(_ byte: UInt8) {
    let names: [ArrowSampleColumn] = [
      .type, .id, .unit, .subject, .origin, .sourceName, .sourceBundle, .sourceVersion, .sourceProduct, .deviceName,
      .deviceModel, .metadata, .original, .other,
    ]
    let length = 10 << 20
    let text = Array(repeating: byte, count: length)
    let bytes = Self.stream(names.map { ($0, [0, Int32(length)], 0..<length) }, rows: 1, text: text)
    let read = SampleReaderTests.read(bytes)
    #expect(read.records.count == 1 && read.fault == nil)
    let count = read.records.first?.object.count ?? 0
    // Beyond the limit of a sample, so that nothing that is cut is read, and not far.
    #expect(count > 10 << 20 && count < ArrowRow.longest + 4_096)
  }

  @Test("rows that name one text again and again end the input") func rows() {
    let (rows, length) = (4_000, 100_000)
    let text = Array(repeating: UInt8(ascii: "a"), count: length)
    let type = (ArrowSampleColumn.type, offsets: (0...rows).map { Int32($0) }, text: 0..<rows)
    let bytes = Self.stream(
      [type, (.sourceName, Self.offsets(rows, length), 0..<length)], rows: rows, text: text)
    let read = SampleReaderTests.read(bytes)
    #expect(read.fault?.isSwelling == true)
    let made = read.records.reduce(0) { $0 + $1.object.count }
    #expect(made > 16 << 20 && made < 201 * bytes.count, "\(made) of \(bytes.count)")
    #expect(read.records.first?.object.count ?? 0 > length)
  }

  @Test("rows with one long name are read") func names() {
    let (rows, length) = (120_000, 400)
    let text = Array(repeating: UInt8(ascii: "a"), count: rows)
    let type = (ArrowSampleColumn.type, offsets: (0...rows).map { Int32($0) }, text: 0..<rows)
    let bytes = Self.stream(
      [type, (.sourceName, Self.offsets(rows, length), 0..<length)], rows: rows, text: text)
    let read = SampleReaderTests.read(bytes)
    #expect(read.fault == nil && read.records.count == rows)
    #expect(read.records.reduce(0) { $0 + $1.object.count } > 16 << 20)
  }
}
