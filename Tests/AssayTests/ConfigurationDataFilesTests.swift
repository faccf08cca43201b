import Assay
import Foundation
import HealthFormats
import HealthModel
import Testing

/// Which files belong to which data set.
struct ConfigurationDataFilesTests {
  @Test(arguments: WalkCase.all) func walk(_ item: WalkCase) throws {
    let folder = try ConfigurationFolder(item.files)
    let found = try DataFiles.matches(of: folder.configuration(item.globs, exclude: item.exclude))
    #expect(found.files.map { "\($0.path) \($0.dataSet)" } == item.expected)
    #expect(found.unmatched == item.unmatched)
  }

  @Test("globs may lead out of the folder") func outside() throws {
    let folder = try ConfigurationFolder(["project/a.csv", "data/b.csv", "data/deep/c.csv"])
    let globs = ["*.csv", "../data/*.csv", folder.path + "/data/**/c.*"]
    let found = try DataFiles.matches(of: folder.configuration(globs, below: "/project"))
    #expect(found.files.map(\.path) == ["../data/b.csv", folder.path + "/data/deep/c.csv", "a.csv"])
    #expect(found.files.map(\.dataSet) == [1, 2, 0])
  }

  @Test("links to files inside are followed, to folders only where a glob begins with them") func links() throws {
    let folder = try ConfigurationFolder(["in/data/a.csv", "in/other/b.csv", "out/secret.csv", "out/deep/d.csv"])
    try folder.link("in/data/inside.csv", to: "../other/b.csv")
    try folder.link("in/data/leaves.csv", to: "../../out/secret.csv")
    try folder.link("in/data/nowhere.csv", to: "missing.csv")
    try folder.link("in/data/loop", to: ".")
    try folder.link("in/data/folder", to: "../../out")
    try folder.link("in/linked", to: "../out")
    func paths(_ globs: String...) throws -> [String] {
      try DataFiles.matches(of: folder.configuration(globs, below: "/in")).files.map(\.path)
    }
    #expect(try paths("data/**") == ["data/a.csv", "data/inside.csv"])
    #expect(try paths("*/folder/*") == [])
    #expect(try paths("data/leaves.csv") == [])
    #expect(try paths("linked/**/*.csv") == ["linked/deep/d.csv", "linked/secret.csv"])
    #expect(try paths("**/d.csv", "linked/*/*") == ["linked/deep/d.csv"])
  }

  @Test("a data set whose files all belong to earlier ones is named, with the first of them") func shadowed() throws {
    let folder = try ConfigurationFolder(["a.csv", "b.csv", "b.json"])
    func shadowed(_ globs: String...) throws -> [[Int]] {
      try DataFiles.matches(of: folder.configuration(globs)).shadowed.map { [$0.dataSet, $0.by] }
    }
    #expect(try shadowed("*.csv", "a.csv") == [[1, 0]])
    #expect(try shadowed("a.csv", "*.csv") == [])
    #expect(try shadowed("a.csv", "b.*", "*.csv", "a.csv") == [[2, 0]])
    #expect(try shadowed("a.csv", "missing.csv") == [])
  }

  @Test("a walk within a boundary enters and follows nothing outside") func bounded() throws {
    let folder = try ConfigurationFolder(["in/data/a.csv", "out/b.csv", "in/.git/c.csv"])
    try folder.link("in/linked", to: "../out")
    try folder.link("in/data/link.csv", to: "../../out/b.csv")
    let boundary = FolderBoundary(root: folder.path + "/in")
    func paths(_ globs: String...) throws -> [String] {
      try DataFiles.matches(of: folder.configuration(globs, below: "/in"), within: boundary).files.map(\.path)
    }
    #expect(try paths("**/*.csv", folder.path + "/in/data/a.csv") == [folder.path + "/in/data/a.csv", "data/a.csv"])
    for glob in ["*/../../out/*", ".*/*.csv"] { #expect(try paths(glob) == [], "\(glob)") }
    for glob in ["linked/*.csv", "../out/*.csv", "../*/*.csv", "data/../../out/*", ".git/*"] {
      #expect(throws: InputError.self, "\(glob)") { try paths(glob) }
    }
  }

  @Test("a named pipe is no file") func pipe() throws {
    let folder = try ConfigurationFolder(["a.csv"])
    try #require(mkfifo(folder.path + "/pipe.csv", 0o600) == 0)
    let found = try DataFiles.matches(of: folder.configuration(["*.csv", "pipe.csv"]))
    #expect(found.files.map(\.path) == ["a.csv"])
    #expect(found.unmatched == [1])
  }

  @Test("two spellings of an accented letter are two names") func spellings() throws {
    let folder = try ConfigurationFolder(["caf\u{E9}.csv", "cafe\u{301}.csv"])
    let found = try DataFiles.matches(of: folder.configuration(["*.csv"]))
    #expect(found.files.map { $0.path.utf8.count } == [10, 9])
  }

  @Test("a name that is not UTF-8 stops the walk where a glob matches it, and nowhere else") func damaged() throws {
    let folder = try ConfigurationFolder(["data/a.csv"])
    var name = (folder.path + "/data/b").utf8.map { CChar(bitPattern: $0) }
    name += [CChar(bitPattern: 0xFF), 0]
    let descriptor = creat(name, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    defer { unlink(name) }
    #expect(throws: InputError.unreadable(path: "data/b\u{FFFD}", reason: "the name is not UTF-8")) {
      try DataFiles.matches(of: folder.configuration(["data/*"]))
    }
    #expect(try DataFiles.matches(of: folder.configuration(["data/*.csv"])).files.count == 1)
    #expect(try DataFiles.matches(of: folder.configuration(["data/a.csv"])).files.count == 1)
  }

  @Test("folders are entered 64 deep, and only where a glob can match") func depth() throws {
    let deep = String(repeating: "d/", count: 65)
    let folder = try ConfigurationFolder(["data/a.csv", deep + "b.csv"])
    #expect(throws: InputError.self) { try DataFiles.matches(of: folder.configuration(["**/*.csv"])) }
    for glob in ["data/**", "*/*.csv", "data/**/a.csv"] {
      #expect(try DataFiles.matches(of: folder.configuration([glob])).files.map(\.path) == ["data/a.csv"])
    }
    let found = try DataFiles.matches(of: folder.configuration(["**/*.csv"], exclude: ["d/d/**"]))
    #expect(found.files.map(\.path) == ["data/a.csv"])
  }

  @Test("a folder that is not there is an error where its names are needed") func missing() throws {
    let folder = try ConfigurationFolder()
    #expect(throws: InputError.self) {
      try DataFiles.matches(of: folder.configuration(["*.csv"], below: "/missing"))
    }
    #expect(try DataFiles.matches(of: folder.configuration(["missing/*.csv"])).unmatched == [0])
    #expect(try DataFiles.matches(of: folder.configuration([], below: "/missing")).files == [])
  }
}

