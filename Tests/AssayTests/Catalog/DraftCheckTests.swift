import Assay
import Foundation
import HealthCatalog
import HealthModel
import Testing

/// A new definition is judged with its folder before it is written.
@Suite("Check of a draft") struct DraftCheckTests {
  private func codes(_ template: CatalogTemplate, in folder: String) throws -> [String] {
    let builder = CatalogBuilder(builtIn: .folder(ProjectFiles.root + "/catalog"), folders: [])
    return try DraftCheck.diagnostics(of: template, in: folder, builder).map { "\($0.severity.name) \($0.code.name)" }
  }

  private func rule(_ requirement: String, of type: String = "heartRate") throws -> CatalogTemplate {
    let rule = TypeRule(name: "atRest", requirement: requirement, message: "the pulse is high")
    return try CatalogTemplate.rule(rule, of: type, reason: "a study", registry: try ProjectFiles.registry())
  }

  @Test("a rule on a type has no finding, whatever the examples of the type are", arguments: [100, 50])
  func kept(_ limit: Int) throws {
    #expect(try codes(try rule("value < \(limit) count/min"), in: "no-such-folder") == [])
  }

  @Test("a second change of a type in one folder is an error") func twice() throws {
    let folder = NSTemporaryDirectory() + "/assay-draft-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let other = "schema: 1\noverrides: heartRate\nreason: a device\ntitle: Pulse\n"
    try Data(other.utf8).write(to: URL(fileURLWithPath: folder + "/pulse.yaml"))
    let template = try rule("value < 100 count/min")
    let builder = CatalogBuilder(builtIn: .folder(ProjectFiles.root + "/catalog"), folders: [folder])
    let found = try DraftCheck.diagnostics(of: template, in: folder, builder)
    #expect(found.map(\.code) == [.catalogShadow], "\(found.map(\.message))")
  }

  @Test("an enum that nothing uses is a warning, not an error") func unused() throws {
    let template = try CatalogTemplate.enumeration(
      id: "org.study.mood", title: "Mood", values: ["low"], registry: try ProjectFiles.registry())
    #expect(try codes(template, in: "no-such-folder") == ["warning catalog-unused"])
  }

  @Test("the rules that a type has stay beside a new one") func rules() throws {
    let registry = try ProjectFiles.registry()
    let workout = try #require(registry.type(named: "workout"))
    #expect(!workout.rules.isEmpty)
    let rule = TypeRule(name: "short", requirement: "duration <= 10 hr", message: "the workout is long")
    let template = try CatalogTemplate.rule(rule, of: "workout", reason: "a study of short ones", registry: registry)
    let file = CatalogFile(path: template.fileName, bytes: Array(template.yaml().utf8))
    let builder = CatalogBuilder(builtIn: .folder(ProjectFiles.root + "/catalog"))
    let result = builder.load(try builder.layers() + [CatalogLayer(name: "types", files: [file])])
    let changed = try #require(result.registry?.type(named: "workout"), "\(result.diagnostics.map(\.message))")
    #expect(changed.rules == workout.rules + [rule])
  }
}
