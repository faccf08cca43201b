import Foundation
import Testing

/// `assay init` in a folder.
@Suite("The first configuration") struct InitTests {
  private static let line = #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"# + "\n"

  @Test("it is written once, and lint is content with it") func written() throws {
    try TemporaryFolder.with { folder in
      try folder.write("study/a.ndjson", Self.line)
      try folder.write("study/foreign/x.csv", "Zeit,Puls\n1,2\n")
      let printed = try AssayBinary.run(["init", "study", "--dry-run"], folder: folder.path)
      #expect(printed.status == 0, "\(printed.errorText)")
      #expect(!FileManager.default.fileExists(atPath: folder.path(of: "study/assay.yaml")))
      let made = try AssayBinary.run(["init", "study"], folder: folder.path)
      #expect(made.status == 0, "\(made.errorText)")
      #expect(made.text == "study/assay.yaml\n")
      let text = String(decoding: try TestFile.bytes(folder.path(of: "study/assay.yaml")), as: UTF8.self)
      #expect(text == printed.text)
      let lint = try AssayBinary.run(["lint"], folder: folder.path(of: "study"))
      #expect(lint.status == 0, "\(lint.text)\(lint.errorText)")
      #expect(lint.errorText.contains("1 sample read"))
      let again = try AssayBinary.run(["init"], folder: folder.path(of: "study"))
      #expect(again.status == 2 && again.errorText.contains("assay.yaml already exists"))
      #expect(try AssayBinary.run(["init", "--dry-run"], folder: folder.path(of: "study")).text == text)
    }
  }

  @Test("the columns of a packed table are those of its content") func packed() throws {
    try TemporaryFolder.with { folder in
      let result = try AssayBinary.shell(
        "printf 'Zeit;Puls\\n01.01.2026;72\\n' | tee x.csv | gzip > y.csv.gz; assay init --dry-run", [],
        folder: folder.path)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text.contains("x.csv") && result.text.contains("y.csv.gz"), "\(result.text)")
      #expect(result.text.split(separator: "\n").count { $0.contains("Puls:") } == 2, "\(result.text)")
    }
  }

  @Test("another spelling counts as there, and a link to nowhere too", arguments: ["assay.yml", ".assay.yaml", "link"])
  func present(_ name: String) throws {
    try TemporaryFolder.with { folder in
      if name == "link" {
        try FileManager.default.createSymbolicLink(
          atPath: folder.path(of: "assay.yaml"), withDestinationPath: "elsewhere.yaml")
      } else {
        try folder.write(name, "schema: 1\n")
      }
      let result = try AssayBinary.run(["init"], folder: folder.path)
      #expect(result.status == 2, "\(result.errorText)")
      #expect(!FileManager.default.fileExists(atPath: folder.path(of: "elsewhere.yaml")))
      #expect(name == "link" || !FileManager.default.fileExists(atPath: folder.path(of: "assay.yaml")))
    }
  }

  @Test("a folder that is not there is a mistake in the call") func missing() throws {
    #expect(try AssayBinary.run(["init", "no-such-folder"]).status == 2)
  }
}
