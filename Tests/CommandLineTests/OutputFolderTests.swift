import Foundation
import Testing

/// Folders of generated files: a file in them that is a link leads elsewhere, and is not written through.
@Suite("Folders of generated files") struct OutputFolderTests {
  private static let samples =
    ["P1", "P2", "P3"].map {
      #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","subject":"\#($0)"}"#
    }.joined(separator: "\n") + "\n"

  private static func store(in folder: TemporaryFolder) throws -> String {
    let store = TestStore(folder)
    _ = try store.importing(folder.write("in.ndjson", samples))
    return store.path
  }

  static let commands: [(words: String, link: String)] = [
    ("export --store STORE --by subject -o out", "P2.ndjson"),
    ("export --store STORE --by subject --output-format csv -o out", "P3.csv"),
    ("catalog export --as markdown -o out/", "index.md"), ("catalog export --as markdown -o out", "types"),
    ("catalog schema -o out", "type.schema.json"),
  ]

  @Test("a link in the folder is refused, and nothing is written", arguments: commands)
  func link(_ item: (words: String, link: String)) throws {
    try TemporaryFolder.with { folder in
      let store = try Self.store(in: folder)
      let victim = try folder.write("elsewhere/victim", "mine\n")
      _ = try folder.write("out/other.txt", "stays\n")
      let target = item.link.contains(".") ? victim : folder.path(of: "elsewhere")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: "out/\(item.link)"), withDestinationPath: target)
      let words = CommandWords.split(item.words.replacing("STORE", with: store))
      let result = try AssayBinary.run(words, folder: folder.path)
      #expect(result.status == 3, "\(result.errorText)")
      #expect(result.errorText.contains("not written through links"), "\(result.errorText)")
      #expect(try TestFile.bytes(victim) == Array("mine\n".utf8))
      #expect(TestFile.names(in: folder.path(of: "elsewhere")) == ["victim"])
      if item.words.contains("schema") { return }
      #expect(TestFile.names(in: folder.path(of: "out")) == [item.link, "other.txt"].sorted())
    }
  }

  @Test(
    "an output that is a link says so, and what to do",
    arguments: [
      "catalog export --as json", "catalog export --as json-schema", "catalog generate --language swift",
      "normalize in.ndjson",
    ])
  func linkedFile(_ words: String) throws {
    try TemporaryFolder.with { folder in
      _ = try folder.write("in.ndjson", Self.samples)
      let victim = try folder.write("victim", "mine\n")
      try FileManager.default.createSymbolicLink(atPath: folder.path(of: "link"), withDestinationPath: victim)
      let result = try AssayBinary.run(CommandWords.split(words) + ["-o", "link"], folder: folder.path)
      #expect(result.status != 0 && !result.errorText.contains("levels of symbolic links"), "\(result.errorText)")
      let advice = "cannot write link: it is a symbolic link, which is not followed; name the file that it leads to"
      #expect(result.errorText.contains(advice), "\(result.errorText)")
      #expect(try TestFile.bytes(victim) == Array("mine\n".utf8))
    }
  }

  @Test("a file in the place of the folder has one message") func fileForFolder() throws {
    try TemporaryFolder.with { folder in
      let store = try Self.store(in: folder)
      _ = try folder.write("plain.txt", "mine\n")
      let result = try AssayBinary.run(
        ["export", "--store", store, "--by", "subject", "-o", "plain.txt"], folder: folder.path)
      #expect(result.status == 3)
      #expect(
        result.errorText
          == "assay: cannot write plain.txt: several files are written, and it is not a folder; name a folder\n")
    }
  }

  @Test("the folder itself may be a link") func folderLink() throws {
    try TemporaryFolder.with { folder in
      let store = try Self.store(in: folder)
      _ = try folder.write("real/other.txt", "stays\n")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: "out"), withDestinationPath: folder.path(of: "real"))
      let result = try AssayBinary.run(
        ["export", "--store", store, "--by", "subject", "-o", "out"], folder: folder.path)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(
        TestFile.names(in: folder.path(of: "real")) == ["P1.ndjson", "P2.ndjson", "P3.ndjson", "other.txt"])
    }
  }

  @Test("a file that cannot be written does not stop the others, and the message counts them") func others() throws {
    try TemporaryFolder.with { folder in
      let store = try Self.store(in: folder)
      _ = try folder.write("out/P2.ndjson/file", "in the way\n")
      let result = try AssayBinary.run(
        ["export", "--store", store, "--by", "subject", "-o", "out"], folder: folder.path)
      #expect(result.status == 3)
      #expect(result.errorText.contains("P2.ndjson"), "\(result.errorText)")
      #expect(result.errorText.contains("2 of 3 files in out are written"), "\(result.errorText)")
      #expect(TestFile.names(in: folder.path(of: "out")) == ["P1.ndjson", "P2.ndjson", "P3.ndjson"])
      #expect(TestFile.names(in: folder.path(of: "out/P2.ndjson")) == ["file"])
    }
  }
}
