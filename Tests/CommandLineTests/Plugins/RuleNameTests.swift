import Foundation
import Testing

/// Rules of plugins by their names: in a configuration, in thresholds, in explanations; and which run.
@Suite("Names of rules") struct RuleNameTests {
  /// Finds something in each sample.
  private static let program =
    "#!/bin/sh\n"
    + FakeRulePlugin.judging(
      hello: #"{"t":"hello","protocol":1,"name":"fake","levels":["judge"],"rules":["too-long","steep"]}"#,
      rule: "too-long", #"\"field\":\"/value\",\"message\":\"so long\""#)

  private func with(
    _ configuration: String? = "", severity: String = "warning", _ body: (TemporaryFolder) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.writeRulePlugin(
        Self.program,
        rules: """
          - code: too-long
            severity: \(severity)
            title: It is too long
            page: |
              First paragraph,
              of two lines.

              Second \u{202E}paragraph.
          - code: steep
            title: It is steep
          """)
      try folder.write("data/a.ndjson", ExitCase.fine + "\n")
      if let configuration {
        try folder.write("assay.yaml", "schema: 1\ndata:\n  - path: 'data/*'\n" + configuration)
      }
      try body(folder)
    }
  }

  private func run(_ arguments: [String], _ folder: TemporaryFolder, in path: String = "") throws -> ProcessResult {
    try AssayBinary.run(arguments, folder: path.isEmpty ? folder.path : folder.path(of: path))
  }

  private func text(_ name: String, _ folder: TemporaryFolder) throws -> String {
    try String(contentsOfFile: folder.path(of: name), encoding: .utf8)
  }

  private static let note = "assay: note: 2 rules of the plugin fake are not run; to run them, add --plugin"

