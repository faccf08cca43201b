import Foundation
import Testing

/// `assay store delete --subject`: when a participant withdraws, nothing of them is left in or beside the store.
@Suite("Withdrawal") struct WithdrawalTests {
  /// What stands in the participant's data and nowhere else.
  static let marks = ["P10", "MARKnote", "118.25", "MARKworkout", "MARKsource", "77331"]
  private static let stores = ["sqlite:health.db", "jsonl:archive/"]

  private static func pulse(_ value: String, at minute: Int, _ more: String = "") -> String {
    #"{"type":"heartRate","value":\#(value),"unit":"count/min","#
      + "\"start\":\"2026-01-01T08:\(String(format: "%02d", minute)):00Z\"\(more)}"
  }

  /// Inputs of two participants, of both together, and of one that says nothing but its option.
  private static func write(_ folder: TemporaryFolder) throws {
    let own = #","subject":"P10""#
    try folder.write(
      "in/P10.ndjson",
      [
        pulse("118.25", at: 1, #","metadata":{"note":"MARKnote"},"source":{"name":"MARKsource"}"#),
        #"{"type":"heartRate","value":"MARKnote"#, pulse("77331", at: 2, #","metadata":{"note":"MARKnote"}"#),
      ].joined(separator: "\n") + "\n")
    try folder.write(
      "in/clean-P10.ndjson", pulse("118.25", at: 9) + "\n")
    try folder.write(
      "in/P11.ndjson", [pulse("61", at: 3), pulse("99887", at: 4)].joined(separator: "\n") + "\n")
    try folder.write(
      "in/mixed.ndjson",
      [
        pulse("118.25", at: 5, own), pulse("62", at: 5, #","subject":"P12""#), pulse("77331", at: 6, own),
        pulse("99886", at: 6, #","subject":"P12""#), pulse("99885", at: 7, #","subject":"P\u0031\u0030""#),
      ].joined(separator: "\n") + "\n")
    try folder.write(
      "in/mixed.csv",
      "type,value,unit,start,subject\nheartRate,118.25,count/min,2026-01-02T08:00:00Z,P10\n"
        + "heartRate,77331,count/min,2026-01-02T08:01:00Z,\"P10\"\nheartRate,99884,count/min,2026-01-02T08:01:00Z,P12\n"
    )
    try folder.write(
      "in/P10.xml",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_US">
       <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="MARKsource" unit="count/min" startDate="2026-01-03 08:00:00 +0000" endDate="2026-01-03 08:00:00 +0000" value="118.25"/>
       <NewBout workoutActivityType="HKWorkoutActivityTypeRunning" duration="1" sourceName="MARKworkout" startDate="2026-01-03 08:00:00 +0000" endDate="2026-01-03 08:10:00 +0000"/>
      </HealthData>

      """)
  }

  static func fill(_ store: String, _ folder: TemporaryFolder) throws {
    try write(folder)
    for (input, options) in [
      ("P10.ndjson", ["--subject", "P10"]), ("P11.ndjson", ["--subject", "P11"]), ("mixed.ndjson", []),
      ("mixed.csv", []), ("P10.xml", ["--subject", "P10"]), ("clean-P10.ndjson", ["--subject", "P10"]),
    ] {
      let result = try AssayBinary.run(
        ["import", "in/" + input, "--store", store, "--quiet"] + options, folder: folder.path)
      #expect(result.status <= 1, "\(result.errorText)")
    }
    try FileManager.default.removeItem(atPath: folder.path(of: "in"))
  }

  /// The paths and the bytes of all files below a folder.
  private static func contents(_ folder: TemporaryFolder) throws -> [(path: String, bytes: Data)] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try names.compactMap { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder.path(of: name), isDirectory: &isFolder)
      return isFolder.boolValue ? nil : (name, try Data(contentsOf: URL(fileURLWithPath: folder.path(of: name))))
    }
  }

  static func holds(_ mark: String, _ folder: TemporaryFolder) throws -> String? {
    try contents(folder).first { $0.path.contains(mark) || $0.bytes.range(of: Data(mark.utf8)) != nil }?.path
  }

  @Test("nothing of a participant is in any file, and the others have all of theirs", arguments: stores)
  func nothingIsLeft(_ store: String) throws {
    try TemporaryFolder.with { folder in
      try Self.fill(store, folder)
      // SQLite keeps values as binary numbers.
      for mark in Self.marks where store.hasPrefix("jsonl") || mark != "118.25" {
        #expect(try Self.holds(mark, folder) != nil, "\(mark) was never there")
      }
      let call = ["store", "delete", "--store", store, "--subject", "P10"]
      let dry = try AssayBinary.run(call + ["--dry-run"], folder: folder.path)
      #expect(dry.text == "5 samples match; 6 records in quarantine, 4 imports\n", "\(dry.text)\(dry.errorText)")
      let result = try AssayBinary.run(call + ["--yes"], folder: folder.path)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text == "5 samples deleted\n6 records in quarantine, 4 imports removed\n")
      #expect(result.errorText.contains("--quarantine"))
      for mark in Self.marks {
        let place = try Self.holds(mark, folder)
        #expect(place == nil, "\(mark) is in \(place ?? "")")
      }
      for mark in ["P11", "P12", "99887", "99886", "99884"] {
        #expect(try Self.holds(mark, folder) != nil, "\(mark) is gone")
      }
      let again = try AssayBinary.run(call + ["--yes"], folder: folder.path)
      #expect(again.text == "0 samples match\n" && again.status == 1)
      #expect(again.errorText == "assay: no sample of subject `P10`; did you mean `P11`? subjects: P11, P12\n")
      #expect(try AssayBinary.run(["store", "verify", "--store", store], folder: folder.path).status == 0)
      let info = try AssayBinary.run(["store", "info", "--store", store], folder: folder.path)
      #expect(info.status == 0 && !info.text.contains("P10") && info.text.contains("P11"))
    }
  }

  /// Deleting is not blocking: what an import of their file brings back is told beforehand.
  @Test(
    "an import of a participant's file brings back its name and its bad records, not the samples", arguments: stores)
  func importedAgain(_ store: String) throws {
    try TemporaryFolder.with { folder in
      try Self.fill(store, folder)
      let call = ["store", "delete", "--store", store, "--subject", "P10", "--yes"]
      let first = try AssayBinary.run(call, folder: folder.path)
      #expect(first.errorText.contains("deleting does not block"), "\(first.errorText)")
      try Self.write(folder)
      let again = try AssayBinary.run(
        ["import", "in/P10.ndjson", "--store", store, "--subject", "P10", "--output-format", "json"],
        folder: folder.path)
      let summary = try RunReport(again).summary
      #expect(summary.accepted == 0 && summary.duplicates == 1 && summary.refused == 2, "\(again.text)")
      try FileManager.default.removeItem(atPath: folder.path(of: "in"))
      let second = try AssayBinary.run(call, folder: folder.path)
      #expect(second.text == "0 samples deleted\n2 records in quarantine, 1 import removed\n", "\(second.text)")
      for mark in Self.marks {
        let place = try Self.holds(mark, folder)
        #expect(place == nil, "\(mark) is in \(place ?? "")")
      }
    }
  }

  /// A conflict goes to a quarantine file that the command does not know, and leaves nothing in the store.
  @Test("a participant whose samples were all refused as conflicts is not in the store", arguments: stores)
  func conflictsOnly(_ store: String) throws {
    try TemporaryFolder.with { folder in
      let id = #","uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001""#
      try folder.write("first.ndjson", Self.pulse("61", at: 3, id + #","subject":"P11""#) + "\n")
      try folder.write(
        "second.ndjson",
        Self.pulse("62", at: 3, id + #","subject":"P10","source":{"name":"MARKsource"},"device":{"name":"MARKdevice"}"#)
          + "\n" + Self.pulse("63", at: 4, #","subject":"P11""#) + "\n")
      for input in ["first.ndjson", "second.ndjson"] {
        let result = try AssayBinary.run(
          ["import", input, "--store", store, "--quarantine", "elsewhere.ndjson", "--quiet"], folder: folder.path)
        #expect(result.status <= 1, "\(result.errorText)")
        try FileManager.default.removeItem(atPath: folder.path(of: input))
      }
      try FileManager.default.removeItem(atPath: folder.path(of: "elsewhere.ndjson"))
      for mark in ["P10", "MARKsource", "MARKdevice"] { #expect(try Self.holds(mark, folder) == nil, "\(mark)") }
      let result = try AssayBinary.run(
        ["store", "delete", "--store", store, "--subject", "P10", "--yes"], folder: folder.path)
      #expect(result.text == "0 samples match\n" && result.status == 1)
    }
  }

  @Test("what is left of the quarantine is read again", arguments: stores) func quarantine(_ store: String) throws {
    try TemporaryFolder.with { folder in
      try Self.fill(store, folder)
      #expect(
        try AssayBinary.run(["store", "delete", "--store", store, "--subject", "P10", "--yes"], folder: folder.path)
          .status == 0)
      let place = store.hasPrefix("sqlite") ? "health.db.quarantine" : "archive.quarantine"
      let files = TestFile.names(in: folder.path(of: place)).map { place + "/" + $0 }
      #expect(files.count == 3)
      let result = try AssayBinary.run(["revalidate"] + files + ["--output-format", "json"], folder: folder.path)
      #expect(try RunReport(result).summary.read == 3)
    }
  }

  /// What an import keeps of two participants without being able to read whose it is.
  private static func writeBroken(_ folder: TemporaryFolder) throws {
    let day = "2026-02-01T08:00:00Z"
    try folder.write(
      "in/table.csv",
      "subject,type,value,unit,start\nAnna,heartRate,60,bpm,\(day)\nBert,heartRate,60,bpm,\(day)\n"
        + "Anna,heartRate,44221,bpm,\(day),extra\nAnna,heartRate,44221\nBert,heartRate,55331\n")
    try folder.write(
      "in/lines.ndjson",
      [
        #"{"subject":"Anna","type":"heartRate","value":44221"#,
        #"{"subject":"\u0041nna","type":"heartRate","value":44221"#,
        #"{"subject":"Annabel","type":"heartRate","value":55331"#,
        #"{"subject":"Anna\u00e9","type":"heartRate","value":55331"#, #"{"type":"heartRate","value":55331"#,
      ].joined(separator: "\n") + "\n")
  }

  /// Adds lines to the quarantine of the table that a person or a disk has damaged.
  private static func damage(_ place: String, _ folder: TemporaryFolder) throws {
    for name in TestFile.names(in: folder.path(of: place)) {
      let url = URL(fileURLWithPath: folder.path(of: place + "/" + name))
      let text = try String(contentsOf: url, encoding: .utf8)
      guard text.contains("csv_header") else { continue }
      let damaged =
        #"{"schema":1,"raw":"{\"subject\":\"Anna\",\"value\":44221"# + "\n" + #"{"schema":1,"raw":"55331"# + "\n"
      try Data((text + damaged).utf8).write(to: url)
    }
  }

  @Test(
    "a record whose subject nobody can read goes when it holds the name; others stay and are told", arguments: stores)
  func unreadable(_ store: String) throws {
    try TemporaryFolder.with { folder in
      try Self.writeBroken(folder)
      for input in ["in/table.csv", "in/lines.ndjson"] {
        #expect(try AssayBinary.run(["import", input, "--store", store, "--quiet"], folder: folder.path).status == 1)
      }
      try FileManager.default.removeItem(atPath: folder.path(of: "in"))
      try Self.damage(store.hasPrefix("sqlite") ? "health.db.quarantine" : "archive.quarantine", folder)
      let call = ["store", "delete", "--store", store, "--subject", "Anna"]
      let dry = try AssayBinary.run(call + ["--dry-run"], folder: folder.path)
      #expect(dry.text == "1 sample matches; 5 records in quarantine\n", "\(dry.text)\(dry.errorText)")
      let result = try AssayBinary.run(call + ["--yes"], folder: folder.path)
      #expect(result.text == "1 sample deleted\n5 records in quarantine removed\n", "\(result.text)\(result.errorText)")
      #expect(try Self.holds("44221", folder) == nil)
      let again = try AssayBinary.run(call + ["--yes"], folder: folder.path)
      #expect(again.text == "0 samples match\n")
      for run in [dry, result, again] {
        #expect(run.status == 1)
        #expect(run.errorText.contains("5 lines of the quarantine may be theirs"), "\(run.errorText)")
        #expect(run.errorText.contains(".ndjson (2)") && run.errorText.contains(".ndjson (3)"), "\(run.errorText)")
      }
      let left = try Self.contents(folder).filter { $0.path.contains(".quarantine/") }
      let lines = left.reduce(0) { $0 + String(decoding: $1.bytes, as: UTF8.self).split(separator: "\n").count }
      #expect(lines == 5)
    }
  }

  @Test("a part of a participant's samples leaves the rest, and says so") func part() throws {
    try TemporaryFolder.with { folder in
      let store = Self.stores[0]
      try Self.fill(store, folder)
      let result = try AssayBinary.run(
        ["store", "delete", "--store", store, "--subject", "P10", "--type", "heartRate", "--yes"], folder: folder.path)
      #expect(result.text == "5 samples deleted\n")
      #expect(result.errorText.contains("quarantine"))
      #expect(try Self.holds("77331", folder) != nil)
    }
  }

  @Test("a misspelt participant is told, with a status", arguments: stores) func misspelt(_ store: String) throws {
    try TemporaryFolder.with { folder in
      try Self.fill(store, folder)
      for options in [["--yes"], ["--dry-run"], ["--type", "heartRate", "--yes"]] {
        let call = ["store", "delete", "--store", store, "--subject", "P100"] + options
        let result = try AssayBinary.run(call, folder: folder.path)
        #expect(result.text == "0 samples match\n" && result.status == 1, "\(options)")
        #expect(
          result.errorText.hasPrefix("assay: no sample of subject `P100`; did you mean `P10`? "), "\(result.errorText)")
      }
      let none = try AssayBinary.run(
        ["store", "delete", "--store", store, "--subject", "P10", "--type", "stepCount", "--yes"], folder: folder.path)
      #expect(none.text == "0 samples match\n" && none.status == 0, "\(none.errorText)")
    }
  }

  @Test("all inputs of a quarantine file count, however many there are") func manyInputs() throws {
    try TemporaryFolder.with { folder in
      try Self.fill("sqlite:health.db", folder)
      let names = TestFile.names(in: folder.path(of: "health.db.quarantine")).map { "health.db.quarantine/" + $0 }
      let place = try #require(
        try names.first { try String(decoding: TestFile.bytes(folder.path(of: $0)), as: UTF8.self).contains("99886") })
      let text = String(decoding: try TestFile.bytes(folder.path(of: place)), as: UTF8.self)
      let line = try #require(text.split(separator: "\n").first { $0.contains("99886") })
      #expect(line.contains("mixed.ndjson"))
      let others = (0..<1200).map { line.replacingOccurrences(of: "mixed.ndjson", with: "other-\($0).ndjson") + "\n" }
      try folder.write(place, others.joined() + text)
      _ = try SQLiteReader.rows(
        of: folder.path(of: "health.db"), "UPDATE assay_imports SET finished = (path NOT LIKE '%mixed.ndjson')")
      let result = try AssayBinary.run(
        ["store", "delete", "--store", "health.db", "--subject", "P10", "--yes"], folder: folder.path)
      #expect(result.status == 2, "\(result.text)\(result.errorText)")
      #expect(try Self.holds("77331", folder) != nil)
    }
  }

  @Test("an import that was interrupted keeps its quarantine from being written anew, unless it is theirs")
  func unfinished() throws {
    try TemporaryFolder.with { folder in
      try Self.fill("sqlite:health.db", folder)
      for (name, status) in [("mixed.ndjson", 2), ("P10.ndjson", 0)] as [(String, Int32)] {
        _ = try SQLiteReader.rows(
          of: folder.path(of: "health.db"), "UPDATE assay_imports SET finished = (path NOT LIKE '%\(name)')")
        let copy = try AssayBinary.run(
          ["store", "delete", "--store", "health.db", "--subject", "P10", "--yes"], folder: folder.path)
        #expect(copy.status == status, "\(name): \(copy.errorText)")
        #expect(try (Self.holds("77331", folder) == nil) == (status == 0))
      }
    }
  }
}
