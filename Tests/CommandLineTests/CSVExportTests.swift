import Foundation
import Glibc
import Testing

/// A table that an export writes reads back the same.
@Suite("Export of tables") struct CSVExportTests {
  private func table(_ store: TestStore, _ options: String...) throws -> ProcessResult {
    try AssayBinary.run(["export", "--store", store.path, "--output-format", "csv"] + options)
  }

  @Test(
    "what a table says is what is read from it",
    arguments: ImportTests.demo + [
      "Tests/Fixtures/apple-health/phone-export-2.xml", "Tests/Fixtures/apple-health/correlations-nested-only.xml",
      "Tests/Fixtures/apple-health/entities.xml", "Tests/Fixtures/apple-health/two-offsets.xml",
      "Tests/Fixtures/jsonlines/escapes.ndjson", "Tests/Fixtures/tables/pulse.csv",
    ])
  func roundTrip(_ input: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let taken = try store.importing(input).report.summary.accepted
      let result = try table(store)
      let second = TestStore(folder, "second.db")
      let (status, report) = try second.importing(folder.write("table.csv", result.output))
      #expect(status == 0, "\(report.diagnostics)")
      #expect(report.summary.isBalanced)
      #expect(result.status == (report.summary.accepted == taken ? 0 : 1), "\(result.errorText)")
      // A number in what an earlier normalizing kept is text where the type is no quantity.
      let lines = try Set(store.export().split(separator: "\n").map { $0.withTextualOriginal })
      let read = try second.export().split(separator: "\n").map { $0.withTextualOriginal }
      #expect(read.filter { !lines.contains($0) } == [])
      #expect(!read.isEmpty)
      if result.status == 0 { #expect(read.count == lines.count) }
      // What is read back is known where it came from.
      let known = try store.importing(folder.path(of: "table.csv"))
      #expect(known.report.summary.accepted == 0)
      #expect(known.report.summary.conflicts == 0)
    }
  }

