import Foundation
import Testing

/// `Documentation/features.md` lists what Assay does: `.ci/features` compares it with the program and the sources.
@Suite("Features", .ofScripts, .enabled(if: Features.canCheck, "no python3, no git, or not a clone"))
struct FeaturesTests {
  @Test("each feature has a row, and each row its test") func complete() throws {
    let result = try Features.check()
    #expect(result.text == "")
    #expect(result.status == 0, "\(result.errorText)")
  }

  @Test("what has no row, a name that is gone and a test that is gone are found") func incomplete() throws {
    let text = String(decoding: try TestFile.bytes(Features.page), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("| `verb.validate` ") }
    let gone = "| `verb.gone` | A verb | `gone` | `GoneTests` | kept |"
    let removed = "| `verb.left` | A verb | `left` | `LeftTests` | removed: `validate` |"
    let result = try TemporaryFolder.with { folder in
      try Features.check(page: folder.write("features.md", (lines + [gone, removed]).joined(separator: "\n")))
    }
    #expect(result.status == 1)
    let findings = result.text.split(separator: "\n")
    #expect(findings.count == 3)
    for part in [
      "there is no `gone`; take it out", "there is no `GoneTests` in Tests; name", "no verb row has `validate`; add",
    ] {
      #expect(findings.contains { $0.contains(part) }, "\(result.text)")
    }
  }
}

/// The script, run with the program under test.
private enum Features {
  static let page = "Documentation/features.md"

  static let canCheck = (try? AssayBinary.shell("python3 --version && git rev-parse --git-dir").status) == 0

  static func check(page: String = page) throws -> ProcessResult {
    try AssayBinary.shell(".ci/features", environment: ["ASSAY": AssayBinary.path, "FEATURES": page])
  }
}
