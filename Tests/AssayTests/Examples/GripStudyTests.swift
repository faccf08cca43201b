import Assay
import AssayKit
import Foundation
import HealthCatalog
import Testing

/// The study of `Tests/Packages/Examples`, whose source is linked into this folder.
@Suite("The study among the examples") struct GripStudyTests {
  private static let definitions = ProjectFiles.root + "/Tests/Packages/Examples/Sources/StudyApp/catalog"

  private static func line(_ type: String, _ value: String, _ day: String, _ participant: String) -> String {
    #"{"type":"\#(type)",\#(value),"start":"\#(day)T08:00:00Z","end":"\#(day)T08:00:00Z","offset":"+00:00","#
      + #""subject":"\#(participant)","source":{"name":"Grip study"}}"#
  }

  private static let ofFirst = [
    line("heartRate", #""value":64,"unit":"count/min""#, "2026-01-05", "P1"),
    line("org.example.grip", #""value":42,"unit":"kg""#, "2026-01-05", "P1"),
    line("org.example.grip", #""value":44,"unit":"kg""#, "2026-01-06", "P1"),
    line("org.example.mood", #""value":"calm""#, "2026-01-05", "P1"),
  ]

  private static let ofSecond = [
    line("org.example.grip", #""value":31,"unit":"kg""#, "2026-01-05", "P2"),
    line("org.example.mood", #""value":"tense""#, "2026-01-05", "P2"),
  ]

  /// The lines of an export without the ids, sorted.
  private static func lines(_ export: String) -> [String] {
    export.split(separator: "\n").map { String($0.replacing(/"uuid":"[0-9A-F-]+",/, with: "")) }.sorted()
  }

  @Test("the program shows what the study has, and nothing of who left", arguments: ["%/grip.db", "jsonl:%/grip"])
  func study(_ location: String) async throws {
    let folder = try ConfigurationFolder()
    let study = try await GripStudy(
      location.replacingOccurrences(of: "%", with: folder.path), definitions: Self.definitions)
    var shown: [String] = []
    try await study.show { shown.append($0) }
    try await study.close()

    // Whoever opens the store without the files of the definitions reads it.
    let store = try await HealthStore(
      location.replacingOccurrences(of: "%", with: folder.path), definitions: Self.definitions)
    var builder = CatalogBuilder()
    builder.remembered = try await store.backend.definitions()
    try await store.close()
    let registry = try #require(try builder.load(readsExamples: false).registry)
    for name in ["org.example.grip", "org.example.mood"] { #expect(registry.typeIndex(named: name) != nil) }

    try #require(shown.count == 6)
    #expect(
      shown[0] == "refused: org.example.grip: org.example.grip takes at most 150 kg, got 310 kg; "
        + "310 would fit as oz: is the unit right?")
    #expect(shown[1] == "P1: 43.0 kg of 2" && shown[2] == "P2: 31.0 kg of 1")
    #expect(Self.lines(shown[3]) == (Self.ofFirst + Self.ofSecond).sorted())
    #expect(shown[4] == "P2 withdrew: 2 removed, nothing left")
    #expect(Self.lines(shown[5]) == Self.ofFirst.sorted())

    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
    for case let file as String in files {
      guard let bytes = FileManager.default.contents(atPath: folder.path + "/" + file) else { continue }
      #expect(bytes.range(of: Data("P2".utf8)) == nil, "\(file)")
    }
  }
}
