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
}
