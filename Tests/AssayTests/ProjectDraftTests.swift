import Foundation
import HealthFormats
import HealthModel
import Testing

@testable import Assay

/// The configuration that `assay init` writes, as a value.
@Suite("A first configuration") struct ProjectDraftTests {
  private static let line = #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"# + "\n"

  private func write(_ text: String, to name: String, in folder: ConfigurationFolder) throws {
    let target = URL(fileURLWithPath: folder.path + "/" + name)
    try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: target)
  }

  private func draft(_ folder: ConfigurationFolder) throws -> ProjectDraft {
    try ProjectDraft(folder: folder.path, registry: try ProjectFiles.registry())
  }

  private func read(_ text: String, _ folder: ConfigurationFolder) -> ConfigurationResult {
    ConfigurationReader.read(Array(text.utf8), path: "assay.yaml", folder: folder.path)
  }

  @Test("an empty folder gives a valid file without data") func empty() throws {
    let folder = try ConfigurationFolder()
    let result = read(try self.draft(folder).text, folder)
    #expect(result.diagnostics.map(\.message) == [])
    #expect(result.configuration?.data.isEmpty == true)
    #expect(result.configuration?.store == nil)
  }

  @Test("files are found by what is in them, and grouped") func groups() throws {
    let folder = try ConfigurationFolder()
    for day in ["a", "b", "c"] { try write(Self.line, to: "watch/\(day).ndjson", in: folder) }
    try write("type,value,unit,start\nheartRate,72,count/min,2026-01-01T08:00:00Z\n", to: "ring.csv", in: folder)
    try write("Zeit;Puls;value\n01.01.2026;72;1\n", to: "scale/x.csv", in: folder)
    try write("<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n</HealthData>\n", to: "ana/export.xml", in: folder)
    try write("Name,Ana\n1,2\n", to: "ana/electrocardiograms/ecg.csv", in: folder)
    try write("schema: 1\ntype: org.study.grip\n", to: "types/deep/org.study.grip.yaml", in: folder)
    try write("schema: 1\nenum: org.study.hand\n", to: "types/org.study.hand.yaml", in: folder)
    try write("jobs: []\n", to: "ci.yaml", in: folder)
    try write("words\n", to: "notes.txt", in: folder)
    try write("", to: "health.db", in: folder)
    for name in ["store.json", "commits.jsonl", "samples/2026-01.ndjson"] {
      try write(Self.line, to: "old/" + name, in: folder)
    }
    let draft = try self.draft(folder)
    #expect(
      draft.survey.groups.map(\.files) == [
        ["ana"], ["ring.csv"], ["scale/x.csv"], ["watch/a.ndjson", "watch/b.ndjson", "watch/c.ndjson"],
      ])
    #expect(draft.survey.groups.map(\.format) == [.appleHealth, .csv, .csv, .jsonLines])
    #expect(draft.survey.groups.map(\.columns) == [nil, nil, ["Zeit", "Puls", "value"], nil])
    #expect(draft.survey.catalogs == ["types"])
    #expect(draft.survey.stores == ["jsonl:old", "health.db"])
    #expect(draft.survey.others.map { $0.prefix { $0 != ":" } } == ["ci.yaml", "notes.txt"])
    #expect(draft.text.contains("# ci.yaml: it defines nothing of Assay"), "\(draft.text)")
    let configuration = try #require(read(draft.text, folder).configuration, "\(draft.text)")
    #expect(configuration.data.map(\.path.value) == ["ana", "ring.csv", "scale/x.csv", "watch/*.ndjson"])
    #expect(configuration.data[2].layout.columns == ["Zeit": "start", "Puls": "value", "value": "-"])
    #expect(configuration.catalogs.map(\.value) == ["types"])
    #expect(draft.questions == 2 && draft.text.contains("# timezone: Europe/Berlin"), "\(draft.text)")
    #expect(draft.text.contains("value: \"-\"  # not read: which type is it?"), "\(draft.text)")
    #expect(try self.draft(folder).text == draft.text)
  }

  @Test("files of one form share an item, whose glob matches them and nothing else") func shared() throws {
    let folder = try ConfigurationFolder()
    for (name, value) in [("p01", 71), ("p02", 82), ("p03", 65)] {
      try write("when,weight_kg\n2026-01-05T08:00:00Z,\(value)\n", to: "\(name).csv", in: folder)
    }
    try write("name,size\nx,1\n", to: "inventory.csv", in: folder)
    let text = try self.draft(folder).text
    let configuration = try #require(read(text, folder).configuration, "\(text)")
    #expect(configuration.data.map(\.path.value) == ["p*.csv"])
    #expect(configuration.data[0].subjectPattern?.value.text == "(p*).csv")
    #expect(try DataFiles.matches(of: configuration).files.map(\.path) == ["p01.csv", "p02.csv", "p03.csv"])
    #expect(text.contains("# inventory.csv, a table: no column has times that can be read"))
  }

  @Test(
    "archives of several people have a subject each, or the question whose they are",
    arguments: [
      (["P01.zip", "P02.zip"], "(P*).zip", 0), (["ana.zip", "bob.zip"], nil, 1), (["ana.zip"], nil, 0),
    ])
  func archives(_ item: (files: [String], pattern: String?, questions: Int)) throws {
    let folder = try ConfigurationFolder()
    let zip = try #require(ZipWriter())
    var bytes: [UInt8] = []
    zip.begin("apple_health_export/export.xml", to: &bytes)
    zip.append(Array("<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n</HealthData>\n".utf8), to: &bytes)
    zip.finish(to: &bytes)
    for name in item.files { try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/" + name)) }
    let draft = try self.draft(folder)
    let configuration = try #require(read(draft.text, folder).configuration, "\(draft.text)")
    #expect(configuration.data.first?.subjectPattern?.value.text == item.pattern, "\(draft.text)")
    #expect(draft.questions == item.questions, "\(draft.text)")
  }

  @Test("JSON of an app has its own item, and settings of programs are none") func json() throws {
    let folder = try ConfigurationFolder()
    try write(
      #"{"readings": [{"kind": "HR", "val": 72, "unit": "bpm", "at": "2026-01-05T08:00:00Z"}]}"#, to: "app/a.json",
      in: folder)
    try write(#"{"name": "site", "version": "1.2.3", "scripts": {"build": "make"}}"#, to: "package.json", in: folder)
    try write("apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n", to: "k8s/pod.yaml", in: folder)
    let draft = try self.draft(folder)
    let configuration = try #require(read(draft.text, folder).configuration, "\(draft.text)")
    #expect(configuration.data.map(\.path.value) == ["app/a.json"])
    #expect(configuration.data[0].layout.records?.records == "/readings/*")
    #expect(configuration.catalogs.isEmpty)
    for name in ["package.json", "k8s/pod.yaml: it defines nothing of Assay"] {
      #expect(draft.text.contains("# \(name)"), "\(draft.text)")
    }
  }

  @Test(
    "a glob matches the files of one form only",
    arguments: [
      (["a.csv", "b.csv"], ["c.tsv"], ["*.csv"]), (["p1.csv", "p2.csv"], ["q1.csv"], ["p*.csv"]),
      (["p01.csv", "p12.csv"], ["p.csv"], ["p[0-9][0-9].csv"]), (["ax.csv", "by.csv"], ["c.csv"], ["{ax.csv,by.csv}"]),
      (["x/p1/s.csv", "x/p2/s.csv"], ["x/s.csv"], ["x/*/s.csv"]),
      (["x/a.csv", "y/z/b.csv"], [String](), ["x/a.csv", "y/z/b.csv"]),
      (["[1].csv", "[2].csv"], ["b.csv"], ["\\[*\\].csv"]),
    ])
  func globs(_ item: (files: [String], others: [String], globs: [String])) {
    let all = item.files + item.others
    #expect(ExactGlob.globs(of: item.files, among: all).map(\.glob) == item.globs)
  }

  @Test(
    "the subject is in names of participants, and a question in others",
    arguments: [
      (["P01.csv", "P02.csv"], "(P*).csv", true), (["sub-1_hr.csv", "sub-2_hr.csv"], "(sub-*)_hr.csv", true),
      (["x/p1/s.csv", "x/p2/s.csv"], "x/(p*)/s.csv", true), (["ana.csv", "bob.csv"], "(*).csv", false),
    ])
  func subjects(_ item: (files: [String], pattern: String, isSure: Bool)) throws {
    let found = try #require(ParticipantNames.pattern(of: item.files))
    #expect(found.pattern == item.pattern && found.isSure == item.isSure)
    #expect(SubjectPattern(found.pattern)?.subject(of: item.files[0]) != nil)
  }

  @Test(
    "days and numbers in names are no subjects",
    arguments: [["2026-01.csv", "2026-02.csv"], ["20260105.csv", "20260106.csv"]])
  func days(_ files: [String]) { #expect(ParticipantNames.pattern(of: files) == nil) }

  @Test(
    "a file of any name is found again by its path",
    arguments: [
      "plain.ndjson", "a b.ndjson", "it's \"x\".ndjson", "[1].ndjson", "a*b?.ndjson", "{x,y}.ndjson", "no: #1.ndjson",
      "-.ndjson", "1.10.ndjson", "é😀.ndjson", "a\u{1B}[31m.ndjson", "\u{202E}x.ndjson", "back\\slash.ndjson",
      "a\nb.ndjson",
      "&x.ndjson", "!x.ndjson",
    ])
  func names(_ name: String) throws {
    let folder = try ConfigurationFolder()
    try write(Self.line, to: name, in: folder)
    let text = try self.draft(folder).text
    let result = read(text, folder)
    let configuration = try #require(result.configuration, "\(result.diagnostics.map(\.message))")
    #expect(try DataFiles.matches(of: configuration).files.map(\.path) == [name])
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x202E) })
  }
}