  @Test("rules of a configuration that was found do not run, and a note says so", arguments: ["lint", "validate"])
  func notes(_ verb: String) throws {
    try with("plugins: [fake]\n") { folder in
      let found = try run([verb], folder)
      #expect(found.status == 0 && !found.text.contains("fake/"), "\(found.text)")
      #expect(found.errorText.components(separatedBy: Self.note + " fake\n").count == 2, "\(found.errorText)")
      #expect(!(try run([verb, "--quiet"], folder)).errorText.contains("not run"))
      let below = try run([verb], folder, in: "data").errorText
      let path = below.components(separatedBy: Self.note + " ").last?.split(separator: "\n").first.map(String.init)
      let again = try run([verb, "--plugin", try #require(path)], folder, in: "data")
      #expect(again.text.contains("warning[fake/too-long]") && !again.errorText.contains("not run"), "\(below)")
      let named = try run([verb, "--plugin", "fake"], folder)
      #expect(named.text.contains("warning[fake/too-long]") && !named.errorText.contains("not run"))
    }
  }

  @Test("rules of a configuration that is named run", arguments: ["lint", "validate"]) func named(_ verb: String) throws
  {
    try with("plugins: [fake]\n") { folder in
      let result = try run([verb, "--config", "assay.yaml"], folder)
      #expect(result.text.contains("data/a.ndjson:1:1: warning[fake/too-long]: so long (at /value)"), "\(result.text)")
      #expect(!result.errorText.contains("not run"))
      let below = try run([verb, "--config", "../assay.yaml"], folder, in: "data")
      #expect(below.text.contains("warning[fake/too-long]"), "\(below.text)\(below.errorText)")
    }
  }

  @Test(
    "a name that a loaded plugin does not have is unknown",
    arguments: [
      "rules: {fake/too-lon: off}", "overrides: [{files: ['data/*'], rules: {fake/too-lon: off}}]",
      "suppressions: [{code: fake/too-lon, reason: known, until: 2099-01-01}]", "fail_if: [fake/too-lon > 5]",
    ])
  func unknown(_ line: String) throws {
    try with(line + "\n") { folder in
      let result = try run(["lint", "--plugin", "fake"], folder)
      #expect(result.status == 1, "\(result.errorText)")
      #expect(
        result.text.contains(
          "error[rule-unknown]: the plugin fake has no rule `too-lon` (did you mean `fake/too-long`?)"),
        "\(result.text)")
      // Nothing is known of the rules of a plugin that is not there.
      #expect(!(try run(["lint"], folder)).text.contains("rule-unknown"))
      try folder.write("assay.yaml", try text("assay.yaml", folder).replacingOccurrences(of: "too-lon", with: "steep"))
      #expect(!(try run(["lint", "--plugin", "fake"], folder)).text.contains("rule-unknown"))
    }
  }

  @Test(
    "a threshold counts a rule",
    arguments: [
      ("fake/too-long > 0", 1), ("fake/too-long > 1", 0), ("fake/steep > 0", 0), ("plugin-rule/fake/too-long > 0", 1),
      ("plugin-rule > 0", 1), ("fake/too-long > 50%", 1), ("fake/too-long > 0 in type:heartRate", 1),
      ("fake/too-long > 0 in type:bodyMass", 0), ("fake/too-long > 0 in file:data/*", 1),
    ])
  func threshold(_ text: String, _ status: Int32) throws {
    try with("fail_if: ['\(text)']\n") { folder in
      for verb in ["lint", "validate"] {
        let result = try run([verb, "--plugin", "fake"], folder)
        #expect(result.status == status, "\(result.text)\(result.errorText)")
        #expect(!(result.text + result.errorText).contains("no code is called"))
      }
    }
    try with(nil) { folder in
      let result = try run(["validate", "--plugin", "fake", "--fail-if", text, "data/a.ndjson"], folder)
      #expect(result.status == status, "\(result.text)\(result.errorText)")
    }
  }

  @Test("a threshold of the command line names a rule that there is", arguments: ["lint", "validate"])
  func option(_ verb: String) throws {
    try with { folder in
      let result = try run([verb, "--plugin", "fake", "--fail-if", "fake/too-lon > 0"], folder)
      #expect(result.status == 2 && result.errorText.contains("did you mean `fake/too-long`?"), "\(result.errorText)")
      let other = try run([verb, "--plugin", "fake", "--fail-if", "fakes/too-long > 0"], folder)
      #expect(other.status == 2 && other.errorText.contains("no rule that runs here is called `fakes/too-long`"))
      let imported = try run(
        ["import", "data/a.ndjson", "--store", "s.db", "--fail-if", "fake/too-long > 0"], folder)
      #expect(imported.status == 2 && imported.errorText.contains("no rule that runs here"), "\(imported.errorText)")
    }
  }

  @Test("an error of a rule is in the summary") func summary() throws {
    try with(nil, severity: "error") { folder in
      let result = try run(["validate", "--plugin", "fake", "--report", "markdown=page", "data/a.ndjson"], folder)
      #expect(result.status == 1)
      #expect(result.errorText.contains("1 read, 1 accepted, 0 refused, 1 error\n"), "\(result.errorText)")
      #expect(try text("page", folder).contains("1 read, 1 accepted, 0 refused, 1 error`"))
      try folder.write("data/a.ndjson", ExitCase.fine + "\n{}\n")
      let mixed = try run(["validate", "--plugin", "fake", "data/a.ndjson"], folder)
      #expect(mixed.errorText.contains("1 refused (50 %), 2 errors"), "\(mixed.errorText)")
    }
  }

  @Test("a page has its paragraphs, and nothing that is not text") func page() throws {
    try with(nil) { folder in
      let page = try run(["explain", "--plugin", "fake", "fake/too-long"], folder).text
      let paragraphs = "First paragraph,\nof two lines.\n\nSecond \\u{202E}paragraph.\n"
      #expect(page.hasPrefix("# fake/too-long\n\nIt is too long.\n\n" + paragraphs + "\nRule of"), "\(page)")
      let card = try run(["plugins", "show", "fake"], folder).text
      let lines = [
        "  rule          fake/too-long (warning): It is too long. First paragraph,", "                of two lines.",
        "",
        "                Second \\u{202E}paragraph.",
      ]
      #expect(card.contains(lines.joined(separator: "\n") + "\n"), "\(card)")
    }
  }

  @Test("explain lists and suggests rules, of a configuration that was found as well") func explain() throws {
    try with("plugins: [fake]\n") { folder in
      #expect(try run(["explain", "--list"], folder).text.hasSuffix("fake/too-long\nfake/steep\n"))
      #expect(try run(["explain", "fake/steep"], folder).text.hasPrefix("# fake/steep\n"))
      #expect(try run(["explain", "--no-config", "fake/steep"], folder).status == 2)
      for (word, words) in [
        ("steep", "did you mean `fake/steep`?"), ("fake/stee", "did you mean `fake/steep`?"),
        ("fake", "`fake` is a plugin; name one of its rules: fake/too-long, fake/steep"),
      ] {
        let result = try run(["explain", word], folder)
        #expect(result.status == 2 && result.errorText.contains(words), "\(result.errorText)")
      }
    }
  }
}
