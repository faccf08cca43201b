import Foundation
import Testing

/// `--fail-if` and `fail_if` in validate, lint and import: status, the line on standard error, and every report.
@Suite("Thresholds of a run") struct ThresholdTests {
  /// Four samples: two of a watch, one of which is refused, one of a scale, one without a source that is refused.
  private static let samples = [
    #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":{"name":"Apple Watch"}}"#,
    #"{"type":"heartRate","value":60,"unit":"kg","start":"2026-01-01T08:01:00Z","source":{"name":"Apple Watch"}}"#,
    #"{"type":"bodyMass","value":70,"unit":"kg","start":"2026-01-01T08:02:00Z","source":{"name":"Scale"},"subject":"P1"}"#,
    #"{"type":"bodyMass","value":70,"unit":"count","start":"2026-01-01T08:03:00Z"}"#,
  ]

  private func run(_ call: [String], configuration: String? = nil) throws -> ProcessResult {
    try TemporaryFolder.with { folder in
      try folder.write("data/a.ndjson", Self.samples[..<2].joined(separator: "\n") + "\n")
      try folder.write("data/b.ndjson", Self.samples[2...].joined(separator: "\n") + "\n")
      if let configuration { try folder.write("assay.yaml", "schema: 1\n" + configuration) }
      return try AssayBinary.run(call, environment: ["ASSAY_NOW": "2026-06-01T00:00:00Z"], folder: folder.path)
    }
  }

  static let calls = [
    ["validate", "data/a.ndjson", "data/b.ndjson"], ["lint", "data/a.ndjson", "data/b.ndjson"],
    ["import", "data/a.ndjson", "data/b.ndjson", "--store", "s.db"],
  ]

  /// A condition, and its line on standard error.
  static let conditions: [(text: String, line: String)] = [
    ("refused > 50%", "within, 2 of 4 (50 %), limit 50 %"), ("refused > 49%", "exceeded, 2 of 4 (50 %), limit 49 %"),
    ("unit-incompatible > 1", "exceeded, 2 of 4 (50 %), limit 1"),
    ("errors > 0 in type:heartRate", "exceeded, 1 of 2 (50 %), limit 0"),
    ("refused > 25% in source:Apple*", "exceeded, 1 of 2 (50 %), limit 25 %"),
    ("errors > 0 in source:Scale", "within, 0 of 1, limit 0"), ("errors > 0 in subject:P1", "within, 0 of 1, limit 0"),
    ("errors > 0 in source:Nobody", "within, no samples, limit 0"),
    ("warnings > 0 in file:data/b.ndjson", "within, 0 of 2, limit 0"),
    ("refused > 0 in file:data/b.ndjson type:bodyMass", "exceeded, 1 of 2 (50 %), limit 0"),
  ]

  @Test("are counted alike by every verb", arguments: calls, conditions)
  func verbs(_ call: [String], _ condition: (text: String, line: String)) throws {
    let result = try run(call + ["--fail-on", "never", "--fail-if", condition.text])
    let isExceeded = condition.line.hasPrefix("exceeded")
    #expect(result.status == (isExceeded ? 1 : 0), "\(result.errorText)")
    #expect(result.errorText.contains("fail if \(condition.text): \(condition.line)\n"), "\(result.errorText)")
    #expect(result.text.contains("--fail-if: error[threshold-exceeded]: `\(condition.text)` is exceeded") == isExceeded)
  }

  @Test("of a configuration hold in every verb, and options add to them", arguments: calls)
  func configured(_ call: [String]) throws {
    let configuration = """
      fail_on: never
      data:
        - path: data/a.*
        - path: data/b.*
      fail_if:
        - errors > 1 in data:data/a.*
        - errors > 0 in data:data/b.*

      """
    let result = try run(call + ["--fail-on", "never", "--fail-if", "notes > 0"], configuration: configuration)
    #expect(result.status == 1)
    #expect(result.text.contains("assay.yaml:8:5: error[threshold-exceeded]"), "\(result.text)")
    for line in [
      "errors > 1 in data:data/a.*: within, 1 of 2 (50 %), limit 1", "errors > 0 in data:data/b.*: exceeded",
      "notes > 0: within, 0 of 4, limit 0",
    ] { #expect(result.errorText.contains("fail if \(line)"), "\(result.errorText)") }
  }

  @Test(
    "what is misspelt ends the command before any work",
    arguments: calls, ["refusd > 1%", "errors > 0 in type:hartRate", "errors > 0 in data:x", "errors = 0"])
  func misspelt(_ call: [String], _ text: String) throws {
    let result = try run(call + ["--fail-if", text])
    #expect(result.status == 2 && result.text.isEmpty)
    #expect(result.errorText.contains("assay: --fail-if `\(text)`"), "\(result.errorText)")
  }

  @Test("of a configuration that match no file, or name no code, are said") func ineffective() throws {
    let configuration = """
      fail_on: never
      data:
        - path: data/*
      fail_if:
        - errors > 9 in file:old/**
        - refusd > 1%

      """
    let lint = try run(["lint", "--fail-on", "never"], configuration: configuration)
    #expect(lint.text.contains("assay.yaml:6:5: error[glob-unmatched]: no file of the data sets matches `old/**`"))
    #expect(lint.text.contains("assay.yaml:7:5: error[rule-unknown]: no code is called `refusd`"), "\(lint.text)")
    #expect(lint.text.contains("did you mean `refused`?"))
    let validate = try run(["validate", "--fail-on", "never"], configuration: configuration)
    #expect(validate.status == 0)
    #expect(validate.errorText.contains("assay.yaml:7:5: no code is called `refusd`; this threshold is not checked"))
    #expect(!validate.errorText.contains("fail if refusd"))
  }

  @Test("are in every report", arguments: ["json", "jsonl", "sarif", "junit", "markdown", "html"])
  func reports(_ format: String) throws {
    let result = try run(
      Self.calls[0] + [
        "--output-format", format, "--fail-if", "refused > 1%", "--fail-if", "errors > 0 in type:stepCount",
      ]
    )
    let text = result.text
    let escaped = ["junit", "html"].contains(format) ? "&gt;" : ">"
    for condition in ["refused > 1%", "errors > 0 in type:stepCount"] {
      #expect(text.contains(condition.replacingOccurrences(of: ">", with: escaped)), "\(condition)")
    }
    #expect(text.contains("exceeded"))
    if format == "json" {
      let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
      let summary = try #require(report["summary"] as? [String: Any])
      let results = try #require(summary["thresholds"] as? [[String: Any]])
      #expect(results.map { $0["exceeded"] as? Bool } == [true, false])
      #expect(results[0]["rate"] as? Double == 50 && results[0]["limit"] as? Double == 1)
      #expect(results[1]["read"] as? Int == 0 && results[1]["rate"] == nil)
    }
  }
}
