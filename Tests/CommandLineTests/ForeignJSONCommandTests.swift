import Foundation
import Testing

/// JSON of another program, read by the paths of a data set, by every command that reads files.
@Suite("Foreign JSON in commands") struct ForeignJSONCommandTests {
  private static let configuration = """
    schema: 1
    data:
      - path: "app/*.json"
        records: /users/*/readings/*
        fields: {type: /kind, value: /val, unit: /uom, start: /at, subject: ../../id}
        values: {type: {HR: heartRate, WT: bodyMass}, unit: {bpm: count/min}}
        constants: {device.name: ACME}

    """
  private static let document = """
    {"exported": "2026-01-06", "users": [
      {"id": "P01", "readings": [
        {"kind": "HR", "val": 72, "uom": "bpm", "at": "2026-01-05T08:00:00+01:00", "raw": [71, {"x": 1}]},
        {"kind": "HR", "val": "fast", "uom": "bpm", "at": "2026-01-05T08:05:00+01:00"}]},
      {"readings": [
        {"kind": "WT", "val": "71.3", "uom": "kg", "at": "2026-01-05T08:10:00+01:00"}], "id": "P02"}]}

    """

  /// A folder with a configuration and a document.
  private func project(_ body: (TemporaryFolder) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yaml", Self.configuration)
      try folder.write("app/today.json", Self.document)
      try body(folder)
    }
  }

  @Test("validate and lint find the wrong value at its place, and nothing else", arguments: ["validate", "lint"])
  func findings(_ verb: String) throws {
    try project { folder in
      let result = try AssayBinary.run([verb, "--output-format", "json"], folder: folder.path)
      #expect(result.status == 1, "\(result.errorText)")
      let report = try RunReport(result)
      #expect(report.diagnostics.map(\.code) == ["value-not-a-number"], "\(report.diagnostics)")
      let finding = try #require(report.diagnostics.first)
      #expect(finding.line == 4 && finding.column == 28)
      #expect(finding.pointer == "/users/0/readings/1/val")
      #expect(report.summary.read == 3 && report.summary.accepted == 2)
    }
  }

  @Test("normalize writes samples with what is around their records") func normalize() throws {
    try project { folder in
      let result = try AssayBinary.run(["normalize", "app/today.json"], folder: folder.path)
      let lines = result.text.split(separator: "\n")
      #expect(lines.count == 2, "\(result.errorText)")
      #expect(lines.first?.contains(#""subject":"P01""#) == true && lines.first?.contains(#""value":72"#) == true)
      #expect(lines.last?.contains(#""subject":"P02""#) == true && lines.last?.contains(#""value":71.3"#) == true)
      #expect(lines.allSatisfy { $0.contains(#""name":"ACME""#) })
    }
  }

  @Test("a refused record is read again from the quarantine as in its file, and can be mended") func quarantine() throws
  {
    try project { folder in
      let store = TestStore(folder)
      let path = folder.path(of: "app/today.json")
      let (_, report) = try store.importing(path, options: ["--config", folder.path(of: "assay.yaml")])
      #expect(report.summary.accepted == 2 && report.summary.refused == 1)
      let again = try store.importing(path, options: ["--config", folder.path(of: "assay.yaml")]).report
      #expect(again.summary.accepted == 0 && again.summary.duplicates == 2)
      let file = try #require(store.quarantineFiles().first)
      let replay = ["revalidate", "--store", store.path, "--output-format", "json", file]
      let refused = try RunReport(try AssayBinary.run(replay))
      #expect(refused.diagnostics.map(\.code) == ["value-not-a-number"])
      #expect(refused.diagnostics.first?.line == 4 && refused.diagnostics.first?.column == 28)
      let kept = String(decoding: try TestFile.bytes(file), as: UTF8.self)
      #expect(kept.contains(#""around":{"../../id":"P01"}"#), "\(kept)")
      let sample =
        #""replacement":{"type":"heartRate","value":75,"unit":"count/min","start":"2026-01-05T08:05:00+01:00","subject":"P01"},"raw":"#
      try folder.write("mended.ndjson", kept.replacing(#""raw":"#, with: sample, maxReplacements: 1))
      let mended = ["revalidate", "--store", store.path, "--output-format", "json", folder.path(of: "mended.ndjson")]
      #expect(try RunReport(try AssayBinary.run(mended)).summary.accepted == 1)
      #expect(try store.samples(of: "heartRate").compactMap(\.number).sorted() == [72, 75])
    }
  }

  @Test("records over 4 MiB before the subject of their document are refused, not stored without it")
  func late() throws {
    try TemporaryFolder.with { folder in
      try folder.write(
        "assay.yaml",
        """
        schema: 1
        data:
          - path: big.json
            records: /readings/*
            fields: {value: /v, start: /at, subject: ../../id}
            constants: {type: heartRate, unit: count/min}
        rules: {json-path: note}

        """)
      let note = String(repeating: "x", count: 600_000)
      let records = (0..<10).map {
        #"{"v": \#(60 + $0), "at": "2026-01-05T08:0\#($0):00Z", "note": "\#(note)"}"#
      }
      try folder.write("big.json", #"{"readings": [\#(records.joined(separator: ",\n"))], "id": "P01"}"#)
      // Of 10 records the last 7 end within 4 MiB before the subject.
      let report = try RunReport(try AssayBinary.run(["validate", "--output-format", "json"], folder: folder.path))
      #expect(report.diagnostics.map(\.code) == Array(repeating: "field-missing", count: 3))
      #expect(report.diagnostics.map(\.line) == [1, 2, 3])
      #expect(report.summary.accepted == 7 && report.summary.refused == 3 && !report.summary.incomplete)
      let store = TestStore(folder)
      let options = ["--config", folder.path(of: "assay.yaml")]
      for accepted in [7, 0] {
        let imported = try store.importing(folder.path(of: "big.json"), options: options).report
        #expect(imported.summary.accepted == accepted)
      }
      let lines = try store.export().split(separator: "\n")
      #expect(lines.count == 7)
      #expect(lines.allSatisfy { $0.contains(#""subject":"P01""#) })
      // A record alone does not say what was around it, so a replay keeps it.
      let file = try #require(store.quarantineFiles().first)
      let replay = try RunReport(
        try AssayBinary.run(["revalidate", "--store", store.path, "--output-format", "json", file]))
      #expect(replay.summary.accepted == 0)
      #expect(try store.export().split(separator: "\n").count == 7)
    }
  }

  @Test("newline-delimited JSON is read line by line") func lines() throws {
    try TemporaryFolder.with { folder in
      try folder.write(
        "assay.yaml",
        """
        schema: 1
        data:
          - path: events.ndjson
            fields: {value: /payload/value, start: /ts}
            constants: {type: heartRate, unit: count/min}
            when: {/event: measurement}
            date_format: unix-ms

        """)
      try folder.write(
        "events.ndjson",
        """
        {"event": "login", "ts": 1767600000000}
        {"event": "measurement", "ts": 1767600000000, "payload": {"value": 72}}
        {"event": "measurement", "ts": 1767600060000, "payload": {"value": 72
        {"event": "measurement", "ts": 1767600120000, "payload": {"value": 74}}

        """)
      let report = try RunReport(try AssayBinary.run(["validate", "--output-format", "json"], folder: folder.path))
      #expect(report.diagnostics.map(\.code) == ["json-syntax"])
      #expect(report.diagnostics.first?.line == 3)
      #expect(report.summary.accepted == 2)
    }
  }

  @Test(
    "a path that leads to nothing is a finding",
    arguments: [
      ("/users/*/reading/*", "/val", ["json-path error", "input-empty warning"]),
      ("/users/*/readings/*", "/vals", ["json-path warning"]), ("/users/*/readings/*", "/val", []),
    ])
  func unused(_ records: String, _ value: String, _ expected: [String]) throws {
    try TemporaryFolder.with { folder in
      try folder.write(
        "assay.yaml",
        """
        schema: 1
        data:
          - path: a.json
            records: \(records)
            fields: {type: /t, value: /val, unit: /u, start: /s, metadata.note: \(value)}

        """)
      try folder.write(
        "a.json",
        #"{"users": [{"readings": [{"t": "heartRate", "val": 72, "u": "count/min", "s": "2026-01-05T08:00:00Z"}]}]}"#)
      let result = try AssayBinary.run(["validate", "--output-format", "json"], folder: folder.path)
      #expect(try RunReport(result).diagnostics.map { "\($0.code) \($0.severity)" } == expected, "\(result.text)")
    }
  }

  @Test("columns for a file that is JSON by its name are refused with advice") func columns() throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yaml", "schema: 1\ndata: [{path: c.json, columns: {a: value}}]\n")
      try folder.write("c.json", "[]\n")
      let result = try AssayBinary.run(["validate"], folder: folder.path)
      #expect(result.status == 2)
      #expect(result.errorText.contains("assay.yaml:2:23: error[config-value]"), "\(result.errorText)")
      #expect(result.errorText.contains("json-profiles.md"))
    }
  }
}
