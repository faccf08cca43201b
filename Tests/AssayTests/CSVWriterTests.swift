import Assay
import Foundation
import HealthModel
import HealthReports
import HealthStorage
import SeededRandom
import Testing

@testable import HealthFormats

/// Tables that are written read back the same.
struct CSVWriterTests {
  @Test("whatever the samples, a table says the same or leaves them out") func property() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    var samples = GeneratedSamples(seed: SeededGenerator.seed())
    let path = try bench.file("a.ndjson", samples.lines(500).joined(separator: "\n"))
    let store = MemoryStore(registry: bench.registry)
    _ = try await bench.load(path, into: store)
    let (table, writer) = try await Self.table(of: store, bench.registry)
    let second = MemoryStore(registry: bench.registry)
    let summary = try await bench.load(try bench.file("t.csv", table), into: second)
    #expect(summary.refused == 0)
    #expect(summary.read == writer.written)
    let all = try await store.counts().reduce(0) { $0 + $1.count }
    #expect(writer.written + writer.omissions.values.reduce(0, +) == all)
    // Structured samples, unknown fields that are objects, and members with originals of their own.
    #expect(Set(writer.omissions.keys).isSubset(of: [.structure, .fieldKind, .members, .memberContent]))
    // About half of random samples fit; how many differs from seed to seed.
    #expect(writer.written > all / 3)
    let lines = Set(try await bench.export(store).split(separator: "\n").map(Self.comparable))
    let read = try await bench.export(second).split(separator: "\n").map(Self.comparable)
    #expect(read.filter { !lines.contains($0) } == [])
    #expect(read.count == table.split(separator: "\n").count - 1)
  }

  @Test("an empty store is a header") func empty() async throws {
    let registry = try ProjectFiles.registry()
    let (table, writer) = try await Self.table(of: MemoryStore(registry: registry), registry)
    #expect(table == "uuid,type,value,unit,start,end,offset\n")
    #expect(writer.omissions.isEmpty)
  }

  @Test("one record of each shape is looked at for the columns") func shapes() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let notes = [#"{"note":"a: {\"b\": ["}"#, #"{"HKWasUserEntered":true}"#, #"{"note":"b","other":"c"}"#]
    let lines = (0..<600).map { row in
      let time = "2026-01-01T\(String(10 + row / 60)):\(String(10 + row % 50)):00Z"
      return "{\"type\":\"heartRate\",\"value\":\(50 + row % 200),\"unit\":\"count/min\",\"start\":\"\(time)\","
        + "\"metadata\":\(notes[row % 3].replacing("a:", with: "a\(row):"))}"
    }
    let path = try bench.file("a.ndjson", lines.joined(separator: "\n"))
    let store = MemoryStore(registry: bench.registry)
    _ = try await bench.load(path, into: store)
    let (table, writer) = try await Self.table(of: store, bench.registry)
    #expect(writer.written == 600)
    #expect(writer.learned == 3)
    #expect(
      table.split(separator: "\n").first
        == "uuid,type,value,unit,start,end,offset,metadata.HKWasUserEntered,metadata.note,metadata.other")
  }

  /// All of a store as a table.
  private static func table(
    of store: any StorageBackend, _ registry: Registry
  ) async throws -> (String, SampleCSVWriter) {
    var query = SampleQuery()
    query.omitsMembers = true
    var writer = SampleCSVWriter(registry: registry)
    var text: [UInt8] = []
    try await store.query(query) { batch in
      try writer.learn(batch)
      return true
    }
    try writer.appendHeader(to: &text)
    try await store.query(query) { batch in
      writer.append(batch, to: &text)
      return true
    }
    return (String(decoding: text, as: UTF8.self), writer)
  }

  /// A line with the raw integer of a category as text, as a table has it.
  private static func comparable(_ line: Substring) -> String {
    line.contains("\"unit\":")
      ? String(line)
      : line.replacingOccurrences(
        of: #""original":\{"value":([0-9]+)"#, with: #""original":{"value":"$1""#, options: .regularExpression)
  }
}
