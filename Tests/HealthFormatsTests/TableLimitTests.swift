import HealthModel
import Testing

@testable import HealthFormats

@Suite("Limits of tables")
struct TableLimitTests {
  private static let limit = CSVChunker<MemorySource>.maximumRow

  /// A table of 22 columns with one row of so many bytes, and one behind it.
  private func table(row count: Int, lineEnd: String = "\n") -> [UInt8] {
    let names = (0..<20).map { "metadata.k\($0)" }.joined(separator: ",")
    var cells: [String] = []
    var left = count - "heartRate,,".utf8.count - 19
    for index in 0..<20 {
      let size = index < 19 ? min(60_000, left) : left
      cells.append(String(repeating: "x", count: size))
      left -= size
    }
    let row = "heartRate,," + cells.joined(separator: ",")
    let behind = "stepCount,1" + String(repeating: ",", count: 20)
    return Array(("type,value,\(names)\n" + row + lineEnd + behind + "\n").utf8)
  }

  @Test(
    "a row of 1 MiB passes, a byte more does not", arguments: [1 << 14, 1 << 18, 1 << 20, 1 << 22], ["\n", "\r\n"])
  func row(_ size: Int, _ lineEnd: String) {
    for (extra, isRefused) in [(-1, false), (0, false), (1, true), (70_000, true)] {
      let read = ReadTable(table(row: Self.limit + extra, lineEnd: lineEnd), chunk: size)
      #expect(!read.isBroken)
      #expect(read.records.count == 2, "\(extra)")
      #expect(read.records.first?.hasPrefix("line-too-long lineTooLong 2:1") == isRefused, "\(extra)")
      #expect(read.records.last == "type=stepCount value=1")
    }
  }

  @Test("a quote that is never closed ends the table in its row, however much follows", arguments: [1 << 16, 1 << 20])
  func openQuote(_ size: Int) {
    let head = "type,source.name\nheartRate,a\nstepCount,\""
    let bytes = Array(head.utf8) + [UInt8](repeating: UInt8(ascii: "\n"), count: 3 << 20)
    let read = ReadTable(bytes, chunk: size)
    #expect(read.records == ["type=heartRate source.name=a", "truncated unterminated 3:11"])
    #expect(read.cuts.last == Int64(bytes.count))
  }

