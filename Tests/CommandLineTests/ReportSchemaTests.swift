import Foundation
import Testing

/// Reports that other programs read, held against those programs' own rules: SARIF's published schema, an XML parser.
@Suite("Reports for other programs") struct ReportSchemaTests {
  /// The interpreter that `make test` set up, else the system's; `nil` when neither has the packages.
  static let python: String? = {
    let own = AssayBinary.root + "/.build-python/bin/python3"
    let candidates = [own, "/usr/bin/python3", "/usr/local/bin/python3"]
    return candidates.first { path in
      guard FileManager.default.isExecutableFile(atPath: path) else { return false }
      let probe = try? ChildProcess(
        path, ["-c", "import jsonschema, pydantic_sarif"], environment: AssayBinary.environment(),
        folder: AssayBinary.root
      ).finish()
      return probe?.status == 0
    }
  }()

  private func check(_ script: String, _ arguments: [String]) throws -> ProcessResult {
    let python = try #require(Self.python)
    return try ChildProcess(
      python, ["Tests/Schema/" + script] + arguments, environment: AssayBinary.environment(), folder: AssayBinary.root
    ).finish()
  }

  private static let inputs = [
    ["lint", "--config", "Tests/Fixtures/lint-project/assay.yaml"],
    ["validate", "Tests/Fixtures/jsonlines/escapes.ndjson"], ["validate", "Tests/Fixtures/demo/samples.ndjson"],
  ]

  @Test(
    "SARIF follows its schema",
    .enabled(if: ReportSchemaTests.python != nil, "python3 with pydantic-sarif is not here"),
    arguments: inputs)
  func sarif(_ call: [String]) throws {
    try TemporaryFolder.with { folder in
      let report = folder.path(of: "findings.sarif")
      let run = try AssayBinary.run(call + ["--output-format", "json", "--report", "sarif=" + report])
      let result = try check("sarif.py", [report])
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
      let count = try RunReport(run).diagnostics.count
      #expect(result.text.trimmingCharacters(in: .whitespacesAndNewlines) == String(count))
    }
  }

  @Test(
    "JUnit is well formed and counts right",
    .enabled(if: ReportSchemaTests.python != nil, "python3 with pydantic-sarif is not here"), arguments: inputs)
  func junit(_ call: [String]) throws {
    try TemporaryFolder.with { folder in
      let report = folder.path(of: "findings.xml")
      _ = try AssayBinary.run(call + ["--report", "junit=" + report])
      let result = try check("junit.py", [report])
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
    }
  }

  @Test(
    "SARIF of a plugin that fails follows its schema",
    .enabled(if: ReportSchemaTests.python != nil, "python3 with pydantic-sarif is not here"))
  func failure() throws {
    try TemporaryFolder.with { folder in
      try folder.writeRulePlugin("#!/bin/sh\nexit 3\n", rules: "- code: odd\n  title: A sample is odd")
      try folder.write(
        "a.ndjson", try TestFile.bytes("Tests/Fixtures/demo/samples.ndjson").prefix { $0 != 0x0A } + [0x0A])
      _ = try AssayBinary.run(
        ["validate", "--plugin", "fake", "--report", "sarif=sarif.out", "a.ndjson"], folder: folder.path)
      let checked = try check("sarif.py", [folder.path(of: "sarif.out")])
      #expect(checked.status == 0 && checked.text == "1\n", "\(checked.text)\(checked.errorText)")
    }
  }
}
