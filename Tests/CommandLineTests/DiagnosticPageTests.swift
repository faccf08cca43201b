import Foundation
import Testing

/// Each code has a page, and the page does what it says.
@Suite("Pages of codes") struct DiagnosticPageTests {
  /// Codes that no example can show: the test that raises each, `nil` for a code that nothing raises yet.
  private static let withoutExample: [String: String?] = [
    "type-read-only": nil, "store-refused": "AssayTests/StoreRefusalTests.swift",
    "plugin-rule": "CommandLineTests/Plugins/RulePluginTests.swift",
    "record-unreadable": "AssayTests/ConvertedFormatTests.swift",
    "input-damaged": "AssayTests/ConvertedFormatTests.swift",
  ]

  private static let chapters = [
    "What it means", "Why it matters", "Example", "How to fix it", "See also",
  ]
  /// The chapters of a failure's page.
  private static let chaptersOfFailures = ["What it means", "Why it happens", "How to fix it", "See also"]

  @Test("every code has a page, and every page a code") func complete() throws {
    let codes = try Self.codes()
    #expect(codes.count > 110)
    #expect(DiagnosticPage.all().map(\.code).sorted() == codes.sorted())
  }

  @Test("an example raises its code as shown, and what is fixed does not", arguments: DiagnosticPage.all())
  func example(_ page: DiagnosticPage) throws {
    guard !page.isWithoutExample, !page.isFailure else { return }
    let outcome = try PageExample.outcome(of: page)
    let shown = try #require(outcome.shown, "the page shows no findings")
    #expect(!shown.found.isEmpty, "nothing raised \(page.code); the command wrote:\n\(outcome.words)")
    if ConsolePage.isBlessing, !shown.found.isEmpty, shown.found != shown.expected {
      try page.record(shown.found, inPlaceOf: shown.expected)
    } else {
      #expect(shown.found == shown.expected, "if it should differ, `make bless`")
    }
    let fixed = try #require(outcome.fixed, "the page fixes nothing")
    #expect(fixed.found == [])
    #expect(fixed.status == 0 || fixed.status == 1, "what is fixed cannot be checked:\n\(outcome.words)")
  }

  @Test("a code without an example is raised by a test, or by nothing") func withoutExample() throws {
    let codes = DiagnosticPage.all().filter(\.isWithoutExample).map(\.code)
    #expect(codes.sorted() == Self.withoutExample.keys.sorted())
    for case (let code, let test?) in Self.withoutExample {
      let text = String(decoding: try TestFile.bytes("Tests/" + test), as: UTF8.self)
      #expect(text.contains(code), "Tests/\(test) does not name \(code)")
    }
  }

  @Test("a page has its chapters, and nothing beside them", arguments: DiagnosticPage.all())
  func chapters(_ page: DiagnosticPage) {
    #expect(page.isFailure || page.text.hasPrefix("# \(page.code)\n\nSeverity: "))
    #expect(page.chapters == (page.isFailure ? Self.chaptersOfFailures : Self.chapters))
  }

  @Test("every link of a page leads somewhere", arguments: DiagnosticPage.all())
  func links(_ page: DiagnosticPage) {
    let targets = page.text.components(separatedBy: "](").dropFirst().compactMap {
      $0.components(separatedBy: ")").first
    }
    #expect(!targets.isEmpty)
    for target in targets where !target.contains("://") {
      let parts = target.split(separator: "#", maxSplits: 1).map(String.init)
      let path = "\(AssayBinary.root)/\(DiagnosticPage.folder)/\(parts[0])"
      let linked = FileManager.default.contents(atPath: path) ?? Data()
      #expect(FileManager.default.fileExists(atPath: path), "\(target)")
      guard parts.count > 1 else { continue }
      #expect(Self.anchors(in: String(decoding: linked, as: UTF8.self)).contains(parts[1]), "\(target)")
    }
  }

  /// The names by which GitHub links to the headings of a page.
  private static func anchors(in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
      let title = heading.drop { $0 == "#" || $0 == " " }.lowercased()
      return String(title.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" })
        .replacingOccurrences(of: " ", with: "-")
    }
  }

  @Test("a description of bytes makes bytes") func bytes() throws {
    #expect(try DiagnosticPage.bytes("a⟨b⟩×3c") == Array("abbbc".utf8))
    #expect(try DiagnosticPage.bytes("⟨k#,⟩×2") == Array("k1,k2,".utf8))
    #expect(try DiagnosticPage.bytes("\\xE9\\x0Dé") == [0xE9, 0x0D, 0xC3, 0xA9])
  }

  /// The codes that the command knows.
  private static func codes() throws -> [String] {
    let result = try AssayBinary.run(["explain", "--list"])
    try #require(result.status == 0, "\(result.errorText)")
    return result.text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
  }
}
