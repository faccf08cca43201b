import HealthModel
import HealthTestKit
import SeededRandom
import Testing

@testable import HealthArrow

/// Streams of samples read back, whole ones and broken ones.
@Suite("Arrow input") struct SampleReaderTests {
  private static let workbench = Result { try SampleWorkbench() }

  static func stream(_ lines: [String]) throws -> [UInt8] {
    let workbench = try workbench.get()
    var stream = ArrowSampleStream(registry: workbench.registry)
    var bytes: [UInt8] = []
    stream.begin(&bytes)
    stream.append(try workbench.batch(lines.joined(separator: "\n")), to: &bytes)
    stream.end(&bytes)
    return bytes
  }

  static func lines(_ count: Int, seed: UInt64) -> [String] {
    var random = RandomArrowLines(seed: seed)
    var lines: [String] = []
    while lines.count < count { lines += random.next() }
    return lines + (StructureTests.fixture.map { Array($0.prefix(60)) } ?? [])
  }

  /// The samples of an input, read in pieces, and the fault that ends it.
  static func read(
    _ bytes: [UInt8], piece: Int = 1 << 20
  ) -> (records: [ArrowSampleReader.Record], fault: ArrowReadError?) {
    var reader = ArrowSampleReader()
    var rest = bytes[...]
    var records: [ArrowSampleReader.Record] = []
    do {
      while let record = try reader.next({ buffer, count in
        let part = rest.prefix(min(count, piece))
        buffer += part
        rest = rest.dropFirst(part.count)
        return part.count
      }) { records.append(record) }
      return (records, nil)
    } catch {
      return (records, error as? ArrowReadError ?? ArrowReadError("\(error)"))
    }
  }

  @Test("what was written reads back as the same lines") func roundTrip() throws {
    let workbench = try Self.workbench.get()
    let lines = Self.lines(100, seed: SeededGenerator.seed())
    let batch = try workbench.batch(lines.joined(separator: "\n"))
    let read = Self.read(try Self.stream(lines), piece: 1000)
    #expect(read.fault == nil)
    #expect(read.records.allSatisfy { $0.faults.isEmpty })
    #expect(read.records.map { String(decoding: $0.object, as: UTF8.self) } == workbench.lines(of: batch))
  }

  @Test("rows count members, and a record is at its first row") func rows() throws {
    let pressure =
      #"{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":["#
      + #"{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},"#
      + #"{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}"#
    let rate = #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#
    let read = Self.read(try Self.stream([rate, pressure, rate.replacing("60", with: "61")]))
    #expect(read.records.map(\.row) == [1, 2, 5])
  }

  @Test("each cut is noticed, and what came before it counts") func cut() throws {
    let bytes = try Self.stream(Self.lines(5, seed: 1))
    for count in stride(from: 1, to: bytes.count, by: 97) {
      let read = Self.read(Array(bytes[..<count]))
      #expect(read.fault != nil)
    }
    let read = Self.read(Array(bytes.dropLast(8)))
    #expect(read.records.count == Self.read(bytes).records.count)
    #expect(read.fault?.message == "the input ends without the mark of its end")
  }

  @Test("the last sample before a damaged batch counts, unless members may be missing", arguments: [false, true])
  func damagedBatch(isCorrelation: Bool) throws {
    let workbench = try Self.workbench.get()
    let pressure =
      #"{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":["#
      + #"{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},"#
      + #"{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}"#
    let rate = #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#
    var schema: [UInt8] = []
    ArrowSampleStream(registry: workbench.registry).begin(&schema)
    // The first batch without the mark of the end, and a second one.
    let first = try Self.stream([isCorrelation ? pressure : rate]).dropLast(8)
    var second = Array(try Self.stream([rate]).dropFirst(schema.count))
    #expect(Self.read(Array(first) + second).records.count == 2)
    second[0] = 0
    let read = Self.read(Array(first) + second)
    #expect(read.records.count == 1)
    #expect(read.records.first?.faults.isEmpty == !isCorrelation)
    #expect(read.fault != nil)
  }

