import HealthModel
import SeededRandom
import Testing

@testable import HealthFormats

/// Nothing is lost without a word: as many records come out as rows went in, and those over the limit are refused.
@Suite("Rows in, records out")
struct RowCountTests {
  private static let sizes = [1 << 14, 100_000, 1 << 18, 1 << 20, 1 << 22]

  @Test("of a table, whatever its rows hold and however it is cut")
  func tables() {
    check(RandomRows(seed: RandomExports.seed, kinds: RandomRows.tableKinds), head: "type,value,source.name\n") {
      bytes, size in
      let codes = Codes(CSVChunker(source: MemorySource(bytes), size: size)) { CSVReader(preparing: &$0) }
      return codes.isOverlong
    }
  }

  @Test("of lines, whatever they hold and however they are cut")
  func lines() {
    check(RandomRows(seed: RandomExports.seed, kinds: RandomRows.lineKinds), head: "") { bytes, size in
      let codes = Codes(LineChunker(source: MemorySource(bytes), size: size, maximumLine: RandomRows.limit)) {
        JSONLinesReader(chunk: $0, maximumLine: RandomRows.limit)
      }
      return codes.isOverlong
    }
  }

  private func check(_ rows: RandomRows, head: String, read: ([UInt8], Int) -> [Bool]) {
    var rows = rows
    for round in 0..<12 {
      let document = rows.next()
      for size in Self.sizes {
        let found = read(Array(head.utf8) + document.bytes, size)
        if found != document.isOverlong {
          Issue.record(
            "SEED=\(RandomExports.seed), round \(round), chunks of \(size): \(document.isOverlong), got \(found)")
          return
        }
      }
    }
  }
}

/// Whether each record of an input was refused as over the limit.
private struct Codes {
  private(set) var isOverlong: [Bool] = []

  init(_ source: some ChunkSource, reader: (inout InputChunk) -> some RecordReader) {
    var source = source
    while let found = try? source.next() {
      var chunk = found
      var reader = reader(&chunk)
      var buffer = RawSampleBuffer(syntax: .csv)
      let bytes = chunk.bytes.span.bytes
      while true {
        buffer.removeAll()
        if reader.next(in: bytes, into: &buffer) == .end { break }
        isOverlong.append(buffer.problems.first?.code == .lineTooLong)
      }
    }
  }
}

/// Made-up rows, many of them blank, malformed or over the limit, the same for the same seed.
private struct RandomRows {
  /// Rows, and whether each that is not blank is over the limit.
  struct Document {
    var bytes: [UInt8] = []
    var isOverlong: [Bool] = []
  }

  /// A row: text before and behind a filler that makes it as long as wanted.
  struct Kind: Sendable {
    var before = ""
    var filler = ""
    var behind = ""
    /// Whether the row is passed over while it is not over the limit.
    var isBlank = false
  }

  static let tableKinds = [
    Kind(before: "heartRate,72,Watch"), Kind(before: "heartRate,72"), Kind(before: "a,b,c,d"),
    Kind(before: "heartRate,\"1\"x,y"), Kind(before: "a,b\"c,d"), Kind(before: "a,\"b\nc\",\"\"\"\""),
    Kind(filler: " ", behind: "heartRate,72,Watch"), Kind(filler: "\t", behind: "heartRate,72,Watch"),
    Kind(before: "heartRate,72,", filler: "x"), Kind(before: "heartRate,72,", filler: " "),
    Kind(before: "heartRate,72,", filler: "\u{80}"), Kind(before: "heartRate,\"", filler: "\n", behind: "\",x"),
    Kind(before: "heartRate,\"", filler: "\"\"", behind: "\",x"), Kind(filler: ","), Kind(isBlank: true),
    Kind(filler: " ", isBlank: true), Kind(filler: " \t", isBlank: true),
  ]

  static let lineKinds = [
    Kind(before: "{\"type\":\"heartRate\"}"), Kind(before: "{\"type\":"), Kind(before: "[]"), Kind(before: "{}{}"),
    Kind(filler: " ", behind: "{\"type\":\"heartRate\"}"), Kind(filler: "\t", behind: "{}"),
    Kind(before: "{\"type\":\"", filler: "x", behind: "\"}"), Kind(before: "{", filler: " ", behind: "}"),
    Kind(before: "{}", filler: " "), Kind(filler: "\u{80}", behind: "x"), Kind(isBlank: true),
    Kind(filler: " ", isBlank: true), Kind(filler: " \t", isBlank: true),
  ]

  private var generator: SeededGenerator
  private let kinds: [Kind]
  /// That of tables; lines are given it.
  static let limit = 1 << 20

  init(seed: UInt64, kinds: [Kind]) {
    generator = SeededGenerator(seed: seed)
    self.kinds = kinds
  }

  /// The next document.
  mutating func next() -> Document {
    var document = Document()
    let count = 1 + number(12)
    for index in 0..<count {
      let kind = kinds[number(kinds.count)]
      let row = row(kind)
      let isOverlong = row.count > Self.limit
      if isOverlong || !kind.isBlank { document.isOverlong.append(isOverlong) }
      document.bytes += row
      if index < count - 1 || number(3) > 0 { document.bytes += Array((number(3) == 0 ? "\r\n" : "\n").utf8) }
    }
    return document
  }

  private mutating func row(_ kind: Kind) -> [UInt8] {
    guard !kind.filler.isEmpty else { return Array((kind.before + kind.behind).utf8) }
    // Mostly short; else near the limit, or far beyond it.
    let lengths = [Self.limit - 2 + number(5), Self.limit + number(2 << 20)]
    let length = number(4) == 0 ? lengths[number(2)] : number(40)
    let room = length - kind.before.utf8.count - kind.behind.utf8.count
    let filler = String(repeating: kind.filler, count: max(1, room / kind.filler.utf8.count))
    return Array((kind.before + filler + kind.behind).utf8)
  }

  private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
}
