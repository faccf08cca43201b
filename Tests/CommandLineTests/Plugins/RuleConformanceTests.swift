import Foundation
import Testing

/// `assay plugins test` of rules: what is wrong with a plugin is found, by the case that is meant to find it.
@Suite("The test of rules") struct RuleConformanceTests {
  /// A plugin in Python that finds odd heart rates; `change` is put into its program.
  private static func program(hello: String = "", judge: String = "", end: String = "", start: String = "") -> String {
    """
    #!/usr/bin/env python3
    import json, random, sys, time
    \(start)
    seen = 0

    def say(message):
        sys.stdout.write(json.dumps(message) + "\\n")
        sys.stdout.flush()

    for line in sys.stdin:
        message = json.loads(line)
        if message["t"] == "hello":
            hello = {"t": "hello", "protocol": 1, "name": "fake", "version": "1.0.0", "levels": ["judge"],
                     "rules": ["odd"]}
            \(hello)
            say(hello)
        elif message["t"] == "judge":
            batch, count = message["batch"], message["count"]
            samples = [json.loads(sys.stdin.readline()) for _ in range(count)]
            seen += count
            found = [{"at": at, "rule": "odd", "field": "/value", "message": "%g is odd" % sample["value"]}
                     for at, sample in enumerate(samples) if sample["value"] % 2 == 1]
            \(judge)
            say({"t": "findings", "batch": batch, "findings": found})
        elif message["t"] == "end":
            \(end)
            say({"t": "end"})
            break

    """
  }

  private static let samples = (0..<5).map {
    #"{"type":"heartRate","value":\#(60 + $0),"unit":"count/min","start":"2026-01-01T08:00:0\#($0)Z"}"#
  }
  private static let findings = "2: warning[odd] /value: 61 is odd\n4: warning[odd] /value: 63 is odd\n"

  private func test(
    _ program: String, findings: String = findings, samples: [String] = samples, example: Bool = true,
    _ arguments: [String] = []
  ) throws -> ProcessResult {
    try TemporaryFolder.with { folder in
      try folder.writeRulePlugin(
        program, rules: "- code: odd\n  types: [heartRate]\n  title: A heart rate is odd",
        more: example ? "test:\n  samples: a.ndjson\n  findings: a.txt\n" : "")
      try folder.write("fake/a.ndjson", samples.joined(separator: "\n") + "\n")
      try folder.write("fake/a.txt", findings)
      return try AssayBinary.run(
        ["plugins", "test", "fake", "--plugin-timeout", "10"] + arguments, folder: folder.path)
    }
  }

  @Test("a plugin that does all right passes") func right() throws {
    let result = try test(Self.program())
    #expect(result.status == 0 && result.text.hasSuffix("7 passed, 0 failed\n"), "\(result.text)\(result.errorText)")
    #expect(try test(Self.program(), ["--only", "many", "--quiet"]).text == "1 passed, 0 failed\n")
  }

  /// What is wrong with a program, the cases that find it, and words of the first.
  struct Fault: Sendable, CustomTestStringConvertible {
    var program: String
    var cases: [String]
    var words: String
    var seconds = "10"
    var testDescription: String { words }
  }

  private static let all = ["hello", "example", "repeated", "divided", "many", "empty", "types"]
  private static let batches = ["example", "repeated", "divided", "many", "empty", "types"]

