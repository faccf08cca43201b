import HealthModel
import Testing

@testable import HealthFormats

/// Findings point at cells, also where a text was written anew or stands in the configuration.
@Suite("Places in tables")
struct TablePlaceTests {
  private static let layout = TableLayout(
    columns: ["Zeit": "start", "Puls": "value", "Ort": "metadata.place"],
    constants: ["type": "heartRate", "unit": "count/min"], delimiter: UInt8(ascii: ";"),
    decimalMark: UInt8(ascii: ","), dateFormat: "dd.MM.yyyy HH:mm")
  private static let text = """
    Zeit;Puls;Ort;x
    05.01.2026 08:00;72,5;"a ""b""
    c";1
    "06.01.2026 08:00";"73";;2
    07.01.2026 08:00;74;d;

    """

  /// The places of the fields of each row, by their names.
  private func places(chunk size: Int) throws -> [[String: String]] {
    let document = Array(Self.text.utf8)
    var source = CSVChunker(source: MemorySource(document), size: size, layout: Self.layout)
    var rows: [[String: String]] = []
    while let piece = try source.next() {
      var chunk = piece
      var reader = CSVReader(preparing: &chunk)
      let text = ChunkText(chunk: chunk, document: document)
      var buffer = RawSampleBuffer(syntax: .csv)
      let bytes = chunk.bytes.span.bytes
      while case .sample(let span) = reader.next(in: bytes, into: &buffer) {
        let sample = try #require(buffer.samples.first)
        var row = ["row": text.place(span.lowerBound), "end": text.place(span.upperBound - 1)]
        for field in SampleField.allCases where sample[field].isPresent {
          row[field.label] = text.place(Int(sample[field].start))
        }
        for entry in sample.tape.map({ buffer.tape[$0] }) {
          row[entry.kind == .metadata ? "metadata" : "unknown"] = text.place(Int(entry.value.start))
          if entry.kind.isUnknown { row["key"] = text.place(Int(entry.key.start)) }
        }
        rows.append(row)
        buffer.removeAll()
      }
    }
    return rows
  }

  @Test("each field has the place of its cell", arguments: [1, 30, 1 << 20])
  func cells(_ size: Int) throws {
    let rows = try places(chunk: size)
    try #require(rows.count == 3)
    #expect(
      rows[0] == [
        "row": "2:1", "end": "3:4", "start": "2:1", "value": "2:18", "metadata": "2:24", "unknown": "3:4", "key": "-",
        "type": "-", "unit": "-",
      ])
    #expect(
      rows[1] == [
        "row": "4:1", "end": "4:26", "start": "4:2", "value": "4:21", "unknown": "4:26", "key": "-", "type": "-",
        "unit": "-",
      ])
    #expect(
      rows[2] == [
        "row": "5:1", "end": "5:22", "start": "5:1", "value": "5:18", "metadata": "5:21", "type": "-", "unit": "-",
      ])
  }

  @Test("what stands behind the content is told from it, and nothing of a plain table does")
  func content() throws {
    for layout in [Self.layout, TableLayout()] {
      let document = Array((layout == Self.layout ? Self.text : "type,value\nheartRate,1\n").utf8)
      var source = CSVChunker(source: MemorySource(document), size: 20, layout: layout)
      var content: [UInt8] = []
      while let piece = try source.next() {
        var chunk = piece
        _ = CSVReader(preparing: &chunk)
        #expect(chunk.contentCount == piece.bytes.count)
        #expect((chunk.appendix == nil) == (layout != Self.layout))
        content.append(contentsOf: chunk.bytes.prefix(chunk.contentCount))
      }
      #expect(content == document)
    }
  }

  @Test("a column that is missing is named where the header stands")
  func missing() throws {
    let layout = TableLayout(columns: ["Puls": "value"])
    let document = Array("\ntype,value\nheartRate,1\n".utf8)
    var source = CSVChunker(source: MemorySource(document), size: 100, layout: layout)
    let first = try source.next()
    var chunk = try #require(first)
    var reader = CSVReader(preparing: &chunk)
    let bytes = chunk.bytes.span.bytes
    var buffer = RawSampleBuffer(syntax: .csv)
    guard case .broken = reader.next(in: bytes, into: &buffer) else {
      Issue.record("read")
      return
    }
    let problem = try #require(buffer.problems.first)
    let name = chunk.bytes[Int(problem.span.lowerBound)..<Int(problem.span.upperBound)]
    #expect(String(decoding: name, as: UTF8.self) == "Puls")
    #expect(chunk.contentOffset(of: Int(problem.span.lowerBound)) == 1)
    let kind = reader.next(in: bytes, into: &buffer)
    #expect(kind == .end)
    let second = try source.next()
    #expect(second == nil)
  }

  @Test("names that columns can have")
  func names() {
    for name in [
      "type", "end_offset", "source.name", "device.udi", "metadata.a", "metadata.a.b", "original.value",
      "members.a.value", "members.a.b.start",
    ] {
      #expect(TableField(name: name.utf8) != nil, "\(name)")
    }
    for name in [
      "", "Type", "source", "device", "metadata", "metadata.", "members", "members.a", "members..value",
      "members.a.type", "members.a.role", "role", "original", "source.colour", "endOffset",
    ] {
      #expect(TableField(name: name.utf8) == nil, "\(name)")
    }
    #expect(
      TableField(name: "members.org.study.grip.unit".utf8)
        == .member(type: Array("org.study.grip".utf8), field: .unit))
  }
}
