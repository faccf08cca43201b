import Foundation
import Testing

/// `assay profile --guess` and `assay init` for the files of a data engineer: what they write reads the files, and finds
/// the wrong cells where hand-written profiles find them.
@Suite("Guessed profiles in commands") struct GuessedProfileTests {
  private static let tables = AssayBinary.root + "/Tests/Fixtures/foreign-tables/"

  /// The wrong cells of a table, as code, line and column.
  private static func truth(_ file: String) throws -> [String] {
    try TestFile.lines("Tests/Fixtures/foreign-tables.truth.tsv").map { String(decoding: $0, as: UTF8.self) }
      .compactMap { line in
        let parts = line.split(separator: "\t")
        return parts.count == 4 && parts[1] == file ? "\(parts[0]) \(parts[2]):\(parts[3])" : nil
      }.sorted()
  }

  private static func found(_ report: RunReport) -> [String] {
    report.diagnostics.filter { $0.severity == "error" || $0.code == "value-implausible" }
      .map { "\($0.code) \($0.line ?? 0):\($0.column ?? 0)" }.sorted()
  }

  /// The answers to the questions that files leave, by the file.
  private static let answers: [String: [(question: String, answer: String)]] = [
    "wide.csv": [], "zones.csv": [],
    "long.csv": [("# timezone:", "timezone:"), ("# when:", "when:")],
    "diary.csv": [("# timezone:", "timezone:"), ("# constants:", "constants:")],
  ]

  @Test(
    "the guess finds the wrong cells of each table, after its questions are answered",
    arguments: ["wide.csv", "zones.csv", "long.csv", "diary.csv"])
  func tables(_ file: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(file, TestFile.bytes(Self.tables + file))
      let guess = try AssayBinary.run(["profile", "--guess", file], folder: folder.path)
      #expect(guess.status == 0, "\(guess.errorText)")
      var text = guess.text
      for item in Self.answers[file] ?? [] {
        #expect(text.contains(item.question), "\(text)")
        text = text.replacing(item.question, with: item.answer)
      }
      try folder.write("assay.yaml", text)
      let result = try AssayBinary.run(["validate", "--output-format", "json"], folder: folder.path)
      let report = try RunReport(result)
      #expect(Self.found(report) == (try Self.truth(file)), "\(text)\n\(result.text)\(result.errorText)")
      #expect(report.summary.accepted > 10)
    }
  }

  @Test("the guess can be written to the file that the command would look for") func redirected() throws {
    try TemporaryFolder.with { folder in
      try folder.write("wide.csv", TestFile.bytes(Self.tables + "wide.csv"))
      let made = try AssayBinary.shell("assay profile --guess wide.csv > assay.yaml", folder: folder.path)
      #expect(made.status == 0, "\(made.errorText)")
      let result = try AssayBinary.run(["validate", "--output-format", "json"], folder: folder.path)
      #expect(Self.found(try RunReport(result)) == (try Self.truth("wide.csv")), "\(result.errorText)")
    }
  }

  @Test("init writes a configuration that reads tables, JSON and a file for each participant") func drafted() throws {
    try TemporaryFolder.with { folder in
      for (name, weight) in [("p01", 71), ("p02", 82)] {
        try folder.write("scale/\(name).csv", "when,weight_kg\n2026-01-05T08:00:00Z,\(weight)\n")
      }
      try folder.write("scale/inventory.csv", "name,size\nx,1\n")
      try folder.write(
        "app/day.json",
        #"{"users": [{"id": "P03", "readings": [{"kind": "HR", "val": 72, "uom": "bpm", "at": "2026-01-05T08:00:00Z"}]}]}"#
      )
      try folder.write("k8s/pod.yaml", "apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n")
      #expect(try AssayBinary.run(["init"], folder: folder.path).status == 0)
      let lint = try AssayBinary.run(["lint"], folder: folder.path)
      #expect(lint.status == 0, "\(lint.text)\(lint.errorText)")
      let normal = try AssayBinary.run(["normalize"], folder: folder.path)
      let lines = normal.text.split(separator: "\n")
      #expect(lines.count == 3, "\(normal.errorText)")
      for subject in ["p01", "p02", "P03"] {
        #expect(lines.count { $0.contains(#""subject":"\#(subject)""#) } == 1, "\(normal.text)")
      }
    }
  }

  @Test("what cannot be guessed is said, and wrong calls are refused") func refused() throws {
    try TemporaryFolder.with { folder in
      try folder.write("x.csv", "a,b\n1,2\n")
      let none = try AssayBinary.run(["profile", "--guess", "x.csv"], folder: folder.path)
      #expect(none.status == 1 && none.text.contains("no column has times that can be read"))
      #expect(try AssayBinary.run(["profile", "--guess"], folder: folder.path).status == 2)
      #expect(try AssayBinary.run(["profile", "--guess", "x.csv", "--by", "subject"], folder: folder.path).status == 2)
      #expect(try AssayBinary.run(["profile", "--guess", "y.csv"], folder: folder.path).status == 2)
    }
  }
}