  @Test("bytes that are changed by chance do no harm") func mutations() throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    let bytes = try Self.stream(Self.lines(8, seed: seed))
    let interesting: [UInt8] = [0, 1, 2, 4, 8, 0x7F, 0x80, 0xFE, 0xFF]
    for _ in 0..<1500 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        // Most of it in the metadata, where lengths and places are.
        let end = Bool.random(using: &random) ? changed.count : min(changed.count, 6000)
        let place = Int.random(in: 0..<end, using: &random)
        changed[place] = interesting.randomElement(using: &random) ?? 0
      }
      let read = Self.read(changed)
      #expect(read.records.count <= 10_000)
    }
  }

  @Test("a cell that is wrong is a fault of its row, and the others count") func cells() throws {
    let columns: [ArrowSampleColumn] = [.type, .startTime, .startOffset, .value, .metadata]
    let schema = ArrowSchema(fields: columns.map(\.field))
    var table = ArrowTable(schema)
    let rows: [(Int64, Int32, Double, String)] = [
      (0, 0, 1, "{}"), (.max, 0, 1, "{}"), (0, 2000, 1, "{}"), (0, 0, .infinity, "{}"),
      (0, 0, 1, #"{"a":1},"uuid":"x""#),
      (0, 60, 2, #" {"a": "é"} "#),
    ]
    for row in rows {
      table.columns[0].append("stepCount".utf8)
      table.columns[1].append(row.0)
      table.columns[2].append(row.1)
      table.columns[3].append(row.2.bitPattern)
      table.columns[4].append(row.3.utf8)
      table.count += 1
    }
    var stream = ArrowStream(schema)
    var bytes: [UInt8] = []
    stream.begin(&bytes)
    stream.append(table, to: &bytes)
    stream.flush(&bytes)
    stream.end(&bytes)
    let read = Self.read(bytes)
    #expect(read.fault == nil)
    #expect(
      read.records.map(\.faults) == [
        [], ["the column `start_time` has a time that is not one of the years 1 to 9999 in whole microseconds"],
        ["the column `start_offset_minutes` has an offset that is not whole minutes up to 18 hours"],
        ["the column `value` has a number that is not finite"], ["the column `metadata` is not a JSON object"], [],
      ])
    #expect(
      String(decoding: read.records[5].object, as: UTF8.self)
        == #"{"type":"stepCount","value":2,"start":"1970-01-01T00:00:00Z","offset":"+01:00","metadata":{"a": "é"}}"#)
  }

  @Test("a batch whose rows cost no bytes is refused") func emptyRows() throws {
    let schema = ArrowSchema(fields: [ArrowSampleColumn.type.field, ArrowSampleColumn.value.field])
    var bytes: [UInt8] = []
    ArrowMessage.append(schema, to: &bytes)
    // A batch of a quarter of a billion rows, without buffers for them.
    var builder = FlatBufferBuilder()
    let buffers = builder.vector(ofPairs: Array(repeating: (0, 0), count: 5))
    let nodes = builder.vector(ofPairs: Array(repeating: (1 << 28, 0), count: 2))
    let header = builder.table(fields: 3) {
      $0.set(0, Int64(1 << 28))
      $0.set(1, nodes)
      $0.set(2, buffers)
    }
    let root = builder.table(fields: 4) {
      $0.set(3, Int64(0))
      $0.set(2, header)
      $0.set(0, Int16(4))
      $0.set(1, UInt8(3))
    }
    let metadata = builder.finished(root)
    bytes +=
      [0xFF, 0xFF, 0xFF, 0xFF] + (0..<4).map { UInt8(truncatingIfNeeded: metadata.count >> (8 * $0)) } + metadata
    let read = Self.read(bytes)
    #expect(read.records.isEmpty)
    #expect(read.fault?.message == "the metadata is broken: the column type is shorter than its batch")
  }
}
