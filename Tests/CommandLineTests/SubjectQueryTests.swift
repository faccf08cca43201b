import Foundation
import Testing

/// `assay query` of the samples of several subjects.
@Suite("Queries by subject") struct SubjectQueryTests {
  private static let people = ["P10", "P11", "P12", nil].enumerated().map { minute, name in
    #"{"type":"heartRate","value":6\#(minute),"unit":"count/min","start":"2026-01-01T08:0\#(minute):00Z""#
      + (name.map { #","subject":"\#($0)""# } ?? "") + "}\n"
  }.joined()

  static let ofSubjects: [(options: String, values: String)] = [
    ("", "60 61 62 63"), ("--subject P10", "60"), ("--subject P10 --subject P12", "60 62"),
    ("--where 'subject in (P11, P12)'", "61 62"), ("--where 'subject != P10'", "61 62"),
    ("--where 'subject != P10 and subject != P12'", "61"),
    ("--subject P10 --subject P11 --where 'subject = P11'", "61"),
    ("--subject P10 --where 'subject != P10'", ""),
  ]

  @Test(
    "samples are found by their subjects, one or several", arguments: SubjectQueryTests.ofSubjects,
    [StoreKind.sqlite, .jsonl])
  func subjects(_ item: (options: String, values: String), _ kind: StoreKind) throws {
    try TemporaryFolder.with { folder in
      let store = kind.place("people", in: folder)
      _ = try store.importing(folder.write("people.ndjson", Self.people))
      let arguments = ["query", "--store", store.url] + CommandWords.split(item.options)
      let csv = try AssayBinary.run(arguments + ["--output-format", "csv", "--columns", "value"])
      #expect(csv.text.split(separator: "\n").dropFirst().joined(separator: " ") == item.values, "\(csv.errorText)")
      #expect(csv.errorText.isEmpty)
      let table = try AssayBinary.run(arguments).text.split(separator: "\n")
      #expect(table.first?.hasSuffix("  subject") == true)
    }
  }

  static let missing: [(options: String, words: String)] = [
    ("--subject P13", "no sample of subject `P13`; did you mean `P10`? subjects: P10, P11, P12"),
    ("--subject nobody --subject X", "no sample of subject `nobody` and 1 more; subjects: P10, P11, P12"),
    ("--subject P10 --subject nobody", "no sample of subject `nobody`; subjects: P10, P11, P12"),
    ("--where 'subject in (nobody)' --limit 3", "no sample of subject `nobody`; subjects: P10, P11, P12"),
  ]

  @Test(
    "a subject that no sample is of is named", arguments: SubjectQueryTests.missing, [StoreKind.sqlite, .jsonl])
  func noSubject(_ item: (options: String, words: String), _ kind: StoreKind) throws {
    try TemporaryFolder.with { folder in
      let store = kind.place("people", in: folder)
      _ = try store.importing(folder.write("people.ndjson", Self.people))
      for command in ["query", "export"] {
        let result = try AssayBinary.run([command, "--store", store.url] + CommandWords.split(item.options))
        #expect(result.status == 1)
        #expect(result.errorText == "assay: \(item.words)\n")
      }
    }
  }

  static let formats = ["table", "csv", "jsonl", "json"]

  @Test(
    "--by subject writes one subject after the other", arguments: SubjectQueryTests.formats,
    [StoreKind.sqlite, .jsonl])
  func order(_ format: String, _ kind: StoreKind) throws {
    let lines = ["P11 62.5", "P10 64.5", " 61.5", "P10 63.5", "P11 60.5"].enumerated().map { minute, item in
      let parts = item.split(separator: " ", omittingEmptySubsequences: false)
      let subject = parts[0].isEmpty ? "" : #","subject":"\#(parts[0])""#
      return
        #"{"type":"heartRate","value":\#(parts[1]),"unit":"count/min","start":"2026-01-01T08:0\#(minute):00Z"\#(subject)}"#
    }
    try TemporaryFolder.with { folder in
      let store = kind.place("people", in: folder)
      _ = try store.importing(folder.write("people.ndjson", lines.joined(separator: "\n") + "\n"))
      for command in ["query", "export"] {
        let arguments = [command, "--store", store.url, "--output-format", format]
        let result = try AssayBinary.run(arguments + ["--by", "subject"])
        let values = ["61.5", "64.5", "63.5", "62.5", "60.5"]
        let places = values.compactMap { result.text.firstRange(of: $0)?.lowerBound }
        #expect(places.count == 5 && places == places.sorted(), "\(result.text)\(result.errorText)")
        let one = try AssayBinary.run(arguments + ["--by", "subject", "--subject", "P11"])
        #expect(one.text == (try AssayBinary.run(arguments + ["--subject", "P11"]).text))
      }
    }
  }

  @Test("export --by subject writes a file for each into a folder, whatever subjects are called") func files() throws {
    let names = ["P10", "p10", "../up", ".hidden", "_", "a/b", "ä"]
    let lines = names.map {
      #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","subject":"\#($0)"}"#
    }
    let nobody = #"{"type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(folder.write("in.ndjson", (lines + [nobody]).joined(separator: "\n") + "\n"))
      for format in ["csv", "jsonl"] {
        let result = try AssayBinary.run(
          ["export", "--store", store.path, "--by", "subject", "--output-format", format, "-o", "out/of"],
          folder: folder.path)
        #expect(result.status == 0 && result.output.isEmpty, "\(result.errorText)")
      }
      // P10.csv and p10.csv are one file on some file systems.
      let expected = ["%5010", "p10", "%2E.%2Fup", "%2Ehidden", "%5F", "a%2Fb", "%C3%A4", "_"]
      #expect(
        Set(TestFile.names(in: folder.path(of: "out/of"))) == Set(expected.flatMap { [$0 + ".csv", $0 + ".ndjson"] }))
      for (name, file) in zip(names, expected) {
        let one = try AssayBinary.run(["export", "--store", store.path, "--subject", name])
        #expect(try TestFile.bytes(folder.path(of: "out/of/\(file).ndjson")) == one.output)
      }
    }
  }

