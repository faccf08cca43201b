import Foundation
import Testing

/// A made-up study with planted faults: lint reports exactly those, in every form, the same bytes every time.
@Suite("Lint of a project") struct LintProjectTests {
  static let formats = [
    "full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "markdown", "html",
  ]
  private static let configuration = "Tests/Fixtures/lint-project/assay.yaml"

  /// What the truth file lists: code, path and line.
  private static func truth() throws -> [String] {
    try TestFile.lines("Tests/Fixtures/lint-project.truth.tsv").map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.hasPrefix("#") && !$0.isEmpty }.sorted()
  }

  private static func lint(_ options: [String], environment: [String: String] = [:]) throws -> ProcessResult {
    try AssayBinary.run(["lint", "--config", configuration] + options, environment: environment)
  }

  @Test("finds what is planted, and nothing else") func truth() throws {
    let result = try Self.lint(["--output-format", "json"])
    #expect(result.status == 1)
    let found = try RunReport(result).diagnostics.map { "\($0.code)\t\($0.path)\t\($0.line ?? 0)" }.sorted()
    #expect(found == (try Self.truth()))
    #expect(try Self.truth().count >= 20)
  }

  @Test("is the same bytes for any number of jobs, ten times, in three time zones", arguments: formats)
  func determinism(_ format: String) throws {
    let options = ["--output-format", format]
    let first = try Self.lint(options + ["--jobs", "1"])
    #expect(!first.output.isEmpty)
    for round in 0..<10 {
      let zone = ["UTC", "Asia/Kathmandu", "America/St_Johns"][round % 3]
      let other = try Self.lint(options + ["--jobs", round % 2 == 0 ? "2" : "1"], environment: ["TZ": zone])
      let isSame = other.output == first.output && other.status == first.status
      #expect(isSame, "round \(round) of \(format) differs")
    }
  }

  @Test("writes several reports at once, each the same as alone") func reports() throws {
    try TemporaryFolder.with { folder in
      let names = Self.formats.filter { $0 != "full" }
      let options = names.flatMap { ["--report", "\($0)=\(folder.path(of: "report." + $0))"] }
      let result = try Self.lint(options + ["--output-format", "full"])
      #expect(result.status == 1)
      for format in names {
        let alone = try Self.lint(["--output-format", format])
        let isSame = try TestFile.bytes(folder.path(of: "report." + format)) == alone.output
        #expect(isSame, "the \(format) report differs from the output")
      }
    }
  }

  @Test("narrows to the paths that are named, as a commit hook passes them") func narrowing() throws {
    let folder = AssayBinary.root + "/Tests/Fixtures/lint-project"
    func codes(_ arguments: [String]) throws -> [String] {
      try RunReport(AssayBinary.run(["lint", "--output-format", "json"] + arguments, folder: folder)).diagnostics
        .filter { !$0.path.hasSuffix("assay.yaml") }.map(\.path)
    }
    #expect(Set(try codes(["data/diary"])) == ["data/diary/p02.ndjson"])
    #expect(Set(try codes(["types/org.acme.gripStrength.yaml"])) == ["types/org.acme.gripStrength.yaml"])
    #expect(try codes(["README.md", "data/clinic/draft-visit3.ndjson"].filter { $0 != "README.md" }).isEmpty)
    #expect(try AssayBinary.run(["lint", "no/such/file"], folder: folder).status == 2)
  }

  @Test("leaves data unchecked when a definition is broken") func broken() throws {
    let result = try AssayBinary.run([
      "lint", "--config", "Tests/Fixtures/lint-broken/assay.yaml", "--output-format", "json",
    ])
    #expect(result.status == 1)
    let codes = try RunReport(result).diagnostics.map(\.code)
    #expect(codes.contains("not-checked"))
    #expect(codes.contains { $0.hasPrefix("catalog-") })
    #expect(try RunReport(result).summary.read == 0)
  }

  @Test("checks only what changed since a commit") func changes() throws {
    try TemporaryFolder.with { folder in
      let bad = #"{"type":"heartRate","value":72,"unit":"kg","start":"2026-01-01T08:00:00Z"}"# + "\n"
      try folder.write("assay.yaml", "schema: 1\ndata:\n  - path: data/**\n")
      try folder.write("data/old.ndjson", bad)
      try folder.write("data/kept.ndjson", bad)
      let script = """
        set -e
        git init -q . && git add . && git -c user.name=t -c user.email=t@example.org commit -q -m one
        printf '%s' "$1" >> data/old.ndjson && printf '%s' "$1" > data/new.ndjson
        assay lint --output-format json --changed-since HEAD
        """
      let result = try AssayBinary.shell(script, [bad], folder: folder.path)
      let report = try RunReport(result)
      #expect(report.summary.files.map(\.path) == ["data/new.ndjson", "data/old.ndjson"])
      #expect(report.diagnostics.filter { $0.code == "unit-incompatible" }.count == 3)
      let unknown = try AssayBinary.run(["lint", "--changed-since", "no-such-commit"], folder: folder.path)
      #expect(unknown.status == 2)
    }
  }

  @Test("asks git, and runs nothing of the repository's") func filters() throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yaml", "schema: 1\ndata:\n  - path: data/**\n")
      try folder.write("data/a.ndjson", "{}\n")
      let script = """
        set -e
        git init -q . && git add . && git -c user.name=t -c user.email=t@example.org commit -q -m one
        printf '* filter=trap diff=trap\\n' > .gitattributes
        git config filter.trap.clean 'touch ran; cat' && git config diff.trap.command 'touch ran; true'
        git config core.fsmonitor 'touch ran; true'
        rm -f ran && printf '{ }\\n' > data/a.ndjson
        assay lint --changed-since HEAD --output-format json || true
        test ! -e ran || echo RAN
        """
      let result = try AssayBinary.shell(script, folder: folder.path)
      #expect(result.text.contains("data/a.ndjson"), "\(result.errorText)")
      #expect(!result.text.contains("RAN"), "a program of the repository ran")
    }
  }

  @Test("counts all findings and prints a hundred, when every line is bad") func volume() throws {
    try TemporaryFolder.with { folder in
      let line = #"{"type":"heartRate","value":72,"unit":"kg","start":"2026-01-01T08:00:00Z"}"# + "\n"
      let other = #"{"type":"heartRate","value":900,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"# + "\n"
      let path = try folder.write("bad.ndjson", String(repeating: line + other, count: 3000))
      let text = try AssayBinary.run(["validate", "--output-format", "concise", path]).text
      #expect(text.contains("20 of 6000 findings shown"))
      let all = try RunReport(AssayBinary.run(["validate", "--output-format", "json", path]))
      #expect(all.diagnostics.count == 6000)
      #expect(all.summary.byCode == ["unit-incompatible": 3000, "value-not-allowed": 3000])
    }
  }
}
