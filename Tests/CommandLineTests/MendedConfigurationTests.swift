import Foundation
import Testing

/// A record that was refused since `assay.yaml` read it wrongly passes when `assay.yaml` is mended.
@Suite("Replay by a mended assay.yaml") struct MendedConfigurationTests {
  /// An input with two versions of its data set, and what becomes of its refused records.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let text: String
    let before: String
    let after: String
    let accepted: Int
    let refused: Int
    /// A part of what is said of the records that stay.
    var words = ""
  }

  private static let table = """
    when;kind;val;status
    05.01.2026 08:00;HR;72;ok
    05.01.2026 08:05;PULS;74;ok
    05.01.2026 08:10;PULS;x;ok
    05.01.2026 08:15;PULS;75;void

    """
  private static let named = "who,when,val\nP1,2026-01-06T07:00:00Z,70\n"
  private static let columns =
    "columns: {when: start, kind: type, val: value, status: \"-\"}, date_format: dd.MM.yyyy HH:mm, "
    + "timezone: UTC, constants: {unit: count/min}"
  private static let document = """
    {"users": [{"id": "P01", "tz": "UTC", "readings": [
      {"kind": "HR", "val": 72, "at": "2026-01-05T08:00:00Z"}, {"kind": "HR", "num": 73, "at": "2026-01-05T08:05:00Z"},
      {"kind": "HR", "val": "fast", "num": "fast", "at": "2026-01-05T08:10:00Z"}]}]}

    """
  private static let paths = "constants: {unit: count/min}, values: {type: {HR: heartRate}}, fields: "

  static let cases = [
    Case(
      testDescription: "a name of a type that is mapped now", file: "t.csv", text: table,
      before: "\(columns), values: {type: {HR: heartRate}}",
      after: "\(columns), values: {type: {HR: heartRate, PULS: heartRate}}", accepted: 2, refused: 1),
    Case(
      testDescription: "a date format that is right now", file: "t.csv", text: table,
      before: "\(columns), values: {type: {HR: heartRate, PULS: heartRate}}".replacing(
        "dd.MM.yyyy", with: "MM/dd/yyyy"),
      after: "\(columns), values: {type: {HR: heartRate, PULS: heartRate}}", accepted: 3, refused: 1),
    Case(
      testDescription: "rows that are passed over now", file: "t.csv", text: table,
      before: "\(columns), values: {type: {HR: heartRate}}",
      after: "\(columns), values: {type: {HR: heartRate, PULS: heartRate}}, unless: {status: void}", accepted: 1,
      refused: 2, words: "assay.yaml passes over the record now; remove the line"),
    Case(
      testDescription: "columns that the header does not have", file: "t.csv", text: table,
      before: "\(columns), values: {type: {HR: heartRate}}",
      after: "columns: {nowhere: start, kind: type, val: value, status: \"-\", when: \"-\"}", accepted: 0, refused: 3,
      words: "the row's table header does not have the columns that assay.yaml names"),
    Case(
      testDescription: "a path in the record", file: "d.json", text: document,
      before: "records: /users/*/readings/*, \(paths){type: /kind, value: /val, start: /at, subject: ../../id}",
      after: "records: /users/*/readings/*, \(paths){type: /kind, value: /num, start: /at, subject: ../../id}",
      accepted: 1, refused: 1),
    Case(
      testDescription: "a path around the record that was not kept", file: "d.json", text: document,
      before: "records: /users/*/readings/*, \(paths){type: /kind, value: /val, start: /at, subject: ../../id}",
      after: "records: /users/*/readings/*, \(paths){type: /kind, value: /num, start: /at, metadata.tz: ../../tz}",
      accepted: 0, refused: 2, words: "takes `../../tz` from around the record, which is not kept with it"),
    Case(
      testDescription: "a row whose subject is not read now", file: "t.csv", text: named,
      before: "columns: {who: subject, when: start, val: value}, constants: {type: heartRate, unit: kg}",
      after: "columns: {who: \"-\", when: start, val: value}, constants: {type: heartRate, unit: count/min}",
      accepted: 0, refused: 1, words: "assay.yaml no longer says whose the record is"),
    Case(
      testDescription: "a row whose subject is still read", file: "t.csv", text: named,
      before: "columns: {who: subject, when: start, val: value}, constants: {type: heartRate, unit: kg}",
      after: "columns: {who: subject, when: start, val: value}, constants: {type: heartRate, unit: count/min}",
      accepted: 1, refused: 0),
    Case(
      testDescription: "another data set", file: "t.csv", text: table,
      before: "\(columns), values: {type: {HR: heartRate}}", after: "", accepted: 0, refused: 3),
  ]

  @Test("by the data set as it is now", arguments: cases) func replay(_ item: Case) throws {
    try TemporaryFolder.with { folder in
      func run(_ words: String) throws -> ProcessResult {
        try AssayBinary.run(CommandWords.split(words) + ["--output-format", "json"], folder: folder.path)
      }
      try folder.write(item.file, item.text)
      try folder.write("assay.yaml", "schema: 1\ndata:\n  - {path: \(item.file), \(item.before)}\n")
      try #require(try run("import --store s.db --quarantine q.ndjson").status == 1)
      let kept = try TestFile.bytes(folder.path(of: "q.ndjson"))
      let path = item.after.isEmpty ? "other.csv" : "\(item.file), \(item.after)"
      try folder.write("assay.yaml", "schema: 1\ndata:\n  - {path: \(path)}\n")
      // As the import read them nothing passes.
      let unchanged = try run("revalidate q.ndjson --no-config --store s.db")
      #expect(try RunReport(unchanged).summary.accepted == 0, "\(unchanged.errorText)")
      try folder.write("q.ndjson", kept)
      let result = try run("revalidate q.ndjson --store s.db")
      let report = try RunReport(result)
      #expect(report.summary.accepted == item.accepted, "\(result.text)")
      #expect(report.summary.refused == item.refused, "\(result.text)")
      #expect(item.words.isEmpty || result.text.contains(item.words), "\(result.text)")
      // Whatever did not pass is still there.
      let lines = { (bytes: [UInt8]) in bytes.count { $0 == UInt8(ascii: "\n") } }
      #expect(lines(try TestFile.bytes(folder.path(of: "q.ndjson"))) == lines(kept) - item.accepted)
      // The same import by the mended file finds what the replay stored.
      guard item.accepted > 0 else { return }
      let again = try RunReport(try run("import --store s.db --quarantine second.ndjson"))
      #expect(again.summary.accepted == 0, "\(again.summary)")
    }
  }
}
