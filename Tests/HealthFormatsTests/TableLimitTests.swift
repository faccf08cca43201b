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

  @Test("problems of one row are kept to a few")
  func problems() {
    let read = ReadTable(Array("type,value\n\(String(repeating: "\0", count: 1000)),1\n".utf8))
    #expect(read.records.first?.split(separator: "+").count == 16)
  }
}
