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

  @Test(
    "what is missing is named with a complete example, which works",
    arguments: [
      ("", "the id, --kind"), ("org.study.grip", "--kind"), ("org.study.grip --kind quantity", "--title, --unit"),
      ("--kind category --title Pain", "the id, --value"), ("--kind characteristic", "the id, --title"),
      ("--kind correlation", "the id, --title, --member"), ("--kind composite", "the id, --title"),
      ("--kind series --title March", "the id"), ("org.study.mood --kind enum --title Mood", "--value"),
      ("org.study.site --kind metadata", "--title, --value-kind"), ("stride --kind unit", "--title"),
      ("heartRate --kind rule --rule atRest", "--require, --says, --reason"),
    ])
  func missing(_ words: String, _ missing: String) throws {
    try TemporaryFolder.with { folder in
      let refused = try AssayBinary.run(["catalog", "new"] + CommandWords.split(words), folder: folder.path)
      let begin = "assay: missing: \(missing); a complete example: assay "
      #expect(refused.status == 2 && refused.errorText.hasPrefix(begin), "\(refused.errorText)")
      let example = String(refused.errorText.dropFirst(begin.count).dropLast())
      let made = try AssayBinary.run(CommandWords.split(example), folder: folder.path)
      #expect(made.status == 0, "\(example) \(made.errorText)")
      #expect(try AssayBinary.run(["catalog", "check", "types"], folder: folder.path).status == 0)
    }
  }

  @Test(
    "an option of another kind, or one that cannot be what it says, is refused and nothing is written",
    arguments: [
      ("org.study.mood --kind enum --title Mood --value low --unit kg", "a definition of the kind enum has no --unit"),
      ("org.study.mood --kind gauge", "--kind takes quantity, category,"),
      ("org.example.mood --kind enum --title mood --value low", "the title `mood` begins with a small letter"),
      ("9 --kind metadata --title Site --value-kind string", "the key `9` is not one"),
      ("org.study.site --kind metadata --title Site --value-kind text", "the kind of a value takes string, number,"),
      ("org.study.load --kind metadata --title Load --value-kind quantity=kgs", "`kgs` is not a unit"),
      ("org.study.x --kind metadata --title X --value-kind enum=a.b", "the member `a.b` is not an enum"),
      ("kg --kind unit --title Kilo", "the symbol `kg` is a unit already"),
      ("'steps per' --kind unit --title Steps", "the symbol `steps per` is not 1 to 64"),
      ("stride --kind unit --title Stride --equals meters", "`meters` is not a unit"),
      ("org.study.x --kind quantity --title X --unit kg --min 2 --max 1", "the limits make no sense"),
      ("org.study.x --kind quantity --title X --unit kg --aggregation mean", "`mean` is not an aggregation"),
      ("hartRate --kind rule --rule a --require 'value < 1' --says b --reason c", "no type is called `hartRate`; did"),
      ("heartRate --kind rule --rule 'at rest' --require 'value < 1' --says b --reason c", "the rule `at rest` is not"),
      ("heartRate --kind rule --rule a --require 'valu < 1' --says b --reason c", "the condition `valu < 1` cannot be"),
      (
        "heartRate --kind rule --rule a --require 'value < 1' --says b --reason c --severity loud",
        "--severity takes error, warning or note"
      ),
    ])
  func refused(_ words: String, _ message: String) throws {
    try TemporaryFolder.with { folder in
      let made = try AssayBinary.run(["catalog", "new"] + CommandWords.split(words), folder: folder.path)
      #expect(made.status == 2 && made.errorText.hasPrefix("assay: \(message)"), "\(made.errorText)")
      #expect(TestFile.names(in: folder.path) == [])
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
