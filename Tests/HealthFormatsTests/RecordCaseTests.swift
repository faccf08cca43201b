import HealthModel
import Testing

@testable import HealthFormats

@Suite("Foreign JSON")
struct RecordCaseTests {
  @Test("the file of cases is there")
  func count() {
    #expect(RecordCase.all.count >= 51)
    #expect(Set(RecordCase.all.map(\.name)).count == RecordCase.all.count)
  }

  @Test("each document gives the samples its line says", arguments: RecordCase.all)
  func records(_ item: RecordCase) {
    #expect(ReadRecords(item).records == item.result)
  }

  @Test("the size of chunks changes nothing but where they are cut", arguments: RecordCase.all)
  func chunks(_ item: RecordCase) {
    for size in [1, 2, 3, 5, 8, 13, 64, 1024] {
      let read = ReadRecords(item, chunk: size)
      #expect(read.records == item.result, "chunks of \(size)")
      #expect(read.paths == ReadRecords(item).paths, "chunks of \(size)")
    }
  }

  @Test("reading can go on at any place where a chunk ends", arguments: RecordCase.all.filter { !$0.isByLine })
  func resuming(_ item: RecordCase) {
    let pieces = ReadRecords(item, chunk: 1)
    for cut in pieces.cuts where cut > 0 && cut < item.bytes.count {
      let rest = ReadRecords(item.bytes, item.layout, chunk: 7, from: Int(cut)).records
      #expect(item.result.suffix(rest.count) == rest[...], "from \(cut)")
      let before = ReadRecords(Array(item.bytes[..<Int(cut)]), item.layout, chunk: 7).records
      // The beginning alone is cut short: what it has besides is that it is.
      let whole = before.filter { !$0.hasPrefix("broken ") }
      #expect(whole.count + rest.count >= item.result.count, "from \(cut)")
    }
  }

  @Test("a record is read alone as it was in its document", arguments: RecordCase.all)
  func alone(_ item: RecordCase) throws {
    var chunks = (item.isByLine ? InputFormat.jsonLines : .json).chunks(
      of: MemorySource(item.bytes), size: 1 << 20, layout: item.layout, offset: 0, beginning: [])
    guard var chunk = try chunks.next() else { return }
    var reader = ForeignJSONReader(preparing: &chunk)
    var buffer = RawSampleBuffer(syntax: .foreignJSON)
    var previous: Range<Int>?
    while case .sample(let span) = reader.next(in: chunk.bytes.span.bytes, into: &buffer) {
      let isSingle = buffer.problems.isEmpty && span != previous
      previous = span
      let text = ChunkText(chunk: chunk, document: item.bytes).samples(buffer)
      buffer.removeAll()
      guard isSingle, let context = chunk.records?.context(at: span.lowerBound) else { continue }
      let kept = QuarantinedRecord(
        Array(chunk.bytes[span]), format: item.isByLine ? .jsonLines : .json, at: ReadPosition(), table: context)
      var (piece, _) = try #require(kept.chunk)
      var again = RawSampleBuffer(syntax: kept.syntax)
      guard case .sample = kept.format.readFirst(of: &piece, into: &again) else {
        Issue.record("\(text) cannot be read alone")
        continue
      }
      #expect(ChunkText(chunk: piece, document: kept.bytes).samples(again) == text)
    }
  }

  @Test("a record is refused if a value around it comes too late, whatever the size of chunks")
  func late() {
    var layout = TableLayout()
    layout.records = RecordLayout(records: "/r/*", fields: ["type": "/t", "subject": "../../id"])
    let filler = String(repeating: "x", count: Int(RecordScanner.window))
    let near = Array(#"{"r": [{"t": "a"}], "x": "\#(filler.dropLast(100))", "id": "P"}"#.utf8)
    let far = Array(#"{"r": [{"t": "a"}], "x": "\#(filler)", "id": "P"}"#.utf8)
    for size in [4096, 1 << 20, 1 << 24] {
      #expect(ReadRecords(near, layout, chunk: size).records == ["/r/0 type=a subject=P"], "chunks of \(size)")
      #expect(
        ReadRecords(far, layout, chunk: size).records == ["field-missing parentTooLate 1:8"], "chunks of \(size)")
    }
  }

  @Test("millions of parents, deep nesting and long texts beside the records do not grow a chunk")
  func memory() {
    var layout = TableLayout()
    layout.records = RecordLayout(records: "/u/*/r/*", fields: ["type": "/t", "subject": "../../id"])
    let users = (0..<20_000).map { #"{"id": \#($0), "r": [{"t": "a"}]}"# }.joined(separator: ",")
    let deep = String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000)
    let long = String(repeating: "y", count: 300_000)
    let text = #"{"deep": \#(deep), "long": "\#(long)", "u": [\#(users)]}"#
    let read = ReadRecords(Array(text.utf8), layout, chunk: 16_384)
    #expect(read.records.count == 20_000)
    #expect(read.records.last == "/u/19999/r/0 type=a subject=19999")
    // The values of parents are after each chunk.
    #expect(read.largest < 4 * 16_384)
  }

  @Test("paths that lead to nothing are known at the end")
  func unused() throws {
    var layout = TableLayout()
    layout.records = RecordLayout(records: "/r/*", fields: ["type": "/t", "unit": "/u", "value": "/v"])
    let text = Array(#"{"r": [{"t": "a"}, {"u": null}]}"#.utf8)
    let paths = try #require(ReadRecords(text, layout, chunk: 8).paths)
    #expect(paths.records.map(\.count) == [2])
    #expect(paths.records[0].fields.filter { !$0.isUsed }.map(\.path) == ["/v"])
    let none = try #require(ReadRecords(Array(#"{"s": []}"#.utf8), layout, chunk: 8).paths)
    #expect(none.records.map(\.count) == [0] && none.reach == 0)
  }

  @Test(
    "what is not a path is refused with a reason",
    arguments: [
      ("users/*", nil), ("/a/~2", nil), ("/a~", nil), ("/r/*", ""), ("/r/*", "val"), ("/r/*", ".."),
      ("/r/*", "../../../id"), ("/r/*", "../../#"), ("/r/*", "/a~2"), ("", "../id"),
    ] as [(String, String?)])
  func malformed(_ records: String, _ field: String?) {
    #expect(throws: SyntaxError.self) {
      try RecordLayout.check(records: records)
      if let field { try RecordLayout.check(field: field, from: records) }
    }
  }
}
