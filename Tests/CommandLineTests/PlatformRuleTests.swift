import Foundation
import Testing

/// A file beside the manifest, and what `.ci/platforms` says of it.
struct PlatformCase: Sendable, CustomTestStringConvertible {
  var file: String
  var code: String
  /// Empty for what is allowed.
  var finding: String
  var testDescription: String { "\(file): \(code.prefix(60))" }

  static let hasPython = (try? AssayBinary.shell("python3 --version").status) == 0

  static let all: [PlatformCase] = ((try? TestFile.lines("Tests/Cases/platforms/violations.tsv")) ?? []).dropFirst()
    .map {
      let cells = String(decoding: $0, as: UTF8.self).replacingOccurrences(of: "⏎", with: "\n")
        .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return PlatformCase(
        file: cells[0], code: cells.count > 1 ? cells[1] : "", finding: cells.count > 2 ? cells[2] : "?")
    }
}

/// `.ci/platforms` finds what would keep the library from other systems, and nothing in the project as it is.
@Suite("Platforms", .ofScripts, .enabled(if: PlatformCase.hasPython, "python3 is not here")) struct PlatformRuleTests {
  @Test("the project has no findings") func project() throws {
    let result = try AssayBinary.shell(".ci/platforms")
    #expect(result.text == "")
    #expect(result.status == 0, "\(result.errorText)")
  }

  @Test("there are cases") func someCases() { #expect(PlatformCase.all.count >= 25) }

  @Test("each violation is found, and what is allowed is not", arguments: PlatformCase.all)
  func finds(_ tried: PlatformCase) throws {
    try TemporaryFolder.with { folder in
      var manifest = String(decoding: try TestFile.bytes("Package.swift"), as: UTF8.self)
      if tried.file == "Package.swift" {
        let change = tried.code.components(separatedBy: " ⇒ ")
        try #require(change.count == 2 && manifest.contains(change[0]), "\(tried.code)")
        manifest = manifest.replacingOccurrences(of: change[0], with: change[1])
      } else {
        try folder.write(tried.file, tried.code + "\n")
      }
      try folder.write("Package.swift", manifest)
      let result = try AssayBinary.shell(".ci/platforms \"$1\"", [folder.path])
      #expect(result.status == (tried.finding.isEmpty ? 0 : 1), "\(result.text)\(result.errorText)")
      #expect(tried.finding.isEmpty ? result.text.isEmpty : result.text.contains(tried.finding), "\(result.text)")
    }
  }
}