  static let faults = [
    Fault(
      program: program(hello: #"hello["rules"] = ["even"]"#), cases: all, words: "has other rules in its hello"),
    Fault(
      program: program(hello: #"hello["name"] = "other""#), cases: all,
      words: "another name in its hello than in its plugin.yaml: `other`"),
    Fault(
      program: program(hello: #"hello["levels"] = ["read"]"#), cases: all,
      words: "the level `judge` in its hello: `read`"),
    Fault(program: program(end: #"say({"t": "end"}); sys.exit(5)"#), cases: all, words: "with status 5 after its last"),
    Fault(
      program: program(judge: #"for item in found: item["field"] = "value""#),
      cases: ["example", "repeated", "divided", "many", "empty"], words: "not a JSON Pointer: `value`"),
    Fault(program: program(hello: #"hello["protocol"] = 2"#), cases: all, words: "speaks another version"),
    Fault(program: program(start: "sys.exit(3)"), cases: all, words: "ended with status 3"),
    Fault(program: program(end: "sys.exit(0)"), cases: all, words: "ended with status 0"),
    Fault(program: program(end: "time.sleep(60)"), cases: all, words: "was silent", seconds: "0.5"),
    Fault(program: program(start: "time.sleep(60)"), cases: all, words: "was silent", seconds: "0.5"),
    Fault(
      program: program(judge: #"found += [{"at": count, "rule": "odd"}]"#), cases: batches,
      words: "not in the order of its"),
    Fault(
      program: program(judge: "found.reverse()"), cases: ["example", "repeated", "divided", "many", "empty"],
      words: "not in the order of its"),
    Fault(
      program: program(judge: #"for item in found: item["rule"] = "even""#),
      cases: ["example", "repeated", "divided", "many", "empty"], words: "a rule that it does not have"),
    Fault(program: program(judge: "batch += 1"), cases: batches, words: "out of turn"),
    Fault(
      program: program(judge: #"for item in found: item["message"] += " %d" % random.getrandbits(60)"#),
      cases: ["example", "repeated", "divided", "empty"], words: "differs: got 2: warning[odd] /value: 61 is odd "),
    Fault(
      program: program(judge: #"for item in found: item["message"] += " of %d" % count"#),
      cases: ["example", "divided"], words: "of 5"),
    Fault(
      program: program(judge: "time.sleep(0 if seen < 6000 else 60)"), cases: ["many"], words: "was silent",
      seconds: "1"),
    Fault(program: program(judge: "found[0] if count == 0 else 0"), cases: ["empty"], words: "ended with status 1"),
    Fault(program: program(judge: #"[sample["subject"] for sample in samples]"#), cases: batches, words: "KeyError"),
    Fault(
      program: program(judge: #"found = [{"at": 0, "rule": "odd"}] * 1001"#), cases: batches, words: "more than 1000"),
  ]

  @Test("what is wrong is found", arguments: faults) func wrong(_ fault: Fault) throws {
    // One case, since each starts Python; of those that find only a few faults, the last.
    let name = try #require(fault.cases.count > 2 ? fault.cases.first : fault.cases.last)
    let result = try test(fault.program, ["--plugin-timeout", fault.seconds, "--only", name])
    let failed = result.text.split(separator: "\n").filter { $0.hasPrefix("FAILED") }
    #expect(result.status == 1 && failed.count == 1, "\(result.text)\(result.errorText)")
    #expect(failed.first?.hasPrefix("FAILED   rules: \(name): ") == true)
    #expect(failed.first?.contains(fault.words) == true, "\(result.text)")
  }

  @Test("an example of which findings are expected that do not come fails, and so does one that is refused")
  func example() throws {
    let other = try test(Self.program(), findings: "2: warning[odd] /value: 61 is odd\n", ["--only", "example"])
    #expect(other.status == 1)
    #expect(
      other.text.contains("line 2 of a.txt differs: got 4: warning[odd] /value: 63 is odd, expected nothing"),
      "\(other.text)")
    let heavy = Self.samples[0].replacingOccurrences(of: "count/min", with: "kg")
    let refused = try test(Self.program(), samples: [heavy], ["--only", "example"])
    #expect(refused.status == 1 && refused.text.contains("line 1: unit-incompatible"), "\(refused.text)")
    let none = try test(Self.program(), example: false)
    #expect(
      none.status == 2 && none.errorText.contains("has no `test:` with `samples` and `findings`"), "\(none.errorText)")
  }

  @Test("the plugin of the project passes, and so does a new one", arguments: [false, true])
  func passing(_ isNew: Bool) throws {
    try TemporaryFolder.with { folder in
      var plugin = AssayBinary.root + "/plugins/resting-heart-rate"
      if isNew {
        plugin = "ring-rules"
        let made = try AssayBinary.run(["plugins", "new", plugin, "--kind", "rule"], folder: folder.path)
        #expect(made.status == 0, "\(made.errorText)")
      }
      let tested = try AssayBinary.run(["plugins", "test", plugin], folder: folder.path)
      #expect(tested.status == 0 && tested.text.hasSuffix("7 passed, 0 failed\n"), "\(tested.text)\(tested.errorText)")
      guard isNew else { return }
      let samples = "ring-rules/example/samples.ndjson"
      let found = try AssayBinary.run(["validate", "--plugin", plugin, samples], folder: folder.path)
      #expect(
        found.text.hasPrefix("\(samples):3:1: warning[ring-rules/steep-rise]: 154 kg comes after 71 kg (at /value)\n"))
    }
  }
}
