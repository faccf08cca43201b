import Assay
import Foundation
import HealthFormats
import HealthModel
import Testing

/// The configuration that `assay init` writes, as a value.
@Suite("A first configuration") struct ProjectDraftTests {
  private static let line = #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"# + "\n"

  private func write(_ text: String, to name: String, in folder: ConfigurationFolder) throws {
    let target = URL(fileURLWithPath: folder.path + "/" + name)
    try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: target)
  }

  private func read(_ text: String, _ folder: ConfigurationFolder) -> ConfigurationResult {
    ConfigurationReader.read(Array(text.utf8), path: "assay.yaml", folder: folder.path)
  }

  @Test("an empty folder gives a valid file without data") func empty() throws {
    let folder = try ConfigurationFolder()
    let result = read(try ProjectDraft(folder: folder.path).text, folder)
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
    let draft = try ProjectDraft(folder: folder.path)
    #expect(
      draft.survey.groups.map(\.files) == [
        ["ana"], ["ring.csv"], ["scale/x.csv"], ["watch/a.ndjson", "watch/b.ndjson", "watch/c.ndjson"],
      ])
    #expect(draft.survey.groups.map(\.format) == [.appleHealth, .csv, .csv, .jsonLines])
    #expect(draft.survey.groups.map(\.columns) == [nil, nil, ["Zeit", "Puls", "value"], nil])
    #expect(draft.survey.catalogs == ["types"])
    #expect(draft.survey.stores == ["jsonl:old", "health.db"])
    #expect(draft.survey.others == 2)
    let configuration = try #require(read(draft.text, folder).configuration, "\(draft.text)")
    #expect(configuration.data.map(\.path.value) == ["ana", "ring.csv", "watch/*.ndjson"])
    #expect(configuration.catalogs.map(\.value) == ["types"])
    #expect(draft.text.contains("Puls: \"-\"") && draft.text.contains("value: value"))
    #expect(try ProjectDraft(folder: folder.path).text == draft.text)
  }

  @Test("a table of others becomes a data set by removing the marks") func uncommented() throws {
    let folder = try ConfigurationFolder()
    try write("Zeit,\"Puls (bpm)\",value\n1,2,3\n", to: "x.csv", in: folder)
    let lines = try ProjectDraft(folder: folder.path).text.split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { line in
      if line == "# data:" { return "data:" }
      guard line.hasPrefix("  # - ") || line.hasPrefix("    #") else { return String(line) }
      var text = String(line)
      if let mark = text.range(of: "# ") { text.removeSubrange(mark) }
      return text
    }.joined(separator: "\n")
    let result = read(text, folder)
    #expect(result.diagnostics.map(\.message) == [], "\(text)")
    #expect(result.configuration?.data.first?.layout.columns == ["Zeit": "-", "Puls (bpm)": "-", "value": "value"])
  }

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
    let text = try ProjectDraft(folder: folder.path).text
    let result = read(text, folder)
    let configuration = try #require(result.configuration, "\(result.diagnostics.map(\.message))")
    #expect(try DataFiles.matches(of: configuration).files.map(\.path) == [name])
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x202E) })
  }
}
