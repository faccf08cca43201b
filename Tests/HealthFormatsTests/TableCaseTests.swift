import HealthModel
import Testing

@testable import HealthFormats

@Suite("Tables")
struct TableCaseTests {
  @Test("the file of cases is there")
  func count() {
    #expect(TableCase.all.count >= 116)
    #expect(Set(TableCase.all.map(\.name)).count == TableCase.all.count)
  }

  @Test("each table gives the records its line says", arguments: TableCase.all)
  func records(_ row: TableCase) {
    let table = ReadTable(row.bytes, layout: row.layout)
    #expect(table.records == row.records)
    #expect(table.error == nil)
    #expect(table.isBroken == (row.records.last?.hasPrefix("broken ") ?? false))
  }

  @Test("the size of chunks changes nothing but where they are cut", arguments: TableCase.all)
  func chunks(_ row: TableCase) {
    for size in [1, 2, 3, 5, 8, 13, 64, 1024] {
      let table = ReadTable(row.bytes, layout: row.layout, chunk: size)
      #expect(table.records == row.records, "chunks of \(size)")
      #expect(table.cuts.last == Int64(row.bytes.count) || table.isBroken)
    }
  }

  /// Tables that a plan can read as well: `type` is a column of their own, and no header is refused.
  private static let plannable = TableCase.all.filter { row in
    row.layout.isDirect && row.layout.columns.isEmpty && row.bytes.starts(with: Array("type,".utf8))
      && !row.records.contains { $0.hasPrefix("broken") }
  }

  @Test("a plan that changes nothing reads what columns read", arguments: plannable)
  func plan(_ row: TableCase) {
    var layout = row.layout
    layout.mapping.conditions = [RecordCondition("type", isOneOf: ["none of these"], isNegated: true)]
    #expect(Self.plannable.count >= 40)
    #expect(ReadTable(row.bytes, layout: layout).records == row.records)
  }

  @Test("reading can go on at any place where a chunk ends", arguments: TableCase.all)
  func resuming(_ row: TableCase) {
    for cut in ReadTable(row.bytes, layout: row.layout, chunk: 1).cuts.dropLast() where cut > 0 {
      #expect(Self.read(row.bytes, in: row.layout, with: Int(cut)) == row.records, "from \(cut)")
    }
  }

  /// Reads a table up to a place, and from there on as an interrupted run does.
  private static func read(_ bytes: [UInt8], in layout: TableLayout, with cut: Int) -> [String] {
    let beginning = Array(bytes[..<cut])
    let rest = CSVChunker(
      source: MemorySource(Array(bytes[cut...])), size: 7, layout: layout, offset: Int64(cut), beginning: beginning)
    return ReadTable(beginning, layout: layout).records + ReadTable(rest, of: bytes).records
  }

  @Test("made-up tables, broken at random, read the same in chunks of any size and from any cut on")
  func random() {
    var documents = RandomTables(seed: RandomExports.seed)
    for round in 0..<400 {
      let bytes = documents.next()
      let whole = ReadTable(bytes)
      for size in [1, 2, 3, 7, 16, 100] {
        let pieces = ReadTable(bytes, chunk: size)
        if pieces.records != whole.records {
          Issue.record(
            "SEED=\(RandomExports.seed), round \(round), chunks of \(size): \(String(decoding: bytes, as: UTF8.self))")
          return
        }
        guard size == 7 else { continue }
        for cut in pieces.cuts.dropLast() where cut > 0 {
          #expect(Self.read(bytes, in: TableLayout(), with: Int(cut)) == whole.records, "SEED=\(RandomExports.seed)")
        }
      }
    }
  }

  @Test("a source that breaks off gives all whole rows before that, then the error")
  func brokenSource() {
    let text = "type,value,source.name\n" + (0..<50).map { "heartRate,\($0),\"a\nb\"\n" }.joined()
    let bytes = Array(text.utf8)
    let whole = ReadTable(bytes)
    for length in stride(from: 0, to: bytes.count, by: 7) {
      for size in [10, 1 << 20] {
        let table = ReadTable(CSVChunker(source: BrokenSource(Array(bytes[..<length])), size: size), of: bytes)
        #expect(table.error == .unreadable(path: "broken", reason: "made up"))
        #expect(table.records == Array(whole.records.prefix(table.records.count)))
        // The header has 23 bytes, a row 18 or 19.
        #expect(table.records.count >= (length - 23) / 19)
      }
    }
  }
}

/// Made-up tables, many of them not well formed, the same for the same seed.
private struct RandomTables {
  private var state: UInt64
  private static let pieces = [
    "\"", "\"", ",", ",", "\n", "\r\n", "\r", "a", "1", " ", "é", "\"\"", "\0", "\"x,\ny\"", "heartRate,1,a\n", ";",
  ]

  init(seed: UInt64) { state = seed }

  /// The next table.
  mutating func next() -> [UInt8] {
    var text = "type,value,unit\n"
    for _ in 0..<number(40) { text += Self.pieces[number(Self.pieces.count)] }
    var bytes = Array(text.utf8)
    if number(4) == 0 { bytes.insert(0xC3, at: 16) }
    return bytes
  }

  private mutating func number(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, limit)))
  }
}

/// A source that ends with an error.
struct BrokenSource: ByteSource {
  private var rest: MemorySource

  init(_ bytes: [UInt8]) { rest = MemorySource(bytes) }

  mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    let got = rest.read(into: &buffer, count: count)
    if got == 0 { throw .unreadable(path: "broken", reason: "made up") }
    return got
  }
}
