import Foundation
import Testing

/// A plugin with rules that fails: each report says so, says what was wrong, and shows nothing of the samples with
/// `--redact`.
@Suite("Plugins with rules that fail") struct RuleFailureTests {
  private static let hello = #"{"t":"hello","protocol":1,"name":"fake","levels":["judge"],"rules":["odd"]}"#
  /// Reads what comes before the samples of a batch, and answers the hello.
  private static let begin = "read -r line; echo '\(hello)'; read -r line; read -r a"

  /// A sample with a word in it that must not be shown.
  private static let sample =
    #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{"note":"SECRET"}}"#

  private func run(
    _ script: String, _ arguments: [String], _ body: (TemporaryFolder, ProcessResult) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.writeRulePlugin("#!/bin/sh\n\(script)\n", rules: "- code: odd\n  title: A sample is odd")
      try folder.write("a.ndjson", Self.sample + "\n")
      let options = ["--plugin", "fake", "--plugin-timeout", "2", "a.ndjson"]
      try body(folder, try AssayBinary.run(arguments + options, folder: folder.path))
    }
  }

  /// What a plugin writes, the code of its failure, and the words that say what was wrong.
  struct Fault: Sendable, CustomTestStringConvertible {
    var script: String
    var code: String
    var words: String
    var testDescription: String { words }

    init(_ script: String, _ code: String, _ words: String) {
      self.script = script
      self.code = code
      self.words = words
    }

    /// A plugin that answers its first batch with a line.
    static func answer(_ line: String, _ words: String) -> Fault {
      Fault("\(begin); echo '\(line)'; sleep 60", "plugin-protocol", words)
    }

    /// A plugin that answers its first batch with a finding.
    static func finding(_ members: String, _ words: String) -> Fault {
      answer(#"{"t":"findings","batch":1,"findings":[{\#(members)}]}"#, words)
    }

    /// A plugin with another hello.
    static func hello(_ line: String, _ words: String) -> Fault {
      Fault("read -r line; echo '\(line)'; sleep 60", "plugin-protocol", words)
    }
  }

  static let faults: [Fault] = [
    .answer("no message", "wrote a line that is not a message: `no message`"),
    .answer("", "not a message: an empty line"),
    .answer(String(repeating: "x", count: 200), "`\(String(repeating: "x", count: 80))…`"),
    .answer(#"{"t":"verdict"}"#, "a message of an unknown kind: `verdict`"),
    .finding(#""at":0,"rule":"even""#, "a rule that it does not have: `even`"),
    .finding(#""at":0,"rule":"odd","severity":"fatal""#, "an unknown severity: `fatal`; use note"),
    .finding(#""at":-1,"rule":"odd""#, "a finding at -1 of batch 1, not in the order of its samples: it has 1"),
    .finding(#""at":0,"rule":"odd","field":"value""#, "not a JSON Pointer: `value`"),
    .finding(#""rule":"odd""#, #"without `at` and `rule`: `{"t":"findings""#),
    .hello(#"{"t":"hello","protocol":1,"levels":["judge"],"rules":["even"]}"#, "`odd` is missing, `even` is not in"),
    .hello(#"{"t":"hello","protocol":1,"levels":["read"],"rules":["odd"]}"#, "the level `judge` in its hello: `read`"),
    .hello(#"{"t":"hello","protocol":1,"name":"other","levels":["judge"],"rules":["odd"]}"#, "plugin.yaml: `other`"),
    Fault("\(begin); echo 'no \u{1B}[2J' >&2; exit 3", "plugin-exited", "with status 3 before it had judged"),
    Fault(
      """
      \(begin); echo '{"t":"findings","batch":1,"findings":[]}'; read -r line; echo '{"t":"end"}'; exit 5
      """, "plugin-exited", "ended with status 5 after its last message"),
  ]

  @Test("a failure is said with what was wrong, and is a finding", arguments: faults) func said(_ fault: Fault) throws {
    try run(fault.script, ["validate", "--output-format", "json"]) { _, result in
      let report = try RunReport(result)
      #expect(result.status == 1 && result.text.contains(#""incomplete":true"#), "\(result.text)")
      let finding = try #require(report.diagnostics.first { $0.code == fault.code }, "\(result.text)")
      #expect(finding.message.contains(fault.words), "\(finding)")
      #expect(finding.severity == "error" && finding.path == "a.ndjson")
      #expect(result.errorText.contains("error[\(fault.code)]: the plugin fake "), "\(result.errorText)")
    }
  }

  /// Ways in which a plugin writes what it was sent.
  static let leaks = [
    "\(begin); echo \"$a\" >&2; exit 3", "\(begin); echo \"$a\"; sleep 60",
    #"\#(begin); echo '{"t":"error","message":"cannot judge SECRET"}'; sleep 60"#,
    #"\#(begin); echo '{"t":"SECRET"}'; sleep 60"#, "\(begin); echo \"$a\" >&2; sleep 60",
    #"\#(begin); echo '{"t":"findings","batch":1,"findings":[{"at":0,"rule":"SECRET"}]}'; sleep 60"#,
    #"\#(begin); echo '{"t":"findings","batch":1,"findings":[{"at":0,"rule":"odd","severity":"SECRET"}]}'; sleep 60"#,
    #"\#(begin); echo '{"t":"findings","batch":1,"findings":[{"at":0,"rule":"odd","field":"SECRET"}]}'; sleep 60"#,
    #"\#(begin); echo '{"t":"findings","batch":1,"findings":[{"at":0,"rule":"odd","field":"/metadata/SECRET"}]}'"#,
  ]

  @Test("nothing of the samples is shown with --redact", arguments: ["validate", "lint"], leaks)
  func redacted(_ verb: String, _ script: String) throws {
    let formats = ["json", "sarif", "gitlab", "github", "junit", "markdown", "html", "summary"]
    try run(script, [verb, "--redact"] + formats.flatMap { ["--report", "\($0)=\($0).out"] }) { folder, result in
      #expect(result.status == 1, "\(result.text)\(result.errorText)")
      #expect(result.errorText.contains("error[plugin-"), "\(result.errorText)")
      #expect(!(result.text + result.errorText).contains("SECRET"), "\(result.text)\(result.errorText)")
      for format in formats {
        let text = try String(contentsOfFile: folder.path(of: "\(format).out"), encoding: .utf8)
        #expect(!text.contains("SECRET"), "\(format): \(text)")
      }
    }
  }

  @Test("each report has a failure", arguments: ["validate", "lint"]) func reports(_ verb: String) throws {
    let formats = ["json", "jsonl", "sarif", "gitlab", "github", "junit", "markdown", "html", "summary"]
    let options = formats.flatMap { ["--report", "\($0)=\($0).out"] }
    try run("\(Self.begin); echo gone >&2; exit 3", [verb] + options) { folder, result in
      for format in formats {
        let text = try String(contentsOfFile: folder.path(of: "\(format).out"), encoding: .utf8)
        #expect(text.contains("plugin-exited"), "\(format): \(text)")
        if format != "summary" { #expect(text.contains("it wrote: gone"), "\(format): \(text)") }
      }
      let sarif = try String(contentsOfFile: folder.path(of: "sarif.out"), encoding: .utf8)
      #expect(
        sarif.contains(
          #""executionSuccessful":false,"toolExecutionNotifications":[{"descriptor":{"id":"plugin-exited"},"level":"error""#
        ))
      #expect(sarif.contains(#""ruleId":"not-checked/plugin-exited""#))
      #expect(sarif.contains(#"{"id":"fake/odd","shortDescription":{"text":"A sample is odd"},"help":"#), "\(sarif)")
      #expect(result.text.components(separatedBy: "error[plugin-exited]").count == 2, "\(result.text)")
    }
  }

  @Test(
    "SARIF of a failure follows its schema",
    .enabled(if: ReportSchemaTests.python != nil, "python3 with pydantic-sarif is not here"))
  func schema() throws {
    let python = try #require(ReportSchemaTests.python)
    try run("\(Self.begin); exit 3", ["validate", "--report", "sarif=sarif.out"]) { folder, _ in
      let checked = try ChildProcess(
        python, ["Tests/Schema/sarif.py", folder.path(of: "sarif.out")], environment: AssayBinary.environment(),
        folder: AssayBinary.root
      ).finish()
      #expect(checked.status == 0 && checked.text == "1\n", "\(checked.text)\(checked.errorText)")
    }
  }
}
