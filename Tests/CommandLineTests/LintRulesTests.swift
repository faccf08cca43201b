import Foundation
import Testing

/// What a configuration does to findings: severities, thresholds, suppressions, and what it says of itself.
@Suite("Lint by configuration") struct LintRulesTests {
  private static let samples = [
    #"{"type":"heartRate","value":5,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":{"name":"Old strap"}}"#,
    #"{"type":"heartRate","value":6,"unit":"count/min","start":"2026-01-01T08:01:00Z","source":{"name":"Watch","bundle":"org.example.watch"}}"#,
    #"{"type":"bodyMass","value":0.1,"unit":"kg","start":"2026-01-01T08:02:00Z"}"#,
    #"{"type":"heartRate","value":72,"unit":"kg","start":"2026-01-01T08:03:00Z"}"#,
  ]

  /// Lints the samples under a configuration's lines; returns `severity code line` of each finding, and the status.
  private func lint(
    _ lines: String, options: [String] = [], now: String = "2026-06-01T00:00:00Z"
  ) throws -> (findings: [String], status: Int32, errors: String) {
    try TemporaryFolder.with { folder in
      try folder.write("data/samples.ndjson", Self.samples.joined(separator: "\n") + "\n")
      try folder.write("assay.yaml", "schema: 1\ndata:\n  - path: data/**\n" + lines)
      let result = try AssayBinary.run(
        ["lint", "--output-format", "json"] + options, environment: ["ASSAY_NOW": now], folder: folder.path)
      guard !result.output.isEmpty else { return ([], result.status, result.errorText) }
      let findings = try RunReport(result).diagnostics.map { "\($0.severity) \($0.code) \($0.line ?? 0)" }
      return (findings, result.status, result.errorText)
    }
  }

  /// One configuration and what it makes of the findings.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var lines: String
    var findings: [String]
    var status: Int32 = 1

