import Foundation
import Testing

/// The reports of a made-up study with planted faults are the same bytes every time.
@Suite("Lint of a project") struct LintProjectTests {
  static let formats = [
    "full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "markdown", "html",
  ]
  private static let configuration = "Tests/Fixtures/lint-project/assay.yaml"

  private static func lint(_ options: [String], environment: [String: String] = [:]) throws -> ProcessResult {
    try AssayBinary.run(["lint", "--config", configuration] + options, environment: environment)
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
}