  @Test("a quoted cell over the limit is skipped to its closing quote", arguments: [1 << 16, 1 << 20])
  func longQuote(_ size: Int) {
    let head = "type,source.name\nheartRate,a\nstepCount,\""
    let tail = "\"\nstepCount,b\n"
    let bytes = Array(head.utf8) + [UInt8](repeating: UInt8(ascii: "\n"), count: 3 << 20) + Array(tail.utf8)
    let read = ReadTable(bytes, chunk: size)
    #expect(
      read.records == [
        "type=heartRate source.name=a", "line-too-long lineTooLong 3:1", "type=stepCount source.name=b",
      ])
  }

  @Test("a row over the limit without a line feed behind it is no cut one")
  func longLastRow() {
    let head = "type,source.name\nheartRate,"
    let bytes = Array(head.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20)
    for size in [1 << 16, 1 << 23] {
      #expect(ReadTable(bytes, chunk: size).records == ["line-too-long lineTooLong 2:1"])
    }
  }

  @Test(
    "a row that begins with blanks over the limit is refused, and a blank line as long",
    arguments: [1 << 16, 1 << 20, 1 << 23], ["stepCount,b", "", " \t"])
  func longBlanks(_ size: Int, _ behind: String) {
    let head = "type,source.name\nheartRate,a\n"
    let blanks = [UInt8](repeating: 0x20, count: 3 << 20)
    for end in ["\nstepCount,c\n", "\r\nstepCount,c\n", ""] {
      let read = ReadTable(Array(head.utf8) + blanks + Array((behind + end).utf8), chunk: size)
      var expected = ["type=heartRate source.name=a", "line-too-long lineTooLong 3:1"]
      if !end.isEmpty { expected.append("type=stepCount source.name=c") }
      #expect(read.records == expected)
    }
  }

  @Test(
    "a blank line of 1 MiB is passed over, a byte more is not", arguments: [1 << 16, 1 << 20, 1 << 23],
    ["\n", "\r\n"])
  func blankLine(_ size: Int, _ lineEnd: String) {
    for (extra, isRefused) in [(-1, false), (0, false), (1, true)] {
      let line = [UInt8](repeating: 0x20, count: Self.limit + extra) + Array(lineEnd.utf8)
      let read = ReadTable(Array("type\n".utf8) + line + Array("heartRate\n".utf8), chunk: size)
      let refused = isRefused ? ["line-too-long lineTooLong 2:1"] : []
      #expect(read.records == refused + ["type=heartRate"], "\(extra)")
    }
  }

  @Test("a cell of 64 KiB passes, a byte more does not", arguments: [(-1, false), (0, false), (1, true)])
  func cell(_ extra: Int, _ isRefused: Bool) {
    let text = String(repeating: "x", count: CSVCursor.maximumText + extra)
    for cell in [text, "\"\(text)\""] {
      let read = ReadTable(Array("type,source.name\nheartRate,\(cell)\nstepCount,\n".utf8))
      #expect(read.records.first?.hasPrefix("string-too-long stringTooLong 2:1") == isRefused)
      #expect(read.records.last == "type=stepCount")
    }
  }

  @Test("256 metadata entries pass, one more does not", arguments: [(255, false), (256, false), (257, true)])
  func metadata(_ count: Int, _ isRefused: Bool) {
    let names = (0..<count).map { "metadata.k\($0)" }.joined(separator: ",")
    let cells = String(repeating: ",x", count: count)
    let read = ReadTable(Array("type,\(names)\nheartRate\(cells)\n".utf8))
    #expect(read.records.first?.hasPrefix("object-too-large tooManyKeys 2:1") == isRefused)
  }

  @Test("10,000 members pass, one more does not", arguments: [(10_000, false), (10_001, true)])
  func members(_ count: Int, _ isRefused: Bool) {
    let names = (0..<count).map { "members.t\($0).value" }.joined(separator: ",")
    let cells = String(repeating: ",1", count: count)
    let read = ReadTable(Array("type,\(names)\nfood\(cells)\n".utf8))
    #expect(read.isBroken == isRefused)
    #expect(read.records.first?.hasPrefix("broken object-too-large tooManyMembers 1:") == isRefused)
  }

  @Test("a header of 1 MiB is read, a longer one is not", arguments: [1 << 14, 1 << 20])
  func header(_ size: Int) {
    for (extra, isRefused) in [(0, false), (1, true), (3 << 20, true)] {
      let name = String(repeating: "x", count: 1000)
      var text = "type"
      var index = 0
      while text.utf8.count + 1020 < Self.limit + extra {
        text += ",\(name)\(index)"
        index += 1
      }
      text += "," + String(repeating: "y", count: Self.limit + extra - text.utf8.count - 1)
      let count = text.utf8.count(where: { $0 == UInt8(ascii: ",") })
      let read = ReadTable(
        Array((text + "\nheartRate" + String(repeating: ",", count: count) + "\n").utf8), chunk: size)
      #expect(read.records == (isRefused ? ["broken line-too-long lineTooLong 1:1"] : ["type=heartRate"]), "\(extra)")
    }
  }

  @Test("blank lines before the header are passed over up to 2 MiB", arguments: [1 << 16, 1 << 22])
  func lateHeader(_ size: Int) {
    let line = [UInt8](repeating: 0x20, count: 1 << 16) + [UInt8(ascii: "\n")]
    let header = Array("type\nheartRate\n".utf8)
    for (count, records) in [(31, ["type=heartRate"]), (33, ["broken csv-header headerMissing 1:1"])] {
      let lines = Array(repeatElement(line, count: count).joined())
      #expect(ReadTable(lines + header, chunk: size).records == records, "\(count)")
    }
  }

  @Test("a line over the limit before the header, or one without an end, is refused", arguments: [1 << 16, 1 << 22])
  func longBeginning(_ size: Int) {
    let blanks = [UInt8](repeating: 0x20, count: Self.limit + 70_000)
    for text in ["\ntype\nheartRate\n", "type\nheartRate\n", ""] {
      let read = ReadTable(blanks + Array(text.utf8), chunk: size)
      #expect(read.records == ["broken line-too-long lineTooLong 1:1"])
    }
    let quote = Array("type,\"".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: Self.limit + 70_000)
    #expect(ReadTable(quote, chunk: size).records == ["broken line-too-long lineTooLong 1:1"])
  }

  @Test("a table with a late and long header is read on from its middle")
  func resuming() throws {
    let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 2 * Self.limit - 100)
    let names = (0..<10).map { "\($0)" + String(repeating: "n", count: 60_000) }.joined(separator: ",")
    let row = "heartRate" + String(repeating: ",", count: 10) + "\n"
    let bytes = lines + Array("type,\(names)\n\(row)\(row)".utf8)
    try PackedFiles.withFile("late.csv", bytes) { path in
      let input = try ResolvedInput.resolve(path: path, format: .csv)
      let chunks = try input.makeChunks(size: 1 << 16, from: Int64(bytes.count - row.utf8.count))
      #expect(ReadTable(AnyChunks(chunks), of: bytes).records == ["type=heartRate"])
    }
  }

  @Test("problems of one row are kept to a few")
  func problems() {
    let read = ReadTable(Array("type,value\n\(String(repeating: "\0", count: 1000)),1\n".utf8))
    #expect(read.records.first?.split(separator: "+").count == 16)
  }
}