    var testDescription: String { name }
  }

  private static let plain = [
    "warning value-implausible 1", "warning value-implausible 2", "warning value-implausible 3",
    "error unit-incompatible 4",
  ]

  static let cases = [
    Case(name: "nothing said", lines: "", findings: plain),
    Case(name: "off", lines: "rules: {value-implausible: off}\n", findings: [plain[3]]),
    Case(
      name: "raised", lines: "rules: {value-implausible: error}\n",
      findings: plain[..<3].map { $0.replacingOccurrences(of: "warning", with: "error") } + [plain[3]]),
    Case(
      name: "by type", lines: "overrides:\n  - types: [body*]\n    rules: {value-implausible: note}\n",
      findings: [plain[0], plain[1], "note value-implausible 3", plain[3]]),
    Case(
      name: "by the name of a source", lines: "overrides:\n  - sources: [Old *]\n    rules: {value-implausible: off}\n",
      findings: Array(plain[1...])),
    Case(
      name: "by the bundle of a source",
      lines: "overrides:\n  - sources: [org.example.*]\n    rules: {value-implausible: off}\n",
      findings: [plain[0], plain[2], plain[3]]),
    Case(
      name: "by file", lines: "overrides:\n  - files: [data/**]\n    rules: {value-implausible: off}\n",
      findings: [plain[3]]),
    Case(
      name: "the last of several holds",
      lines: """
        rules: {value-implausible: off}
        overrides:
          - files: [data/**]
            rules: {value-implausible: warning}
          - types: [heartRate]
            rules: {value-implausible: error}

        """, findings: ["error value-implausible 1", "error value-implausible 2", plain[2], plain[3]]),
    Case(
      name: "what is fixed cannot be lowered", lines: "rules: {unit-incompatible: warning}\n",
      findings: ["error rule-fixed 4"] + plain),
    Case(
      name: "a code that is none", lines: "rules: {value-implausibel: off}\n",
      findings: ["error rule-unknown 4"] + plain),
    Case(
      name: "suppressed by source",
      lines: """
        suppressions:
          - code: value-implausible
            sources: [Old strap]
            reason: the strap slipped
            until: 2026-06-01

        """, findings: Array(plain[1...])),
    Case(
      name: "suppressed until yesterday",
      lines: """
        suppressions:
          - code: value-implausible
            reason: the strap slipped
            until: 2026-05-31

        """, findings: ["warning suppression-expired 7"] + plain),
    Case(
      name: "an error suppressed",
      lines: """
        suppressions:
          - {code: unit-incompatible, types: [heartRate], reason: known, until: 2027-01-01}

        """, findings: Array(plain[..<3]), status: 0),
    Case(
      name: "a suppression of nothing",
      lines: """
        suppressions:
          - {code: time-in-future, reason: known, until: 2027-01-01}

        """, findings: plain + ["warning suppression-unused 5"]),
    Case(
      name: "a share that is exceeded", lines: "fail_on: never\nfail_if: value-implausible > 50%\n",
      findings: plain + ["error threshold-exceeded 5"]),
    Case(
      name: "a share that is not", lines: "fail_on: never\nfail_if: value-implausible > 75%\n", findings: plain,
      status: 0),
    Case(
      name: "a share at its limit", lines: "fail_on: never\nfail_if: value-implausible > 75.0%\n", findings: plain,
      status: 0),
    Case(
      name: "a count that is exceeded", lines: "fail_on: never\nfail_if: [value-implausible > 2, unit-unknown > 0]\n",
      findings: plain + ["error threshold-exceeded 5"]),
    Case(
      name: "warnings fail",
      lines: "fail_on: warning\nsuppressions:\n"
        + "  - {code: unit-incompatible, reason: known, until: 2027-01-01}\n", findings: Array(plain[..<3])),
    Case(
      name: "a glob of an override without files",
      lines: "overrides:\n  - files: [old/**]\n    rules: {value-implausible: off}\n",
      findings: ["error glob-unmatched 5"] + plain),
  ]

  @Test("does what it says", arguments: cases) func configurations(_ item: Case) throws {
    let found = try lint(item.lines)
    #expect(found.findings == item.findings)
    #expect(found.status == item.status, "\(found.errors)")
  }

  @Test("options win over the configuration") func options() throws {
    #expect(try lint("fail_on: never\n", options: ["--fail-on", "error"]).status == 1)
    #expect(try lint("fail_on: error\n", options: ["--fail-on", "never"]).status == 0)
    // `--now` decides whether a suppression still holds.
    let suppression = "suppressions:\n  - {code: unit-incompatible, reason: known, until: 2026-03-01}\n"
    #expect(try lint(suppression, options: ["--now", "2026-03-01T23:59:59Z"]).status == 0)
    #expect(try lint(suppression, options: ["--now", "2026-03-02T00:00:00Z"]).status == 1)
  }

  @Test(
    "a broken configuration is a mistake in the call",
    arguments: [
      "rulez: {}\n", "rules: {value-implausible: loud}\n", "suppressions:\n  - {code: time-in-future, reason: x}\n",
      "across: {window: 1}\n", "fail_if: often\n",
    ])
  func broken(_ lines: String) throws {
    let found = try lint(lines)
    #expect(found.status == 2)
    #expect(found.errors.contains("assay.yaml:"))
  }

  @Test("a data set holds behind a link and for an absolute glob") func places() throws {
    try TemporaryFolder.with { folder in
      let local = #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00"}"# + "\n"
      try folder.write("elsewhere/a.ndjson", local)
      try FileManager.default.createDirectory(atPath: folder.path(of: "project"), withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: "project/linked"), withDestinationPath: folder.path(of: "elsewhere"))
      for glob in ["linked/*.ndjson", "../elsewhere/*.ndjson", folder.path(of: "elsewhere/*.ndjson")] {
        try folder.write(
          "project/assay.yaml", "schema: 1\ndata:\n  - path: \(glob)\n    timezone: Europe/Berlin\n")
        let result = try AssayBinary.run(
          ["lint", "--config", "assay.yaml", "--output-format", "json"], folder: folder.path(of: "project"))
        #expect(try RunReport(result).diagnostics.isEmpty, "\(glob)")
        #expect(try RunReport(result).summary.read == 1, "\(glob)")
        #expect(result.status == 0)
      }
      let validate = try AssayBinary.run(
        ["validate", "--config", "assay.yaml", "linked/a.ndjson"], folder: folder.path(of: "project"))
      #expect(validate.status == 1, "the absolute glob does not name linked/a.ndjson")
    }
  }

  @Test("a finding that a later file leads to belongs to its own file") func lateFindings() throws {
    func stage(_ minute: Int, _ name: String, _ length: Int) -> String {
      func time(_ minute: Int) -> String {
        let (hour, rest) = (minute / 60, minute % 60)
        let day = 1 + hour / 24
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "2026-01-\(two(day))T\(two(hour % 24)):\(two(rest)):00Z"
      }
      return
        #"{"type":"sleepAnalysis","value":"\#(name)","start":"\#(time(minute))","end":"\#(time(minute + length))"}"#
        + "\n"
    }
    try TemporaryFolder.with { folder in
      try folder.write("data/a.ndjson", stage(0, "inBed", 60) + stage(90, "asleepCore", 10))
      let others = (0..<300).map { stage(600 + $0 * 2, "asleepCore", 1) }.joined()
      try folder.write("data/b.ndjson", stage(599, "inBed", 610) + others)
      let plain = "schema: 1\ndata:\n  - path: data/**\n"
      try folder.write("assay.yaml", plain)
      let found = try AssayBinary.run(["lint", "--output-format", "full"], folder: folder.path).text
      #expect(found.hasPrefix("data/a.ndjson:2:1: warning[stage-outside-session]"), "\(found)")
      #expect(!found.contains(" | {\"type\":\"sleepAnalysis\",\"value\":\"inBed\""), "the text is another file's")
      try folder.write(
        "assay.yaml",
        plain
          + "suppressions:\n  - {code: stage-outside-session, files: [data/a.ndjson], reason: x, until: 2027-01-01}\n")
      let hidden = try AssayBinary.run(["lint", "--output-format", "json"], folder: folder.path)
      #expect(try RunReport(hidden).diagnostics.isEmpty)
      #expect(hidden.status == 0)
    }
  }

  @Test(
    "no output replaces what the run reads",
    arguments: [
      ["lint", "--report", "sarif=data/a.ndjson"], ["lint", "--report", "json=./assay.yaml"],
      ["lint", "--report", "html=types/points.yaml"], ["lint", "--write-baseline", "data/a.ndjson"],
      ["validate", "data/a.ndjson", "--report", "json=link"],
      ["validate", "data/a.ndjson", "--quarantine", "data/a.ndjson"],
      ["normalize", "data/a.ndjson", "-o", "data/a.ndjson"], ["lint", "--report", "json=-"],
    ])
  func outputs(_ call: [String]) throws {
    try TemporaryFolder.with { folder in
      try folder.write("data/a.ndjson", Self.samples[0] + "\n")
      try folder.write("types/points.yaml", "schema: 1\nunit: points\ntitle: Points\nisolated: true\n")
      try folder.write("assay.yaml", "schema: 1\ncatalogs: [types]\ndata:\n  - path: data/**\n")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: "link"), withDestinationPath: folder.path(of: "data/a.ndjson"))
      func contents() throws -> [[UInt8]] {
        try ["data/a.ndjson", "types/points.yaml", "assay.yaml"].map { try TestFile.bytes(folder.path(of: $0)) }
      }
      let before = try contents()
      let result = try AssayBinary.run(call, folder: folder.path)
      #expect(result.status == 2, "\(result.errorText)")
      #expect(try contents() == before)
    }
  }

  @Test("what cannot be accepted is told in spite of baselines and suppressions") func unacceptable() throws {
    try TemporaryFolder.with { folder in
      try folder.write("data/a.ndjson", Self.samples[0] + "\n")
      try folder.write("types/points.yaml", "schema: 1\nunit: points\ntitle: [\n")
      try folder.write(
        "assay.yaml",
        """
        schema: 1
        catalogs: [types]
        data:
          - path: data/**
        fail_on: never
        suppressions:
          - {code: not-checked, reason: x, until: 2027-01-01}
          - {code: yaml-syntax, reason: x, until: 2027-01-01}

        """)
      let result = try AssayBinary.run(["lint", "--output-format", "json"], folder: folder.path)
      #expect(result.status == 1)
      #expect(Set(try RunReport(result).diagnostics.map(\.code)).isSuperset(of: ["not-checked", "yaml-syntax"]))
      #expect(try AssayBinary.run(["lint", "--write-baseline", "known.jsonl"], folder: folder.path).status == 1)
    }
  }

  @Test("members have the source of their correlation, unless they have their own") func memberSources() throws {
    try TemporaryFolder.with { folder in
      func line(_ own: String) -> String {
        #"{"type":"bloodPressure","start":"2026-01-05T08:02:00Z","source":{"name":"Clinic"},"members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg","source":{"name":"Strap"}},{"type":"bloodPressureDiastolic","value":80,"unit":"kg"\#(own)}]}"#
          + "\n"
      }
      try folder.write("data/a.ndjson", line("") + line(#","source":{"name":"Strap"}"#))
      try folder.write(
        "assay.yaml",
        "schema: 1\ndata:\n  - path: data/**\nsuppressions:\n"
          + "  - {code: unit-incompatible, sources: [Strap], reason: x, until: 2027-01-01}\n")
      let result = try AssayBinary.run(["lint", "--output-format", "json"], folder: folder.path)
      #expect(try RunReport(result).diagnostics.map(\.line) == [1])
    }
  }

  @Test("serves validate, import and normalize too, unless it is switched off") func otherCommands() throws {
    try TemporaryFolder.with { folder in
      try folder.write("data/samples.ndjson", Self.samples[0] + "\n")
      try folder.write("assay.yaml", "schema: 1\ndata:\n  - path: data/**\nrules: {value-implausible: error}\n")
      func run(_ words: String...) throws -> Int32 {
        try AssayBinary.run(words + ["data/samples.ndjson"], folder: folder.path).status
      }
      #expect(try run("validate") == 1)
      #expect(try run("validate", "--no-config") == 0)
      #expect(try run("import", "--store", "one.db", "--no-config") == 0)
      #expect(try run("import", "--store", "two.db", "--config", "assay.yaml") == 1)
      #expect(try run("import", "--store", "three.db") == 1)
      #expect(try run("normalize", "--config", "assay.yaml") == 1)
      #expect(try run("normalize") == 1)
      #expect(try run("normalize", "--no-config") == 0)
    }
  }
}
