import Foundation
import HealthModel
import Testing

@testable import HealthFormats

/// A line of `records/cases.ndjson`: foreign JSON, how it is read, and what reading it gives.
///
/// `records`, `fields`, `constants` and the others are the layout's, in the form that a quarantine keeps; `further` are
/// more layouts. With `lines` each line is a document. `result` is what `ReadRecords` says of each sample.
struct RecordCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let layout: TableLayout
  let isByLine: Bool
  let result: [String]

  var testDescription: String { name }

  /// The lines of the file; empty when it cannot be read, which a test of the count reports.
  static let all: [RecordCase] = {
    let file = TestFiles.folder.appendingPathComponent("Cases/records/cases.ndjson")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap { RecordCase(line: $0) }
  }()

  private init?(line: Substring) {
    guard let json = JSONValue(parsing: line.utf8), let name = json["name"]?.text, let text = json["text"]?.text else {
      return nil
    }
    self.name = name
    bytes = Array(text.utf8)
    layout = Self.layout(json)
    isByLine = json["lines"]?.flag ?? false
    result = (json["result"]?.elements ?? []).compactMap(\.text)
  }

  private static func layout(_ json: JSONValue) -> TableLayout {
    var layout = TableLayout()
    layout.records = RecordLayout(
      records: json["records"]?.text ?? "", fields: RecordMapping.texts(json["fields"]))
    layout.mapping = RecordMapping(json)
    layout.further = (json["further"]?.elements ?? []).map(Self.layout)
    return layout
  }
}

/// All that reading foreign JSON gives, in words that a case file can hold: the pointer of the record and its sample as
/// in `ReadTable`, or what is wrong.
struct ReadRecords: Hashable, Sendable {
  var records: [String] = []
  /// Where chunks end.
  var cuts: [Int64] = []
  /// The most bytes of a chunk.
  var largest = 0
  /// Which paths led to something.
  var paths: RecordPathUse?

  /// Reads a document from memory.
  init(_ item: RecordCase, chunk size: Int = 1 << 20) {
    self.init(item.bytes, item.layout, isByLine: item.isByLine, chunk: size)
  }

  /// Reads a document from memory, or its rest.
  init(
    _ document: [UInt8], _ layout: TableLayout, isByLine: Bool = false, chunk size: Int, from cut: Int = 0,
    window: Int64 = RecordScanner.window
  ) {
    let source = MemorySource(Array(document[cut...]))
    var passed: PassedRecords?
    if cut > 0 {
      passed = PassedRecords(layout, window: window)
      // In pieces, as a file is read.
      for start in stride(from: 0, to: cut, by: 5) {
        let end = min(start + 5, cut)
        passed?.pass(Array(document[start..<end]), isLast: end == cut)
      }
    }
    var chunks: any ChunkSource =
      isByLine
      ? InputFormat.jsonLines.chunks(of: source, size: size, layout: layout, offset: Int64(cut), beginning: [])
      : RecordChunker(source: source, size: size, layout: layout, after: passed, window: window)
    while let chunk = (try? chunks.next()).flatMap({ $0 }), read(chunk, of: document) {}
  }

  private mutating func read(_ piece: InputChunk, of document: [UInt8]) -> Bool {
    cuts.append(piece.offset + Int64(piece.contentCount) + piece.skipped)
    largest = max(largest, piece.bytes.count)
    var chunk = piece
    var reader = ForeignJSONReader(preparing: &chunk)
    if let used = reader.paths { if paths == nil { paths = used } else { paths?.add(used) } }
    let text = ChunkText(chunk: chunk, document: document)
    var buffer = RawSampleBuffer(syntax: .foreignJSON)
    let bytes = chunk.bytes.span.bytes
    while true {
      buffer.removeAll()
      switch reader.next(in: bytes, into: &buffer) {
      case .end: return true
      case .broken:
        // Nothing is read after it.
        cuts.removeLast()
        records.append("broken " + text.problems(buffer))
        return false
      case .sample(let span) where buffer.problems.isEmpty:
        let pointer = chunk.records?.pointer(at: span.lowerBound) ?? Array("?".utf8)
        records.append(String(decoding: pointer, as: UTF8.self) + " " + text.samples(buffer))
      default: records.append(text.problems(buffer))
      }
    }
  }
}
