import HealthModel
import HealthTestKit
import SeededRandom
import Testing

@testable import HealthFormats

/// Samples as a stream of the Arrow format, read back.
@Suite("Arrow streams") struct ArrowStreamTests {
  private static let workbench = Result { try SampleWorkbench() }

  private static func stream(_ batches: [SampleBatch], _ registry: Registry) -> [UInt8] {
    let writer = SampleArrowWriter(registry: registry)
    var stream = ArrowStream(writer.schema)
    var bytes: [UInt8] = []
    stream.begin(&bytes)
    for batch in batches {
      for table in writer.tables(of: batch) { stream.append(table, to: &bytes) }
    }
    stream.flush(&bytes)
    stream.end(&bytes)
    return bytes
  }

  @Test("a stream without samples has its schema and its end") func empty() throws {
    let registry = try Self.workbench.get().registry
    let read = try ReadStream(Self.stream([], registry))
    #expect(read.isWhole)
    #expect(read.rows.isEmpty)
    #expect(read.metadata == ["assay.schema": "1", "assay.catalog": registry.contentHash])
    #expect(read.fields.count == ArrowSampleColumn.allCases.count)
    #expect(Set(read.fields.map(\.name)).count == read.fields.count)
    #expect(read.fields.filter { !$0.isNullable }.map(\.name) == ["id", "type", "kind"])
  }

  @Test("the lines of random samples follow from the columns") func roundTrip() throws {
    let workbench = try Self.workbench.get()
    var lines = RandomArrowLines(seed: SeededGenerator.seed())
    for _ in 0..<40 {
      let batches = try (0..<3).map { _ in try workbench.batch(lines.next().joined(separator: "\n")) }
      let read = try ReadStream(Self.stream(batches, workbench.registry))
      #expect(try RebuiltLines(read).lines() == batches.flatMap { workbench.lines(of: $0) })
    }
  }

  @Test("the bytes do not depend on how the rows came") func pieces() throws {
    let workbench = try Self.workbench.get()
    var lines = RandomArrowLines(seed: SeededGenerator.seed())
    let text = (0..<20).flatMap { _ in lines.next() }
    let whole = Self.stream([try workbench.batch(text.joined(separator: "\n"))], workbench.registry)
    for size in [1, 2, 7] {
      let parts = try stride(from: 0, to: text.count, by: size).map {
        try workbench.batch(text[$0..<min(text.count, $0 + size)].joined(separator: "\n"))
      }
      #expect(Self.stream(parts, workbench.registry) == whole)
    }
  }

  @Test("a batch ends with the row that fills it") func limits() throws {
    let schema = ArrowSchema(fields: [ArrowField("a", .text)])
    var table = ArrowTable(schema)
    for _ in 0..<ArrowStream.maximumRows + 1 { table.columns[0].appendNone() }
    for _ in 0..<3 { table.columns[0].append(Array(repeating: 0x61, count: ArrowStream.maximumText / 2)) }
    table.count = ArrowStream.maximumRows + 4
    var stream = ArrowStream(schema)
    var bytes: [UInt8] = []
    stream.begin(&bytes)
    stream.append(table, to: &bytes)
    stream.flush(&bytes)
    let read = try ReadStream(bytes)
    #expect(read.batches == [ArrowStream.maximumRows, 3, 1])
    #expect(!read.isWhole)
  }
}
