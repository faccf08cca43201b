import Foundation
import Testing

/// `make release-check` says what a release still lacks.
@Suite("Release check") struct ReleaseCheckTests {
  /// A commit, and what the check says of it as version 1.2.0.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// What is changed in a project that can be released.
    var script: String
    /// What the check prints; nothing when the version can be released.
    var complaint: String?
  }

  static let cases = [
    Case(testDescription: "nothing to do", script: "true"),
    Case(
      testDescription: "an empty heading for what is new",
      script: "sed -i 's/^## 1/## Unreleased\\n\\n&/' CHANGELOG.md; git commit -qam x"),
    Case(
      testDescription: "no heading", script: "sed -i 's/^## 1.2.0/## 1.2.1/' CHANGELOG.md; git commit -qam x",
      complaint: "CHANGELOG.md: no heading `## 1.2.0 (YEAR-MONTH-DAY)`"),
    Case(
      testDescription: "no date", script: "sed -i 's/ (.*)//' CHANGELOG.md; git commit -qam x",
      complaint: "CHANGELOG.md: no heading `## 1.2.0 (YEAR-MONTH-DAY)`"),
    Case(
      testDescription: "nothing under the heading", script: "sed -i '0,/^- /{/^- /d}' CHANGELOG.md; git commit -qam x",
      complaint: "CHANGELOG.md: nothing is listed under 1.2.0"),
    Case(
      testDescription: "lines that are not released",
      script: "sed -i 's/^## 1.2/## Unreleased\\n\\n- New.\\n\\n&/' CHANGELOG.md; git commit -qam x",
      complaint: "CHANGELOG.md: lines under `## Unreleased`: move them under 1.2.0"),
    Case(
      testDescription: "another version in the source",
      script: "sed -i s/1.2.0/1.1.0/ Sources/*/*/*; git commit -qam x",
      complaint: "Sources/Assay/Configuration/AssayVersion.swift: another version"),
    Case(
      testDescription: "a program of another version", script: "sed -i s/1.2.0/1.1.0/ program; git commit -qam x",
      complaint: "./program --version: it says `assay 1.1.0`"),
    Case(
      testDescription: "no program", script: "git rm -q program; git commit -qm x",
      complaint: "./program: not built: make release"),
    Case(
      testDescription: "a page with an earlier tag",
      script: "echo 'rev: v1.1.0' >>Documentation/ci.md; git commit -qam x",
      complaint: "Documentation/ci.md:2: names another version: rev: v1.1.0"),
    Case(
      testDescription: "a README with an earlier package",
      script: "sed -i s/_1.2.0/_1.2.00/ README.md; git commit -qam x",
      complaint: "README.md:1: names another version: assay_1.2.00"),
    Case(
      testDescription: "a page without a release",
      script: "echo 'No release is published yet. Build it.' >>Documentation/ci.md; git commit -qam x",
      complaint: "Documentation/ci.md:2: says that there is no release"),
    Case(testDescription: "a tag", script: "git tag v1.2.0", complaint: "git: the tag v1.2.0 is there already"),
    Case(
      testDescription: "a file that is not committed", script: "echo >new",
      complaint: "git: files that are not committed"),
  ]

  /// A project in a folder, as it is when 1.2.0 can be released.
  private func project(_ folder: TemporaryFolder) throws {
    try folder.write(
      "CHANGELOG.md", "# Changelog\n\n## 1.2.0 (2026-03-01)\n\n- A thing.\n\n## 1.1.0 (2026-01-01)\n\n- First.\n")
    try folder.write("README.md", "dpkg -i assay_1.2.0_amd64.deb; SQLite 3.40.1\n")
    try folder.write("Documentation/ci.md", "uses: someone/assay@v1.2.0\n")
    try folder.write("Sources/Assay/Configuration/AssayVersion.swift", "  let current = \"1.2.0\"\n")
    try folder.write("program", "#!/bin/sh\necho 'assay 1.2.0'\n")
    try folder.write(".packaging/release-check", try TestFile.bytes(".packaging/release-check"))
    let made = try run("chmod +x program .packaging/release-check; git init -q; git add .; git commit -qm x", folder)
    try #require(made.status == 0, "\(made.errorText)")
  }

  private func run(_ script: String, _ folder: TemporaryFolder) throws -> ProcessResult {
    let person = ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"]
    var variables = Dictionary(uniqueKeysWithValues: person.map { ($0, "tester") })
    variables["HOME"] = folder.path
    return try AssayBinary.shell("set -e\n" + script, environment: variables, folder: folder.path)
  }

  @Test("what is missing is said, and a release is prepared only without", arguments: cases) func check(_ item: Case)
    throws
  {
    guard (try? AssayBinary.shell("command -v git").status) == 0 else {
      FileHandle.standardError.write(Data("skipped: the release check: git is not installed\n".utf8))
      return
    }
    try TemporaryFolder.with { folder in
      try project(folder)
      let changed = try run(item.script, folder)
      try #require(changed.status == 0, "\(changed.errorText)")
      let result = try run(".packaging/release-check 1.2.0 ./program", folder)
      if let complaint = item.complaint {
        #expect(result.text == complaint + "\n")
        #expect(result.errorText == "make release-check: 1.2.0 cannot be released: 1 to do\n")
        #expect(result.status == 1)
      } else {
        #expect(result.status == 0, "\(result.text)\(result.errorText)")
        #expect(result.text.contains("git tag --annotate v1.2.0"))
      }
    }
  }

  @Test("a version has three numbers", arguments: ["", "v1.2.0", "1.2", "1.2.0-beta"]) func version(_ text: String)
    throws
  {
    let result = try AssayBinary.shell(".packaging/release-check \"$1\" assay", [text])
    #expect(result.status == 2)
    #expect(result.text.isEmpty)
  }
}
