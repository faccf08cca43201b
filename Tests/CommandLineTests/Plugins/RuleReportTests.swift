import Foundation
import Testing

/// The rules of plugins in everything that knows codes: lint, baselines, suppressions, reports, explain and listings.
@Suite("Rules of plugins in reports") struct RuleReportTests {
  /// Two rules; each sample breaks one of them by turns.
  private static let program = """
    #!/usr/bin/env python3
    import json, sys
    for line in sys.stdin:
        message = json.loads(line)
        if message["t"] == "hello":
            answer = {"t": "hello", "protocol": 1, "name": "fake", "version": "1.0.0", "levels": ["judge"],
                      "rules": ["even", "odd"]}
        elif message["t"] == "judge":
            found = []
            for at in range(message["count"]):
                value = json.loads(sys.stdin.readline())["value"]
                rule = "odd" if value % 2 else "even"
                found.append({"at": at, "rule": rule, "field": "/value", "message": "<%g> is %s" % (value, rule)})
            answer = {"t": "findings", "batch": message["batch"], "findings": found}
        else:
            answer = {"t": "end"}
        sys.stdout.write(json.dumps(answer) + "\\n")
        sys.stdout.flush()

    """

  private func with(
    _ configuration: String? = nil, values: [Int] = [60, 61], _ body: (TemporaryFolder) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.writeRulePlugin(
        Self.program,
        rules: """
          - code: even
            types: [heartRate]
            title: A heart rate is even
            page: Even numbers are suspicious.
          - code: odd
            severity: note
            title: A heart rate is odd
          """)
      try write(values, to: folder)
      if let configuration { try folder.write("assay.yaml", "schema: 1\ndata:\n  - path: 'data/*'\n" + configuration) }
      try body(folder)
    }
  }

  private func write(_ values: [Int], to folder: TemporaryFolder) throws {
    let lines = values.enumerated().map {
      #"{"type":"heartRate","value":\#($1),"unit":"count/min","start":"2026-01-01T08:0\#($0):00Z"}"# + "\n"
    }
    try folder.write("data/a.ndjson", lines.joined())
  }

  private func run(_ arguments: [String], _ folder: TemporaryFolder) throws -> ProcessResult {
    try AssayBinary.run(arguments, folder: folder.path)
  }

  @Test("lint runs them in a project and without one") func lint() throws {
    try with("") { folder in
      let linted = try run(["lint", "--plugin", "fake"], folder)
      #expect(linted.status == 0, "\(linted.errorText)")
      #expect(linted.text.contains("data/a.ndjson:1:1: warning[fake/even]: <60> is even"), "\(linted.text)")
      #expect(linted.text.contains("data/a.ndjson:2:1: note[fake/odd]: <61> is odd"))
      #expect(!(try run(["lint"], folder)).text.contains("fake/"))
      let below = try AssayBinary.run(["lint", "--plugin", "../fake"], folder: folder.path + "/data")
      #expect(below.text.contains("data/a.ndjson:1:1: warning[fake/even]"), "\(below.text)\(below.errorText)")
      let bare = try run(["lint", "--no-config", "--plugin", "fake", "data/a.ndjson"], folder)
      #expect(bare.text.contains("data/a.ndjson:1:1: warning[fake/even]"), "\(bare.text)")
      try folder.write("fake/judge.py", "#!/bin/sh\nexit 3\n")
      let failed = try run(["lint", "--plugin", "fake"], folder)
      #expect(failed.status == 1 && failed.errorText.contains("error[plugin-exited]"), "\(failed.errorText)")
      #expect((failed.text + failed.errorText).contains("INCOMPLETE"))
    }
  }

  @Test("severities name all rules, or one in either form") func severities() throws {
    for (rules, even, odd) in [
      ("rules:\n  plugin-rule: error\n", "error", "error"), ("rules:\n  fake/even: error\n", "error", "note"),
      ("rules:\n  plugin-rule/fake/odd: error\n", "warning", "error"), ("rules:\n  fake/even: off\n", nil, "note"),
      ("rules:\n  plugin-rule: off\n  fake/odd: error\n", nil, "error"),
      ("overrides:\n  - types: [bodyMass]\n    rules: {fake/even: error}\n", "warning", "note"),
      ("overrides:\n  - files: ['data/*']\n    rules: {fake/even: error}\n", "error", "note"),
      ("suppressions:\n  - {code: plugin-rule/fake/even, reason: known, until: 2099-01-01}\n", nil, "note"),
    ] as [(String, String?, String)] {
      try with(rules) { folder in
        for verb in ["lint", "validate"] {
          let text = try run([verb, "--plugin", "fake"], folder).text
          #expect(text.contains("error[fake/even]") == (even == "error"), "\(text)")
          #expect(text.contains("fake/even") == (even != nil) && text.contains("\(odd)[fake/odd]"), "\(text)")
        }
      }
    }
    try with("rules:\n  fake/: error\n") { folder in
      let text = try run(["lint", "--plugin", "fake"], folder).text
      #expect(text.contains("error[rule-unknown]"))
    }
  }

  @Test("rules that find too much leave the run incomplete, with what they found") func flood() throws {
    for (count, status) in [(20_000, Int32(0)), (20_001, 1)] {
      try with(values: []) { folder in
        let sample = #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"# + "\n"
        try folder.write("data/a.ndjson", String(repeating: sample, count: count))
        let place = folder.path + "/report"
        let result = try run(
          ["validate", "--plugin", "fake", "--max-findings", "0", "--report", "concise=\(place)", "data/a.ndjson"],
          folder)
        #expect(result.status == status, "\(result.errorText)")
        #expect(result.errorText.contains("more than 20000 findings about an input") == (status == 1))
        let report = try String(contentsOfFile: place, encoding: .utf8)
        #expect(report.components(separatedBy: "[fake/even]").count == 20_001)
      }
    }
  }

  @Test("a suppression names one rule, and is unused only if the rule ran") func suppressions() throws {
    let item = "suppressions:\n  - {code: fake/even, reason: known, until: 2099-01-01}\n"
    try with(item) { folder in
      let text = try run(["lint", "--plugin", "fake"], folder).text
      #expect(!text.contains("fake/even") && text.contains("note[fake/odd]") && !text.contains("suppression-unused"))
      #expect(!(try run(["lint"], folder)).text.contains("suppression-unused"))
      try write([61], to: folder)
      let later = try run(["lint", "--plugin", "fake"], folder).text
      #expect(later.contains("suppression-unused"))
    }
  }

  @Test("a baseline tells rules apart, and is not stale for rules that did not run") func baseline() throws {
    try with("baseline: known.jsonl\nrules:\n  fake/odd: warning\n") { folder in
      #expect(try run(["lint", "--plugin", "fake", "--write-baseline", "known.jsonl"], folder).status == 0)
      let known = try String(contentsOfFile: folder.path + "/known.jsonl", encoding: .utf8)
      #expect(known.contains("fake/even") && known.contains("fake/odd"), "\(known)")
      #expect(!(try run(["lint", "--plugin", "fake"], folder)).text.contains("fake/"))
      #expect(!(try run(["lint"], folder)).text.contains("baseline-stale"))
      try write([60, 62], to: folder)
      let text = try run(["lint", "--plugin", "fake"], folder).text
      #expect(text.components(separatedBy: "warning[fake/even]").count == 2, "\(text)")
      #expect(text.contains("baseline-stale"))
    }
  }

  @Test(
    "each report has the plugin's rule",
    arguments: [
      ("concise", "warning[fake/even]"), ("full", "fake/even"), ("json", #""code":"fake/even""#),
      ("jsonl", #""code":"fake/even""#), ("sarif", #""ruleId":"fake/even""#), ("junit", "fake/even"),
      ("github", "title=assay(fake/even)"), ("gitlab", #""check_name":"fake/even""#), ("markdown", "fake/even"),
      ("html", "fake/even"), ("summary", "warning   fake/even"),
    ])
  func reports(_ format: String, _ words: String) throws {
    try with { folder in
      let place = folder.path + "/report"
      let result = try run(["validate", "--plugin", "fake", "--report", "\(format)=\(place)", "data/a.ndjson"], folder)
      let text = try String(contentsOfFile: place, encoding: .utf8)
      #expect(result.status == 0 && text.contains(words), "\(text)\(result.errorText)")
      // The words of a plugin are foreign text.
      if ["html", "junit"].contains(format) { #expect(!text.contains("<60>")) }
    }
  }

  @Test("explain, show and list know them") func words() throws {
    try with { folder in
      let page = try run(["explain", "--plugin", "fake", "fake/even"], folder)
      #expect(page.text.hasPrefix("# fake/even\n\nA heart rate is even.\n\nEven numbers are suspicious.\n"))
      #expect(page.text.contains("for samples of: heartRate. Severity: warning; its severity can be set."))
      #expect(try run(["explain", "--plugin", "fake", "plugin-rule/fake/even"], folder).text == page.text)
      let absent = try run(["explain", "fake/even"], folder)
      #expect(absent.status == 2 && absent.errorText.contains("point at its folder by --plugin"))
      let near = try run(["explain", "--plugin", "fake", "fake/evn"], folder)
      #expect(near.status == 2 && near.errorText.contains("did you mean `fake/even`?"))
      let card = try run(["plugins", "show", "fake"], folder).text
      #expect(card.contains("rule          fake/even (warning): A heart rate is even. Even numbers are suspicious."))
      #expect(card.contains("  judges      heartRate") && card.contains("  judges      all types"), "\(card)")
      let list = try run(["plugins", "list", "--plugin", "fake", "--output-format", "json"], folder).text
      #expect(list.contains(#""code":"even","severity":"warning","title":"A heart rate is even","page":"#))
      #expect(list.contains(#""types":["heartRate"]"#))
    }
  }
}
