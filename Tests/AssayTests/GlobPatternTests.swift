import HealthModel
import Testing

/// Every row of `Tests/Cases/config/globs.tsv`, and what a table cannot say.
struct GlobPatternTests {
  @Test("the rows are there") func count() throws {
    #expect(try GlobCase.all().count > 150)
  }

  @Test(arguments: try GlobCase.all()) func verdict(_ row: GlobCase) throws {
    let pattern = GlobPattern(row.glob)
    if row.verdict == "malformed" {
      #expect(pattern == nil)
      return
    }
    try #require(row.verdict == "yes" || row.verdict == "no")
    #expect(try #require(pattern).matches(row.path) == (row.verdict == "yes"))
    #expect(pattern?.text == row.glob)
  }

  @Test(
    "the folders before the first wildcard",
    arguments: [
      ("*.csv", ""), ("a.csv", ""), ("data/*.csv", "data"), ("data/watch/a.csv", "data/watch"), ("./data/**", "data"),
      ("data/**/x/*", "data"), ("data/{a,b}/*", "data"), ("{data,data}/*", "data"), ("{a,b}/*", ""), ("/*", "/"),
      ("/srv/data/*", "/srv/data"), ("../data/?", "../data"), ("a\\*/b", "a*"), ("**", ""),
    ])
  func prefix(_ glob: String, _ folders: String) throws {
    #expect(try #require(GlobPattern(glob)).literalPrefix == folders)
  }

  @Test(
    "a glob without wildcards matches one text",
    arguments: [
      ("a", true), ("a/b.csv", true), ("\\*", true), ("{a}", true), ("*", false), ("a/?", false), ("[a]", false),
      ("**/a", false), ("{a,b}", false),
    ])
  func literal(_ glob: String, _ isLiteral: Bool) throws {
    #expect(try #require(GlobPattern(glob)).isLiteral == isLiteral)
  }

  @Test("no glob takes long", .timeLimit(.minutes(1)))
  func hostile() throws {
    let stars = try #require(GlobPattern(String(repeating: "a*", count: 2000) + "b"))
    #expect(!stars.matches(String(repeating: "a", count: 4000)))
    let folders = try #require(GlobPattern(String(repeating: "**/a/", count: 800) + "b"))
    #expect(!folders.matches(String(repeating: "a/", count: 4000) + "a"))
    #expect(GlobPattern(String(repeating: "[", count: 4000)) == nil)
    #expect(GlobPattern(String(repeating: "{", count: 4000)) == nil)
  }

  @Test("a glob is at most 4096 characters and 64 globs without braces")
  func limits() {
    #expect(GlobPattern(String(repeating: "a", count: 4096)) != nil)
    #expect(GlobPattern(String(repeating: "a", count: 4097)) == nil)
    #expect(GlobPattern(String(repeating: "{a,b}", count: 6)) != nil)
    #expect(GlobPattern(String(repeating: "{a,b}", count: 7)) == nil)
    #expect(GlobPattern("{" + String(repeating: ",", count: 63) + "}x") != nil)
    #expect(GlobPattern("{" + String(repeating: ",", count: 64) + "}x") == nil)
  }
}

/// A row of the table of globs.
struct GlobCase: Sendable, CustomTestStringConvertible {
  let glob: String
  let path: String
  let verdict: String

  var testDescription: String { "\(glob) \(path) \(verdict)" }

  static func all() throws -> [GlobCase] {
    let bytes = try ProjectFiles.bytes("Tests/Cases/config/globs.tsv")
    return try bytes.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }.map { line in
      let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      let texts = columns.map { String(decoding: $0, as: UTF8.self) }
      guard texts.count == 3 else { throw CaseIsMalformed(line: String(decoding: line, as: UTF8.self)) }
      return GlobCase(glob: texts[0], path: texts[1], verdict: texts[2])
    }
  }
}
