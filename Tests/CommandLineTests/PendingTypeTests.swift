import Testing

/// Samples whose name is known and has no type yet: kept apart, neither counted nor refused.
@Suite("Pending types") struct PendingTypeTests {
  /// An input with one sample that has a type and two that have none yet.
  struct Input: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String

    var testDescription: String { name }
  }

  private static let name = "HKCategoryTypeIdentifierStateOfMind"
  private static let inputs = [
    Input(
      name: "a.ndjson",
      text: """
        {"type":"HKCategoryTypeIdentifierStateOfMind","value":8,"unit":"hr","start":"2026-01-01T08:00:00Z"}
        \(ExitCase.fine)
        {"type":"HKCategoryTypeIdentifier\\u0053tateOfMind","value":7,"colour":"red","start":"no date"}

        """),
    Input(
      name: "a.json",
      text: """
        [{"type":"HKCategoryTypeIdentifierStateOfMind","value":8,"unit":"hr","start":"2026-01-01T08:00:00Z"},\(ExitCase.fine),
        {"type":"HKCategoryTypeIdentifierStateOfMind","value":7,"unit":"hr","start":"2026-01-01T08:00:00Z"}]
        """),
    Input(
      name: "a.csv",
      text: """
        type,value,unit,start
        HKCategoryTypeIdentifierStateOfMind,8,hr,2026-01-01T08:00:00Z
        heartRate,72,count/min,2026-01-01T08:00:00Z
        "HKCategoryTypeIdentifierStateOfMind",7,hr,2026-01-01T08:00:00Z

        """),
    Input(
      name: "a.xml",
      text: """
        <HealthData>
        <Record type="HKCategoryTypeIdentifierStateOfMind" sourceName="a" unit="hr" value="8" \
        startDate="2026-01-01 08:00:00 +0000" endDate="2026-01-01 08:00:00 +0000"/>
        <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="a" unit="count/min" value="72" \
        startDate="2026-01-01 08:00:00 +0000" endDate="2026-01-01 08:00:00 +0000"/>
        <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="a" \
        startDate="2026-01-01 08:00:00 +0000" endDate="2026-01-01 08:00:00 +0000">\
        <Record type="HKCategoryTypeIdentifierStateOfMind" sourceName="a" unit="hr" value="7" \
        startDate="2026-01-01 08:00:00 +0000" endDate="2026-01-01 08:00:00 +0000"/></Correlation>
        </HealthData>

        """),
  ]

  @Test("they are counted and kept, and are no refusal", arguments: inputs) func kept(_ input: Input) throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write(input.name, input.text)
      let store = TestStore(folder)
      let (status, report) = try store.importing(path)
      #expect(status == 0 && report.diagnostics.isEmpty)
      #expect(report.summary.unsupported == [Self.name: 2])
      #expect(report.summary.isBalanced && report.summary.read == 1 && report.summary.accepted == 1)
      #expect(report.summary.records == 3)
      #expect(try store.quarantine().isEmpty)
      let kept = try store.quarantine(ofUnsupported: true)
      #expect(kept.map(\.reason) == ["unsupported", "unsupported"])
      let bytes = Array(input.text.utf8)
      for line in kept {
        let start = line.source.byteOffset
        #expect(line.bytes == Array(bytes[start..<start + line.bytes.count]))
      }
      let redacted = try AssayBinary.run(["validate", "--redact", "--output-format", "json", path])
      #expect(try RunReport(redacted).summary.unsupported == [Self.name: 2])
    }
  }

  @Test("once there is a type, a replay stores what fits it", arguments: inputs) func replayed(_ input: Input) throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write(input.name, input.text)
      let store = TestStore(folder)
      _ = try store.importing(path)
      let file = try #require(store.quarantineFiles(ofUnsupported: true).first)
      let arguments = ["revalidate", file, "--store", store.path, "--output-format", "json"]
      let before = try TestFile.bytes(file)
      let idle = try AssayBinary.run(arguments)
      #expect(idle.status == 0)
      #expect(try RunReport(idle).summary.unsupported == [Self.name: 2])
      #expect(try TestFile.bytes(file) == before)
      let catalog = try folder.write(
        "types/org.example.mood.yaml",
        """
        schema: 1
        type: org.example.mood
        kind: quantity
        title: Mood
        summary: A number that this test makes up.
        identifiers: [HKCategoryTypeIdentifierStateOfMind]
        aggregation: discreteArithmetic
        unit: hr
        sources: {type: this test}

        """)
      let replay = try AssayBinary.run(arguments + ["--catalog", catalog])
      let summary = try RunReport(replay).summary
      let isWhole = input.name == "a.json" || input.name == "a.csv"
      #expect(summary.accepted == (isWhole ? 2 : 1) && summary.unsupported.isEmpty, "\(replay.errorText)")
      #expect(replay.status == (isWhole ? 0 : 1))
    }
  }

  @Test("what was refused before its name was known is kept apart now") func formerlyRefused() throws {
    try TemporaryFolder.with { folder in
      let name = "org.example.future"
      let path = try folder.write(
        "a.ndjson", #"{"type":"org.example.future","value":8,"start":"2026-01-01T08:00:00Z"}"# + "\n")
      let store = TestStore(folder)
      #expect(try store.importing(path).status == 1)
      let file = try #require(store.quarantineFiles().first)
      let catalog = try folder.write(
        "types/org.example.later.yaml", "schema: 1\npending: org.example.later\nidentifiers: [\(name)]\n")
      let replay = try AssayBinary.run(
        ["revalidate", file, "--store", store.path, "--output-format", "json", "--catalog", catalog])
      #expect(replay.status == 0, "\(replay.errorText)")
      let summary = try RunReport(replay).summary
      #expect(summary.unsupported == [name: 1] && summary.read == 0)
      let kept = try QuarantineLine.lines(of: file)
      #expect(kept.map(\.reason) == ["unsupported"] && kept[0].diagnostics.isEmpty)
    }
  }
}
