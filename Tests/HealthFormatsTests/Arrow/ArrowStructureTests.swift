import HealthModel
import HealthTestKit
import Testing

@testable import HealthFormats

/// The nested columns of structured samples.
@Suite("Nested Arrow columns") struct ArrowStructureTests {
  private static let workbench = Result { try SampleWorkbench() }
  /// The lines of a fixture with samples of all structured types.
  private static let lines = Result {
    String(decoding: try TestFiles.bytes("Fixtures/jsonlines/structured.ndjson"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  private static func stream(_ lines: [String]) throws -> ReadStream {
    let workbench = try workbench.get()
    var stream = ArrowSampleStream(registry: workbench.registry)
    var bytes: [UInt8] = []
    stream.begin(&bytes)
    for line in lines { stream.append(try workbench.batch(line), to: &bytes) }
    stream.end(&bytes)
    return try ReadStream(bytes)
  }

  private static func structure(_ row: [ReadStream.Value?], of stream: ReadStream) -> String {
    guard let place = stream.fields.firstIndex(where: { $0.name == "structure" }), case .text(let text)? = row[place]
    else { return "" }
    return String(decoding: text, as: UTF8.self)
  }

  @Test("they say what the column structure says, but for digests") func same() throws {
    let lines = try Self.lines.get()
    let read = try Self.stream(lines)
    #expect(read.rows.count == lines.count)
    for row in read.rows {
      // A document is the object of its digest and its text.
      let text = Self.structure(row, of: read).replacing(/\{"sha256":"[0-9a-f]*","text":("(?:[^"\\]|\\.)*")\}/) { $0.1 }
      // Without any part all columns are null, as where there is no structure.
      #expect(RebuiltStructure(row, of: read).text() == (text == "{}" ? "" : text))
    }
  }

  @Test("samples of other kinds have none, before, between and after structured ones") func others() throws {
    let lines = try Self.lines.get()
    let rate = #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#
    let read = try Self.stream([rate, rate, lines[0], rate, lines[lines.count - 3], rate])
    let texts = read.rows.map { RebuiltStructure($0, of: read).text() }
    #expect(texts.map(\.isEmpty) == [true, true, false, true, false, true])
    #expect(texts == read.rows.map { Self.structure($0, of: read) })
  }

  @Test("numbers in lists count for the size of a batch") func size() throws {
    let schema = ArrowSchema(fields: [ArrowField("a", .map(ArrowField("value", .list(ArrowField("item", .double)))))])
    var table = ArrowTable(schema)
    let numbers = ArrowStream.maximumText / 16
    for _ in 0..<3 {
      table.columns[0].appendList { entries in
        entries.appendStructure { columns in
          columns[0].append("x".utf8)
          columns[1].appendList { list in for number in 0..<numbers { list.append(Int64(number)) } }
        }
      }
      table.count += 1
    }
    var stream = ArrowStream(schema)
    var bytes: [UInt8] = []
    stream.begin(&bytes)
    stream.append(table, to: &bytes)
    stream.flush(&bytes)
    #expect(try ReadStream(bytes).batches == [2, 1])
  }
}
