import Assay
import Foundation
import HealthFormats
import HealthModel
import Testing

/// Where a configuration is looked for.
struct ConfigurationLocationTests {
  @Test(
    "the nearest configuration counts, up to the repository's root",
    arguments: [
      (["assay.yaml"], "", "assay.yaml"),
      ([".assay.yaml"], "", ".assay.yaml"),
      ([".assay.yaml", "assay.yaml"], "", "assay.yaml"),
      (["assay.yaml", "a/b/"], "a/b", "assay.yaml"),
      (["assay.yaml", "a/.assay.yaml", "a/b/"], "a/b", "a/.assay.yaml"),
      (["assay.yaml", ".git/", "a/"], "a", "assay.yaml"),
      (["assay.yaml", "repository/.git/", "repository/a/"], "repository/a", nil),
      (["assay.yaml", "worktree/.git", "worktree/a/"], "worktree/a", nil),
      (["assay.yaml", "repository/.git/", "repository/assay.yaml"], "repository", "repository/assay.yaml"),
      ([".git/", "a/assay.yaml/"], "a", nil),
      ([".git/", "assay.yml", "Assay.yaml"], "", "assay.yml"),
      ([".git/", "Assay.yaml"], "", nil), ([".assay.yml"], "", ".assay.yml"),
      (["assay.yaml", ".git/"], "missing", nil),
    ] as [([String], String, String?)])
  func find(_ names: [String], _ start: String, _ expected: String?) throws {
    let folder = try ConfigurationFolder(names)
    let found = ConfigurationLocation.find(from: folder.path + "/" + start)
    #expect(found == expected.map { folder.path + "/" + $0 })
  }

  @Test(
    "a configuration that was found may name files in its repository, else in its own folder",
    arguments: [
      (["assay.yaml"], "", ""), (["a/assay.yaml"], "a", "a"), ([".git/", "a/b/assay.yaml"], "a/b", ""),
      (["a/.git", "a/b/assay.yaml"], "a/b", "a"),
    ])
  func boundary(_ names: [String], _ start: String, _ expected: String) throws {
    let folder = try ConfigurationFolder(names)
    let found = try #require(ConfigurationLocation.find(from: folder.path + "/" + start))
    let root = expected.isEmpty ? folder.path : folder.path + "/" + expected
    #expect(ConfigurationLocation.boundary(of: found).root == root)
  }

  @Test("two spellings of one name exclude each other") func rival() throws {
    let folder = try ConfigurationFolder(["a/assay.yaml", "a/assay.yml", "b/assay.yaml", "b/.assay.yml"])
    #expect(ConfigurationLocation.rival(of: folder.path + "/a/assay.yaml") == folder.path + "/a/assay.yml")
    #expect(ConfigurationLocation.rival(of: folder.path + "/b/assay.yaml") == nil)
  }

  @Test("links lead to the folders they stand for") func links() throws {
    let folder = try ConfigurationFolder([".git/", "real/assay.yaml", "real/deep/", "other/assay.yaml"])
    try folder.link("other/shortcut", to: "../real/deep")
    #expect(ConfigurationLocation.find(from: folder.path + "/other/shortcut") == folder.path + "/real/assay.yaml")
    try folder.link("loop", to: "loop")
    #expect(ConfigurationLocation.find(from: folder.path + "/loop") == nil)
  }

  @Test("a configuration that leads nowhere is found and cannot be read") func dangling() throws {
    let folder = try ConfigurationFolder(["assay.yaml", "a/"])
    try folder.link("a/assay.yaml", to: "missing.yaml")
    let found = try #require(ConfigurationLocation.find(from: folder.path + "/a"))
    #expect(found == folder.path + "/a/assay.yaml")
    #expect(throws: InputError.notFound(path: found)) { try ConfigurationLocation.read(found) }
  }

  @Test("the current folder is absolute") func current() throws {
    #expect(try ConfigurationLocation.currentFolder().hasPrefix("/"))
  }

  @Test("a configuration is a file of at most 1 MiB") func size() throws {
    let folder = try ConfigurationFolder(["assay.yaml"])
    let path = folder.path + "/assay.yaml"
    #expect(try ConfigurationLocation.read(path) == Array("{}\n".utf8))
    let comment = Data("schema: 1\n".utf8) + Data(repeating: UInt8(ascii: "#"), count: 2 << 20)
    for (count, fits) in [(1 << 20, true), ((1 << 20) + 1, false), (2 << 20, false)] {
      try comment.prefix(count).write(to: URL(fileURLWithPath: path))
      let bytes = try ConfigurationLocation.read(path)
      // A larger file is not read to its end.
      #expect(fits ? bytes.count == count : (1 << 20) + 1...(1 << 20) + 64 * 1024 ~= bytes.count)
      let found = ConfigurationReader.read(bytes, path: "assay.yaml", folder: ".").diagnostics.map(\.code)
      #expect(found == (fits ? [] : [.objectTooLarge]))
    }
    #expect(throws: InputError.notAFile(path: folder.path)) { try ConfigurationLocation.read(folder.path) }
    #expect(throws: InputError.notFound(path: path + "x")) { try ConfigurationLocation.read(path + "x") }
  }
}
