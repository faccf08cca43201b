import Testing

@testable import Assay

/// Files that are named for a participant, and files that only hold the name.
@Suite struct SubjectNameTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let subject: String
    let path: String
    let isTheirs: Bool

    init(_ subject: String, _ path: String, _ isTheirs: Bool) {
      self.subject = subject
      self.path = path
      self.isTheirs = isTheirs
    }

    var testDescription: String { "\(subject): \(path)" }
  }

  static let cases = [
    Case("P-10", "P-10.ndjson", true), Case("P-10", "in/P-10.xml", true), Case("P-10", "/data/P-10/P-10.csv.gz", true),
    Case("P-10", "P-10.JSON", true), Case("P-10", "P-10", true), Case("P.1", "P.1.ndjson", true),
    Case("P.csv", "P.csv.csv", true), Case("P.csv", "P.csv", true), Case("\u{E9}", "\u{E9}.zip", true),
    Case("P-1", "P-10.ndjson", false), Case("P-10", "P-1.ndjson", false), Case("10", "P-10.ndjson", false),
    Case("P", "P-10.ndjson", false), Case("P-1", "P-1-2.ndjson", false), Case("P-1", "P-1.2.ndjson", false),
    Case("P-10", "P-10/export.zip", false), Case("p-10", "P-10.ndjson", false), Case("\u{E9}", "e\u{301}.zip", false),
    Case("P-10", "-", false), Case("P-10", "", false), Case("P-10", "P-10.", false), Case("P", "P.exe", false),
    Case("csv", "P.csv", false),
  ]

  @Test("a file is a participant's if its name without extensions is theirs", arguments: cases)
  func files(_ item: Case) { #expect(SubjectSearch(item.subject).isName(ofFile: item.path) == item.isTheirs) }
}
