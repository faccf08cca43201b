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
  func files(_ item: Case) {
    let name = Array(item.subject.utf8)
    #expect(SubjectSearch(item.subject).isName(ofFile: item.path) == item.isTheirs)
    let kept = SubjectSearch(digest: SubjectSearch.digest(of: name), length: name.count)
    #expect(kept.isName(ofFile: item.path) == item.isTheirs)
  }

  @Test(
    "a text holds a name as a whole word, whether the name or its digest is known",
    arguments: [
      ("P10", #"{"subject":["P10"],"value":1}"#, true), ("P10", #"{"subject":"P100"}"#, false),
      ("P10", #"{"subject":"XP10"}"#, false), ("P-1", "P-1,heartRate,60", true), ("P10", #""P\u0031\u0030""#, true),
      ("P10", "P1", false), ("P10", "", false), ("Zo\u{EB}", "by Zo\u{EB}.", true), ("Zo", "by Zo\u{EB}.", false),
      ("", "P10", false),
    ])
  func words(_ name: String, _ text: String, _ isHeld: Bool) {
    let bytes = Array(name.utf8)
    let kept = SubjectSearch(digest: SubjectSearch.digest(of: bytes), length: bytes.count)
    #expect(SubjectSearch(name).isHeld(in: Array(text.utf8)) == isHeld)
    #expect(kept.isHeld(in: Array(text.utf8)) == isHeld)
  }

  @Test("the digest of a name is the SHA-256 of its bytes after two words, by another program")
  func digest() {
    // printf 'assay subject P10' | sha256sum | cut -c1-32
    #expect(SubjectSearch.digest(of: Array("P10".utf8)) == "a478dcac1d59500943d1eed94b21db46")
  }
}
