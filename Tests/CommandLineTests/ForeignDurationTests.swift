import Testing

/// Records of other programs that say how long they last, with lines before their header and days as people write them.
@Suite("Durations of foreign records") struct ForeignDurationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let text: String
    let item: String
    /// The start and the end of each sample.
    let times: [String]
  }

  static let cases = [
    Case(
      testDescription: "a table whose first line names its kind", file: "steps.csv",
      text: "com.acme.step_count,6312,4\nbegun,took,count\n05/01/26 07:00:00,600000,420\n05/01/26 07:10:00,500,3\n",
      item: """
        skip_lines: 1
            date_format: dd/MM/yy HH:mm:ss
            timezone: UTC
            columns: {begun: start, count: value}
            duration: {column: took, unit: ms}
            constants: {type: stepCount, unit: count}
        """,
      times: [
        "2026-01-05T07:00:00Z 2026-01-05T07:10:00Z", "2026-01-05T07:10:00Z 2026-01-05T07:10:00.500Z",
      ]),
    // The clocks go forward at two: the end is an hour of time later, not an hour of the clock.
    Case(
      testDescription: "stages of a night in which the clocks change", file: "night.json",
      text: #"{"stages":[{"at":"Mar 29, 2026, 1:30:00 AM","level":"deep","seconds":3600}]}"#,
      item: """
        records: /stages/*
            date_format: "MMM d, yyyy, h:mm:ss a"
            timezone: Europe/Berlin
            fields: {value: /level, start: /at}
            duration: {path: /seconds, unit: s}
            values: {value: {deep: asleepDeep}}
            constants: {type: sleepAnalysis}
        """,
      times: ["2026-03-29T00:30:00Z 2026-03-29T01:30:00Z"]),
  ]

  @Test("samples end that long after their start", arguments: cases) func ends(_ item: Case) throws {
    try TemporaryFolder.with { folder in
      try folder.write(item.file, item.text)
      try folder.write("assay.yaml", "schema: 1\ndata:\n  - path: \(item.file)\n    \(item.item)\n")
      let result = try AssayBinary.run(["normalize", item.file, "--quiet"], folder: folder.path)
      #expect(result.status == 0, "\(result.errorText)")
      let times = result.text.split(separator: "\n").map { line in
        let start = line.firstMatch(of: /"start":"([^"]*)"/)?.1 ?? ""
        let end = line.firstMatch(of: /"end":"([^"]*)"/)?.1 ?? start
        return "\(start) \(end)"
      }
      #expect(times == item.times)
    }
  }

  @Test("a duration that is not a number is refused at its place") func refused() throws {
    try TemporaryFolder.with { folder in
      let item = Self.cases[0]
      try folder.write(item.file, "x\nbegun,took,count\n05/01/26 07:00:00,long,420\n")
      try folder.write("assay.yaml", "schema: 1\ndata:\n  - path: \(item.file)\n    \(item.item)\n")
      let result = try AssayBinary.run(["validate", item.file], folder: folder.path)
      #expect(result.status == 1)
      let words = "steps.csv:3:19: error[time-invalid]: the duration is not a number"
      #expect(result.text.contains(words), "\(result.text)")
    }
  }
}
