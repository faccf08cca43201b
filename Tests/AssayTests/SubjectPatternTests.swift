import Assay
import Testing

/// The part of a file's path that is its subject.
@Suite("Subjects of file names") struct SubjectPatternTests {
  @Test(
    "the part in parentheses is the subject",
    arguments: [
      ("(P*).csv", "P01.csv", "P01"), ("(P*).csv", "data/2026/P01.csv", "P01"), ("p(*).csv", "p07.csv", "07"),
      ("participants/(*)/**", "participants/ana/ring/1.csv", "ana"), ("(*)_*.csv", "P01_hr.csv", "P01"),
      ("data/(*)/steps.csv", "data/P 1/steps.csv", "P 1"), ("(*)-[0-9][0-9].csv", "a-b-07.csv", "a-b"),
      ("\\((*)\\).csv", "(x).csv", "x"), ("{a,b}-(?).csv", "b-7.csv", "7"), ("([a-c]*).csv", "c[1].csv", "c[1]"),
      ("(é*).csv", "éa.csv", "éa"), ("/mnt/(*)/x.csv", "/mnt/P1/x.csv", "P1"),
    ])
  func found(_ item: (pattern: String, path: String, subject: String)) throws {
    let pattern = try #require(SubjectPattern(item.pattern))
    #expect(pattern.subject(of: item.path) == item.subject)
  }

  @Test(
    "another path has none",
    arguments: [
      ("(P*).csv", "Q01.csv"), ("data/(*)/steps.csv", "data/a/b/steps.csv"), ("(*).csv", "x.tsv"),
      ("p(?).csv", "p10.csv"),
    ])
  func missing(_ item: (pattern: String, path: String)) throws {
    #expect(try #require(SubjectPattern(item.pattern)).subject(of: item.path) == nil)
  }

  @Test("a name that is too long for a subject is none") func long() throws {
    let pattern = try #require(SubjectPattern("(*).csv"))
    let name = String(repeating: "x", count: 128)
    #expect(pattern.subject(of: name + ".csv") == name)
    #expect(pattern.subject(of: name + "x.csv") == nil)
  }

  @Test(
    "a text that does not say which part it is cannot be used",
    arguments: ["", "P*.csv", "(P*.csv", "P*).csv", ")P(.csv", "()x", "(a)(b)", "((a))", "(a/b)", "([a).csv"])
  func malformed(_ text: String) {
    #expect(SubjectPattern(text) == nil)
  }
}