  @Test("the header begins with what every sample has") func header() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(folder.write("fine.ndjson", ExitCase.fine + "\n"))
      let lines = try table(store).text.split(separator: "\n")
      #expect(lines.first == "uuid,type,value,unit,start,end,offset")
      #expect(lines.last?.hasSuffix(",heartRate,72,count/min,2026-01-01T08:00:00Z,2026-01-01T08:00:00Z,+00:00") == true)
    }
  }

  @Test("texts are quoted where they must be, and never altered") func quoting() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let texts = ["=1+1", "a,b", "say \\\"so\\\"", "two\\nlines", " edge ", "-x", "ü;\\t"]
      let lines = texts.enumerated().map { index, text in
        "{\"type\":\"heartRate\",\"value\":70,\"unit\":\"count/min\",\"start\":\"2026-01-01T08:0\(index):00Z\","
          + "\"metadata\":{\"my; note\":\"\(text)\"}}\n"
      }
      _ = try store.importing(folder.write("input.ndjson", lines.joined()))
      let result = try table(store)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text.contains(",\"metadata.my; note\""))
      #expect(result.text.contains(",=1+1\n"))
      #expect(result.text.contains(",\"say \"\"so\"\"\"\n"))
      let second = TestStore(folder, "second.db")
      _ = try second.importing(folder.write("table.csv", result.output))
      #expect(try second.export() == store.export())
    }
  }

  @Test(
    "what a table cannot say is left out and counted",
    arguments: [
      #""metadata":{"org.example.score":5}"#, #""metadata":{"org.example.empty":""}"#, #""extra":[1]"#,
      #""source.name":"dotted""#, #""metadata":{"blank ":"a"}"#, #""-":"a""#,
    ])
  func omission(_ field: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let odd = "{" + field + "," + ExitCase.fine.dropFirst() + "\n"
      let other = ExitCase.fine.replacingOccurrences(of: "72", with: "73") + "\n"
      #expect(try store.importing(folder.write("input.ndjson", odd + other)).report.summary.accepted == 2)
      let result = try table(store)
      #expect(result.status == 1)
      #expect(result.text.split(separator: "\n").count == 2)
      #expect(result.errorText.contains("1 sample left out"))
    }
  }

  @Test("a correlation is a row, with the times of members that have their own") func correlations() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let pressure = #"{"type":"bloodPressure","start":"2026-01-01T08:00:00+02:00","members":["#
      let systolic = #"{"type":"bloodPressureSystolic","value":120,"unit":"mmHg","#
      let diastolic = #"{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg","#
      let times = #""start":"2026-01-01T08:00:00+02:00","end":"2026-01-01T08:00:00+02:00"}"#
      let own = #""start":"2026-01-01T06:00:00.5Z","end":"2026-01-01T06:00:01Z"}"#
      let lines = [
        pressure + systolic + times + "," + diastolic + times + "]}\n",
        pressure.replacingOccurrences(of: "08:00", with: "09:00") + systolic + own + "," + diastolic + own + "]}\n",
      ]
      _ = try store.importing(folder.write("input.ndjson", lines.joined()))
      let result = try table(store)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text.contains(",members.bloodPressureSystolic.value,members.bloodPressureSystolic.unit,"))
      let second = TestStore(folder, "second.db")
      _ = try second.importing(folder.write("table.csv", result.output))
      #expect(try second.export() == store.export())
    }
  }

  @Test("more columns than a table can have end the work, naming the way out") func tooMany() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let lines = (0..<20).map { row in
        let entries = (0..<250).map { "\"key\(row)-\($0)\":\"x\"" }.joined(separator: ",")
        let time = "\"start\":\"2026-01-01T08:00:\(10 + row)Z\""
        return "{\"type\":\"heartRate\",\"value\":70,\"unit\":\"count/min\",\(time),\"metadata\":{\(entries)}}\n"
      }
      _ = try store.importing(folder.write("input.ndjson", lines.joined()))
      let result = try table(store)
      #expect(result.status == 2)
      #expect(result.output.isEmpty)
      #expect(result.errorText.contains("jsonl"))
    }
  }

  @Test("columns that are named are the table, whatever else samples have", arguments: ["query", "export"])
  func columns(_ command: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      // Left out where all columns are wanted.
      let odd = #"{"metadata":{"org.example.score":5,"note":"n, o"},"source":{"name":"W"},"# + ExitCase.fine.dropFirst()
      _ = try store.importing(folder.write("input.ndjson", odd + "\n"))
      let arguments = [command, "--store", store.path, "--output-format", "csv"]
      let result = try AssayBinary.run(
        arguments + ["--columns", "start,value,metadata.note,subject,source.name"])
      #expect(result.status == 0, "\(result.errorText)")
      #expect(
        result.text == """
          start,value,metadata.note,subject,source.name
          2026-01-01T08:00:00Z,72,"n, o",,W

          """)
      // What a wanted column cannot hold is still left out.
      #expect(try AssayBinary.run(arguments + ["--columns", "value,metadata.org.example.score"]).status == 1)
    }
  }

  static let wrongColumns = [
    ("vale", "did you mean `value`?"), ("value,value", "names `value` twice"), ("source", "as in source.name"),
    ("start,,end", "names ``"), ("metadata", "as in metadata.KEY"), ("nothing.at.all", "Documentation/csv.md"),
  ]

  @Test("a list of columns that no table can have is refused", arguments: CSVExportTests.wrongColumns)
  func wrong(_ names: String, _ words: String) throws {
    try TemporaryFolder.with { folder in
      let arguments = ["query", "--store", folder.path(of: "none.db"), "--columns", names]
      let result = try AssayBinary.run(arguments + ["--output-format", "csv"])
      #expect(result.status == 2)
      #expect(result.errorText.contains(words), "\(result.errorText)")
      #expect(try AssayBinary.run(arguments).errorText.contains("--columns goes with --output-format csv"))
    }
  }

  @Test("a file appears when it is whole", arguments: ["csv", "jsonl"]) func file(_ format: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(folder.write("fine.ndjson", ExitCase.fine + "\n"))
      let path = try folder.write("out/export", "older")
      let arguments = ["export", "--store", store.path, "--output-format", format]
      #expect(try AssayBinary.run(arguments + ["-o", path]).status == 0)
      #expect(try TestFile.bytes(path) == AssayBinary.run(arguments).output)
      #expect(TestFile.names(in: folder.path(of: "out")) == ["export"])
      _ = try folder.write("text.db", String(repeating: "no store\n", count: 200))
      let failed = ["export", "--store", folder.path(of: "text.db"), "-o", path]
      let before = try TestFile.bytes(path)
      #expect(try AssayBinary.run(failed).status == 3)
      #expect(try TestFile.bytes(path) == before)
      #expect(try AssayBinary.run(arguments + ["-o", "/dev/full"]).status == 3)
    }
  }
}

extension Substring {
  /// The line with a number under `original.value` as text, but for quantities, which have a unit.
  fileprivate var withTextualOriginal: String {
    contains("\"unit\":")
      ? String(self)
      : replacingOccurrences(
        of: #""original":\{"value":([0-9]+)"#, with: #""original":{"value":"$1""#, options: .regularExpression)
  }
}
