import Foundation
import Testing

/// `assay catalog new` for every kind of file, and the schemas that an editor checks them by.
@Suite("New definitions") struct CatalogNewTests {
  @Test("a type, its enum, its metadata key and its unit are written one after the other, and lint is quiet then")
  func together() throws {
    try TemporaryFolder.with { folder in
      func new(_ words: String) throws {
        let made = try AssayBinary.run(["catalog", "new"] + CommandWords.split(words), folder: folder.path)
        #expect(made.status == 0, "\(made.errorText)")
      }
      try new("org.study.moods --kind enum --title Moods --value low --value high=5")
      try new("stars --kind unit --title Stars")
      try new("org.study.site --kind metadata --title 'Study site' --value-kind enum=org.study.moods")
      let lint = try AssayBinary.run(["catalog", "lint", "types"], folder: folder.path)
      #expect(lint.status == 0 && lint.text.contains("catalog-unused"), "\(lint.text)")
      try new("org.study.mood --kind category --title Mood --value org.study.moods")
      try new("org.study.rating --kind quantity --title Rating --unit stars --min 0 --max 5")
      #expect(try AssayBinary.run(["catalog", "test", "types"], folder: folder.path).status == 0)
      let after = try AssayBinary.run(["catalog", "lint", "types"], folder: folder.path)
      // What is left is the key, which no type names yet.
      #expect(after.text.split(separator: "\n").count { $0.contains("catalog-unused") } == 1, "\(after.text)")
    }
  }

  @Test("what would not load with its folder is refused, and nothing is written") func broken() throws {
    try TemporaryFolder.with { folder in
      try folder.write("types/pulse.yaml", "schema: 1\noverrides: heartRate\nreason: a device\ntitle: Pulse\n")
      let words = [
        "heartRate", "--kind", "rule", "--rule", "low", "--require", "value < 90 count/min", "--says", "high",
      ]
      let made = try AssayBinary.run(
        ["catalog", "new"] + words + ["--reason", "a study"], folder: folder.path)
      #expect(made.status == 2 && made.errorText.contains("catalog-shadow"), "\(made.errorText)")
      #expect(made.errorText.hasSuffix("the definition has 1 error; nothing was written\n"), "\(made.errorText)")
      #expect(TestFile.names(in: folder.path(of: "types")) == ["pulse.yaml"])
    }
  }

  @Test("a second rule of a type is given as the line to add to the first one's file") func secondRule() throws {
    try TemporaryFolder.with { folder in
      for name in ["atRest", "atNight"] {
        let made = try AssayBinary.run(
          [
            "catalog", "new", "heartRate", "--kind", "rule", "--rule", name, "--require", "value < 90 count/min",
            "--says", "high", "--reason", "a study",
          ], folder: folder.path)
        if name == "atRest" {
          #expect(made.status == 0 && made.errorText == "next: `assay catalog check types`\n", "\(made.errorText)")
        } else {
          let line = #"  - {name: atNight, require: "value < 90 count/min", says: "high"}"#
          #expect(made.status == 2)
          #expect(
            made.errorText.hasSuffix("nothing was written; add this line to its `rules`:\n\(line)\n"),
            "\(made.errorText)")
          let path = folder.path(of: "types/heartRate.yaml")
          let text = String(decoding: try TestFile.bytes(path), as: UTF8.self)
          try folder.write("types/heartRate.yaml", text + line + "\n")
          #expect(try AssayBinary.run(["catalog", "check", "types"], folder: folder.path).status == 0)
        }
      }
    }
  }

  @Test("--no-input never asks, on a terminal as well") func noInput() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/script") else {
      FileHandle.standardError.write(Data("skipped: --no-input on a terminal: there is no /usr/bin/script\n".utf8))
      return
    }
    try TemporaryFolder.with { folder in
      let script = "printf 'quantity\\n' | script -qec 'assay catalog new --no-input' /dev/null"
      let result = try AssayBinary.shell(script, [], folder: folder.path)
      #expect(result.text.contains("give --kind: What to define: quantity, category"), "\(result.text)")
      #expect(!result.text.contains("The type's id"), "\(result.text)")
    }
  }

  @Test("all schemas go to a folder with one command, and it says how an editor finds them") func editor() throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yaml", "schema: 1\ncatalogs: [study]\n")
      let result = try AssayBinary.run(["catalog", "schema", "--output", "schema"], folder: folder.path)
      #expect(result.status == 0, "\(result.errorText)")
      let names = TestFile.names(in: folder.path(of: "schema"))
      #expect(names == TestFile.names(in: AssayBinary.root + "/catalog/schema"))
      for name in names {
        #expect(result.text.contains("schema/\(name)\n"), "\(name)")
        #expect(
          try TestFile.bytes(folder.path(of: "schema/" + name)) == TestFile.bytes("catalog/schema/" + name), "\(name)")
      }
      #expect(result.text.contains("\"schema/definition.schema.json\": [\"study/**/*.yaml\"]"), "\(result.text)")
      #expect(result.text.contains("# yaml-language-server: $schema="))
      let again = try AssayBinary.run(["catalog", "schema", "type", "--output", "schema"], folder: folder.path)
      #expect(again.status == 2 && again.errorText.contains("leave out `type`"), "\(again.errorText)")
    }
  }
}
