import Foundation
import Testing

/// `assay profile` of files that no profile describes.
@Suite("Statistics of columns") struct ColumnStatisticsTests {
  private static let table = """
    time,heart rate,note
    2026-01-05 07:30:00,61,ok
    2026-01-06 07:30:00,63,ok
    2026-01-07 07:30:00,n/a,
    2026-01-08 07:30:00,70,tired
    2026-01-09 07:30:00,72,ok

    """

  private func profile(_ words: [String], _ body: (ProcessResult) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      try folder.write("t.csv", Self.table)
      try folder.write("broken.csv", Self.table + "1,2\n")
      try folder.write("a.json", #"{"users": [{"id": 7, "readings": [{"kg": 70.5}, {"kg": 71}]}]}"# + "\n")
      try folder.write(
        "s.ndjson", #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"# + "\n")
      try body(AssayBinary.run(["profile"] + words, folder: folder.path))
    }
  }

  @Test("a table") func csv() throws {
    try profile(["t.csv", "--output-format", "csv"]) { result in
      #expect(
        result.text == """
          file,records_path,column,kind,format,count,missing,others,distinct,distinct_exact,min,q1,median,q3,max,exact,first_day,last_day,doubts,frequent
          t.csv,,time,moment,RFC 3339,5,0,0,5,true,,,,,,,2026-01-05,2026-01-09,no offset,
          t.csv,,heart rate,number,,5,0,1,5,true,61,62.5,66.5,70.5,72,true,,,,
          t.csv,,note,text,,4,1,0,2,true,,,,,,,,,,"ok (3), tired (1)"

          """)
      #expect(result.status == 0 && result.errorText.isEmpty, "\(result.errorText)")
    }
  }

  @Test("JSON, also beside samples") func json() throws {
    try profile(["a.json", "s.ndjson", "--output-format", "jsonl"]) { result in
      let lines = result.text.split(separator: "\n")
      #expect(lines.first?.hasPrefix(#"{"type":"heartRate""#) == true)
      #expect(
        lines.dropFirst() == [
          #"{"file":"a.json","records_path":"/users/*","column":"/users/*/id","kind":"number","count":1,"missing":0,"others":0,"distinct":1,"distinct_exact":true,"min":7,"q1":7,"median":7,"q3":7,"max":7,"exact":true}"#,
          #"{"file":"a.json","records_path":"/users/*/readings/*","column":"/users/*/readings/*/kg","kind":"number","count":2,"missing":0,"others":0,"distinct":2,"distinct_exact":true,"min":70.5,"q1":70.625,"median":70.75,"q3":70.875,"max":71,"exact":true}"#,
        ])
    }
    try profile(["a.json", "s.ndjson", "--output-format", "csv"]) { #expect($0.status == 2) }
    try profile(["a.json", "--by", "subject"]) { #expect($0.status == 2 && $0.errorText.contains("a.json")) }
  }

  @Test("a row that cannot be read makes the status 1, and the others count") func broken() throws {
    try profile(["broken.csv"]) { result in
      #expect(result.status == 1)
      #expect(result.errorText == "assay: broken.csv: 1 row could not be read to the end\n")
      #expect(result.text.hasPrefix("broken.csv: 5 rows\ncolumn "), "\(result.text)")
      #expect(result.text.contains("ok (3), tired (1)"))
    }
    try profile(["t.csv", "--redact"]) { #expect(!$0.text.contains("tired")) }
  }

  @Test("packed tables and pipes", arguments: [true, false]) func packed(_ isPacked: Bool) throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write("t.csv", Self.table)
      let plain = try AssayBinary.run(["profile", path, "--output-format", "json"]).text
      if isPacked {
        #expect(try AssayBinary.shell("gzip -k t.csv", folder: folder.path).status == 0)
        let packed = try AssayBinary.run(["profile", path + ".gz", "--output-format", "json"]).text
        #expect(packed == plain.replacing("t.csv", with: "t.csv.gz") && !plain.isEmpty)
      } else {
        let piped = try AssayBinary.run(
          ["profile", "-", "--stdin-name", path, "--output-format", "json"], input: Array(Self.table.utf8)
        ).text
        #expect(piped == plain && !plain.isEmpty)
      }
    }
  }
}
