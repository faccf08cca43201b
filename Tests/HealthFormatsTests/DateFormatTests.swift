import Foundation
import HealthModel
import Testing

@testable import HealthFormats

@Suite("Date formats")
struct DateFormatTests {
  /// The lines of a file below `Tests/Cases/csv`, cut at tabs.
  private static func rows(_ name: String) -> [[String]] {
    guard
      let text = try? String(contentsOf: TestFiles.folder.appendingPathComponent("Cases/csv/\(name)"), encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  static let times = rows("dates.tsv")
  static let patterns = rows("patterns.tsv")

  @Test("the files of cases are there")
  func count() {
    #expect(Self.times.count >= 74)
    #expect(Self.patterns.count >= 26)
  }

  @Test("each text is the time its row says, or none", arguments: DateFormatTests.times)
  func time(_ row: [String]) throws {
    try #require(row.count == 3)
    let format = try DateFormat(row[0])
    // The text stands between others, so that a reader that goes on is seen.
    let bytes = Array("9\(row[1])9".utf8)
    var output = Array("<".utf8)
    let isTime = format.append(1..<bytes.count - 1, in: bytes.span.bytes, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "<" + (row[2] == "-" ? "" : row[2]))
    #expect(isTime == (row[2] != "-"))
  }

  @Test("what is written is read by the rules, with an offset only where the pattern has one")
  func written() {
    for row in Self.times where row.count == 3 && row[2] != "-" && !row[2].hasPrefix("2026-01-05T08:00:60") {
      let bytes = Array(row[2].utf8)
      let reading = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .csv)
      let isOffset = row[0].hasPrefix("unix") || row[0].hasSuffix("Z") || row[0].hasSuffix("X") || row[0].hasSuffix("O")
      #expect(reading?.hasOffset == isOffset, "\(row)")
      #expect(reading?.isCut == false)
    }
  }

  @Test("a pattern that tells no time is refused with its reason", arguments: DateFormatTests.patterns)
  func pattern(_ row: [String]) throws {
    try #require(row.count == 2)
    do throws(SyntaxError) {
      _ = try DateFormat(row[0])
      Issue.record("taken")
    } catch {
      #expect(error.description.contains(row[1]), "\(error)")
    }
  }
}
