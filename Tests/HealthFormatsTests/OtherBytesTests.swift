import HealthModel
import SeededRandom
import Testing

@testable import HealthFormats

/// A reader that is shown other bytes than those of its chunk says so or reads them, and never leaves them.
@Suite("Readers and other bytes") struct OtherBytesTests {
  /// A chunk of each format, with a few records.
  struct Document: Sendable, CustomTestStringConvertible {
    var format: InputFormat
    var text: String

    var testDescription: String { format.rawValue }

    static let all = [
      Document(
        format: .jsonLines,
        text: #"{"type":"heartRate","value":60,"metadata":{"k":{"a":1}}}"# + "\n" + #"{"type":"bodyMass","value":70}"#
          + "\n"),
      Document(format: .json, text: #"[{"type":"heartRate","value":60},{"type":"bodyMass","value":70}]"#),
      Document(
        format: .appleHealth,
        text: """
          <?xml version="1.0"?><HealthData locale="en_US"><Me HKCharacteristicTypeIdentifierBiologicalSex="f" \
          HKCharacteristicTypeIdentifierBloodType="a"/><Record type="a" value="1"><MetadataEntry key="k" value="v"/>\
          </Record><Workout/></HealthData>
          """),
      Document(format: .csv, text: "type,value,unit,start\nheartRate,60,count/min,2026-01-01\n\"body\",70,kg,2026\n"),
    ]
  }

  /// What a reader gives, call by call.
  private static func kinds(
    _ document: Document, showing first: [UInt8]?, _ rest: [UInt8]?
  ) throws -> (kinds: [RecordKind], problems: [DiagnosticCode]) {
    let text = Array(document.text.utf8)
    var chunk = InputChunk(bytes: text, offset: 0, index: 0, context: ChunkContext(isFirst: true, isLast: true))
    if document.format == .csv {
      var source = CSVChunker(source: MemorySource(text), size: 1 << 20, layout: TableLayout())
      chunk = try #require(try source.next())
      try #require(chunk.bytes == text)
    }
    switch document.format {
    case .jsonLines: return read(JSONLinesReader(chunk: chunk), chunk, .json, first, rest)
    case .json: return read(JSONArrayReader(chunk: chunk), chunk, .json, first, rest)
    case .appleHealth: return read(AppleHealthReader(chunk: chunk), chunk, .appleHealth, first, rest)
    default: return read(CSVReader(preparing: &chunk), chunk, .csv, first, rest)
    }
  }

  private static func read<Reader: RecordReader & ~Copyable>(
    _ reader: consuming Reader, _ chunk: InputChunk, _ syntax: RawSyntax, _ first: [UInt8]?, _ rest: [UInt8]?
  ) -> (kinds: [RecordKind], problems: [DiagnosticCode]) {
    var buffer = RawSampleBuffer(syntax: syntax)
    var kinds: [RecordKind] = []
    var problems: [DiagnosticCode] = []
    while kinds.count < 1000 {
      buffer.removeAll()
      let shown = (kinds.isEmpty ? first : rest) ?? chunk.bytes
      let kind = reader.next(in: shown.span.bytes, into: &buffer)
      kinds.append(kind)
      problems += buffer.problems.map(\.code)
      if kind == .end { break }
    }
    return (kinds, problems)
  }

  @Test("a text that is too short is broken, at once or after a record", arguments: Document.all)
  func shorter(_ document: Document) throws {
    let text = Array(document.text.utf8)
    for length in [0, 1, text.count / 2, text.count - 1] {
      let short = Array(text[..<length])
      let (kinds, problems) = try Self.kinds(document, showing: short, short)
      #expect(kinds == [.broken(span: 0..<0), .end], "\(length)")
      #expect(problems == [.truncated], "\(length)")
      let later = try Self.kinds(document, showing: nil, short)
      #expect(later.kinds.count == 3 && Array(later.kinds.dropFirst()) == [.broken(span: 0..<0), .end], "\(length)")
    }
  }

  @Test("other bytes of the same length are read to their end", arguments: Document.all)
  func other(_ document: Document) throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    let text = Array(document.text.utf8)
    let alphabet = Array("{}[]\",:<>/=&; \n\\aé".utf8) + [0, 0xFF]
    let count = try Self.kinds(document, showing: nil, text + text).kinds.count
    #expect(count > 2)
    for round in 0..<200 {
      let bytes = text.indices.map { index in
        Bool.random(using: &generator) ? text[index] : alphabet.randomElement(using: &generator) ?? 0
      }
      let padded = bytes + Array(repeating: 0x20, count: 4096)
      let (kinds, _) = try Self.kinds(document, showing: round % 2 == 0 ? nil : padded, padded)
      #expect(kinds.last == .end)
      for case .sample(let span) in kinds { #expect(span.lowerBound >= 0 && span.upperBound <= padded.count) }
    }
  }

  @Test("a stored line's reader ends with a text that is too short") func stored() {
    let text = Array("{\"type\":\"heartRate\"}\n".utf8)
    var reader = StoredLineReader(count: text.count)
    var buffer = RawSampleBuffer(syntax: .json)
    let short = Array(text.dropLast(5))
    let line = reader.next(in: short.span.bytes, into: &buffer)
    #expect(line == nil)
    #expect(buffer.problems.map(\.code) == [.truncated])
    #expect(reader.isAtEnd)
  }
}
