import Testing

@testable import HealthFormats

@Suite("Formats by content")
struct FormatSnifferTests {
  private func sniff(_ text: String, _ path: String = "file") -> FormatSniffer.Outcome {
    FormatSniffer.sniff(prefix: Array(text.utf8), path: path)
  }

  @Test(
    "content decides, and the extension where content leaves it open",
    arguments: [
      ("", "a.json", .jsonLines), (" \n\t", "a", .jsonLines), ("\u{FEFF}", "a", .jsonLines),
      ("{\"a\":1}\n{\"a\":2}\n", "a", .jsonLines), ("{\"a\":1}\n{\"a\":2}\n", "a.json", .jsonLines),
      ("{\"a\":1}\n", "a", .jsonLines), ("{\"a\":1}\n", "a.json", .json), ("{\"a\":1}", "a.ndjson", .jsonLines),
      ("{\n \"a\": {\n  \"b\": 1\n }\n}\n", "a", .json), ("{\n \"a\": 1\n}\n", "a.jsonl", .jsonLines),
      ("{\"a\":\"}\\\"{\",\n\"b\":[{\n}]}", "a", .json), ("{\"a\":1\n{\"a\":2}\n", "a", .jsonLines),
      ("{\"a\":\"\n{\"a\":2}\n", "a", .jsonLines), ("[{\"a\":1}]", "a.ndjson", .json), ("[]", "a", .json),
      ("\u{FEFF} [1", "a", .json), ("words\n", "a.ndjson", .jsonLines), ("words\n", "A.JSONL", .jsonLines),
      ("words\n", "a.json", .json), ("<HealthData>", "a.ndjson", .appleHealth),
      ("<?xml version=\"1.0\"?>\n<!DOCTYPE HealthData [\n", "a", .appleHealth),
      ("\u{FEFF}\n<!-- x -->\n<HealthData\n locale", "a", .appleHealth),
      ("<?xml version=\"1.0\"?>\n<gpx creator=\"a\">", "a", InputFormat(GPXFormat())),
      ("type,value\n", "a", .csv), ("\u{FEFF}\"type\";value", "a", .csv), ("\nvalue\tx\tstart\n", "a.txt", .csv),
      ("words\n", "a.csv", .csv), ("a\tb\n", "A.TSV", .csv), ("type,value\n", "a.ndjson", .jsonLines),
      ("{\"type\":1,\"value\":2}\n", "a.csv", .jsonLines), ("[1]\n", "a.csv", .json), ("a,\0\n", "a.csv", .csv),
    ] as [(text: String, path: String, format: InputFormat)])
  func known(_ row: (text: String, path: String, format: InputFormat)) {
    #expect(sniff(row.text, row.path) == .format(row.format))
  }

  @Test(
    "what is not read is named",
    arguments: [
      ([0x1F, 0x8B, 8], "gzip"), ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard"), ([0xFF, 0xFE, 0x7B, 0], "UTF-16"),
      ([0xFE, 0xFF, 0, 0x7B], "UTF-16"), ([0x7B, 0, 0x22, 0], "UTF-16"), ([0xFF, 0xFE, 0, 0], "UTF-32"),
      ([0, 0, 0, 0x7B], "UTF-32"), (Array("SQLite format 3\0".utf8), "SQLite"), ([0x80, 0, 1], "binary"),
      (Array("<TrainingCenterDatabase>".utf8), "it is TCX"),
      (Array("<html>".utf8), "not an Apple Health export"), (Array("<HealthDataX>".utf8), "not an Apple Health export"),
      (Array("a,b\n1,2\n".utf8), "neither JSON nor"), (Array("%PDF-1.7".utf8), "PDF"),
      (Array("type\nheartRate\n".utf8), "neither JSON nor"), (Array("the type, value\n".utf8), "neither JSON nor"),
      (Array("PAR1\u{15}\0".utf8), "Parquet"), (Array("ARROW1\0\0".utf8), "Arrow"),
      ([0xFF, 0xFF, 0xFF, 0xFF, 0x78, 1, 0, 0, 16], "Arrow"), ([0xFF, 0xFF, 0xFF, 0xFF, 0x78, 1, 0, 9], "binary"),
      (Array("value,unit\n".utf8), "neither JSON nor"), (Array("a\ntype,value\n".utf8), "neither JSON nor"),
    ] as [([UInt8], String)])
  func unknown(_ bytes: [UInt8], _ words: String) {
    guard case .unknown(let reason) = FormatSniffer.sniff(prefix: bytes, path: "file") else {
      Issue.record("known")
      return
    }
    #expect(reason.contains(words), "\(reason)")
  }

  @Test("UTF-16 with an extension of samples is a finding of its reader")
  func foreign() throws {
    let bytes = try TestFiles.bytes("Fixtures/jsonlines/utf16.ndjson")
    #expect(FormatSniffer.sniff(prefix: bytes, path: "utf16.ndjson") == .format(.jsonLines))
  }

  @Test("archives are told by their first bytes")
  func archives() throws {
    #expect(sniff("PK\u{3}\u{4}") == .zip)
    let empty = try TestFiles.bytes("Fixtures/apple-health/empty.zip")
    #expect(FormatSniffer.sniff(prefix: empty, path: "a") == .zip)
  }

  @Test("the fixtures are what their names say")
  func fixtures() throws {
    let expected: [(String, InputFormat)] = [
      ("demo/export.xml", .appleHealth), ("demo/samples.ndjson", .jsonLines), ("jsonlines/array.json", .json),
      ("jsonlines/object.json", .json), ("jsonlines/truncated-array.json", .json),
      ("jsonlines/cr-only.ndjson", .jsonLines), ("jsonlines/bom.ndjson", .jsonLines),
      ("apple-health/broken-dtd-v12.xml", .appleHealth), ("apple-health/comments-and-cdata.xml", .appleHealth),
    ]
    for (name, format) in expected {
      let input = try ResolvedInput.resolve(path: TestFiles.path("Fixtures/\(name)"))
      #expect(input.format == format, "\(name)")
    }
  }
}