/// A folder's files, globs, and which belong to which.
struct WalkCase: Sendable, CustomTestStringConvertible {
  var name: String
  var files: [String]
  var globs: [String]
  var exclude: [String] = []
  /// The path and the data set of each match.
  var expected: [String]
  var unmatched: [Int] = []

  var testDescription: String { name }

  static let all = [
    WalkCase(
      name: "in the order of the paths as bytes", files: ["b.csv", "a/z.csv", "a.csv", "B.csv", "a/b/c.csv"],
      globs: ["**/*.csv"], expected: ["B.csv 0", "a.csv 0", "a/b/c.csv 0", "a/z.csv 0", "b.csv 0"]),
    WalkCase(
      name: "the first data set that matches wins", files: ["a.csv", "b.csv", "c.txt"],
      globs: ["b.*", "*.csv", "*"], expected: ["a.csv 1", "b.csv 0", "c.txt 2"]),
    WalkCase(
      name: "a data set whose files belong to earlier ones matches", files: ["a.csv"], globs: ["*", "a.csv", "b.csv"],
      expected: ["a.csv 0"], unmatched: [2]),
    WalkCase(
      name: "what is excluded belongs to none", files: ["a.csv", "old/b.csv", "old/x/c.csv", "d.csv"],
      globs: ["**/*.csv", "d.csv"], exclude: ["old/**", "d.*"], expected: ["a.csv 0"], unmatched: [1]),
    WalkCase(
      name: "an exclusion is about whole paths", files: ["old/b.csv", "x/old"], globs: ["**"], exclude: ["old"],
      expected: ["old/b.csv 0", "x/old 0"]),
    WalkCase(
      name: "hidden names need their dot", files: [".git/a.csv", "x/.hidden.csv", "x/.y/b.csv", "x/c.csv"],
      globs: ["**/*.csv", "*/.*.csv", "x/.y/*", "?git/*"],
      expected: ["x/.hidden.csv 0", "x/.y/b.csv 0", "x/c.csv 0"], unmatched: [3]),
    WalkCase(
      name: "a folder named without wildcards is one input", files: ["export/export.xml", "other/export.xml"],
      globs: ["export", "./other"], expected: ["export 0", "other 1"]),
    WalkCase(
      name: "what one glob leads to belongs to the first that matches its path", files: [".a/b.csv", "c/d"],
      globs: ["*/b.csv", ".a/*", "c*", "c"], expected: [".a/b.csv 0", "c 2"]),
    WalkCase(
      name: "a folder that wildcards match is none", files: ["export/export.xml"], globs: ["exp*", "[e]xport"],
      expected: [], unmatched: [0, 1]),
    WalkCase(
      name: "a folder is an input for one data set and has files for another", files: ["export/a.csv"],
      globs: ["export", "export/**"], expected: ["export 0", "export/a.csv 1"]),
    WalkCase(
      name: "an excluded folder is no input", files: ["export/export.xml"], globs: ["export"], exclude: ["export"],
      expected: [], unmatched: [0]),
    WalkCase(
      name: "braces name several places", files: ["a/1.csv", "b/2.tsv", "c/3.csv"], globs: ["{a,b}/*.{csv,tsv}"],
      expected: ["a/1.csv 0", "b/2.tsv 0"]),
    WalkCase(
      name: "a file where a glob has a folder", files: ["data"], globs: ["data/*", "data/x/y", "data/**"],
      expected: ["data 2"], unmatched: [0, 1]),
    WalkCase(
      name: "a leading ./ does not count", files: ["a/b.csv"], globs: ["./a/*.csv"], exclude: ["./c"],
      expected: ["a/b.csv 0"]),
    WalkCase(
      name: "any number of folders", files: ["a.csv", "x/a.csv", "x/y/a.csv", "x/y/z/b.csv"],
      globs: ["x/**/a.csv", "**/z/**"], expected: ["x/a.csv 0", "x/y/a.csv 0", "x/y/z/b.csv 1"]),
    WalkCase(name: "no data sets, no files", files: ["a.csv"], globs: [], expected: []),
  ]
}