  static let refusedOrders = [
    ("query --by day", "--by takes subject"), ("query --by subject --limit 1", "neither --limit nor --after"),
    ("query --by subject --wide --type heartRate", "--wide exclude each other"),
    ("query --by subject --plot out.svg --type heartRate", "--plot exclude each other"),
    ("export --by subject --wide", "--wide exclude each other"),
  ]

  @Test("what has another order is refused", arguments: refusedOrders) func refusedOrder(
    _ command: String, _ words: String
  )
    throws
  {
    try withStore(Self.people) { store in
      let result = try AssayBinary.run(CommandWords.split(command) + ["--store", store.path])
      #expect(result.status == 2 && result.errorText.contains(words), "\(result.errorText)")
    }
  }

  @Test("many subjects are not all listed, and a store without subjects has no column for them") func manySubjects()
    throws
  {
    let lines = (10..<40).map { index in
      #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:\#(index)Z","subject":"S\#(index)"}"#
    }
    try withStore(lines.joined(separator: "\n")) { store in
      let text = try Self.query(store, ["--subject", "\u{1B}[1mA"], status: 1).errorText
      #expect(text.contains("subject `\\u{1B}[1mA`; subjects: S10, S11,"))
      #expect(text.hasSuffix("S18, S19 and 20 more\n"))
    }
    try withStore(ExitCase.fine) { store in
      let all = try Self.query(store, [])
      #expect(!all.text.contains("subject"))
      let some = try Self.query(store, ["--subject", "A"], status: 1)
      #expect(some.errorText.hasSuffix("no sample of the store has a subject\n"))
    }
  }

  @Test("a store of several subjects is not deleted from for all of them at once") func deleteSeveral() throws {
    try withStore(Self.people) { store in
      let result = try AssayBinary.run(
        ["store", "delete", "--store", store.path, "--subject", "P10", "--subject", "P11", "--yes"])
      #expect(result.status == 2)
      #expect(result.errorText.contains("one subject at a time"))
      #expect(try store.export().split(separator: "\n").count == 4)
    }
  }

  private func withStore(_ text: String, _ body: (TestStore) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      #expect(try store.importing(folder.write("input.ndjson", text + "\n")).status == 0)
      try body(store)
    }
  }

  private static func query(_ store: TestStore, _ options: [String], status: Int32 = 0) throws -> ProcessResult {
    let result = try AssayBinary.run(["query", "--store", store.path] + options)
    #expect(result.status == status, "\(options): \(result.errorText)")
    return result
  }
}
