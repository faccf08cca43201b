import Foundation
import Testing

/// `make help` lists what `make` can do.
@Suite("Makefile", .ofScripts, .enabled(if: PackagingTools.hasMake, "make is not installed")) struct MakefileTests {
  @Test("each target that is not a file has its line, and `make` alone prints them") func help() throws {
    let result = try AssayBinary.shell("make help")
    #expect(result.status == 0, "\(result.errorText)")
    let listed = result.text.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ")
      return words.count > 3 && words[0] == "make" ? String(words[1]) : nil
    }
    let text = String(decoding: try TestFile.bytes("Makefile"), as: UTF8.self)
    let joined = text.replacingOccurrences(of: "\\\n", with: " ")
    let phony = try #require(joined.split(separator: "\n").first { $0.hasPrefix(".PHONY:") })
    let targets = phony.split(separator: " ").dropFirst().map(String.init)
    #expect(targets.count > 20)
    #expect(listed.sorted() == targets.sorted())
    #expect(try AssayBinary.shell("make").text == result.text)
  }
}

extension Trait where Self == ConditionTrait {
  /// Suites that test the project's own scripts, which no user runs.
  static var ofScripts: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["ASSAY_SCRIPT_TESTS"] == "1",
      "tests of the project's own scripts run in make ci")
  }
}
