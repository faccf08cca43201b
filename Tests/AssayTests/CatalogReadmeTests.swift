import Assay
import HealthCatalog
import HealthModel
import HealthValidation
import Testing

/// The type that the catalog's README defines is a type.
@Suite("README of the catalog") struct CatalogReadmeTests {
  private static let id = "org.study.march"

  /// The block that begins with the name of the type's file, without that line.
  private static func definition() throws -> CatalogFile {
    let text = String(decoding: try ProjectFiles.bytes("catalog/README.md"), as: UTF8.self)
    let begin = "```yaml\n# types/\(id).yaml\n"
    let rest = text[try #require(text.firstRange(of: begin)).upperBound...]
    let end = try #require(rest.firstRange(of: "```\n")).lowerBound
    return CatalogFile(path: "types/\(id).yaml", bytes: Array(rest[..<end].utf8))
  }

  private static func load() throws -> CatalogResult {
    let builder = CatalogBuilder(builtIn: .folder(ProjectFiles.root + "/catalog"))
    return builder.load(try builder.layers() + [CatalogLayer(name: "types", files: [definition()])])
  }

  @Test("it loads, lint has nothing to say about it, and its examples hold") func sound() throws {
    let result = try Self.load()
    let registry = try #require(result.registry, "\(result.diagnostics.map(\.message))")
    let findings = result.diagnostics + CatalogLint.run(registry: registry, entries: result.entries)
    #expect(findings.map { "\($0.location.line): \($0.message)" } == [])
    let type = try #require(registry.type(named: Self.id))
    let shape = try #require(type.shape.structure)
    #expect(!shape.fields.isEmpty && !shape.lists.isEmpty && shape.points != nil)
    #expect(type.examples.count(where: { $0.expectedCode == nil }) > 1)
    #expect(CatalogExamples(registry: registry).diagnostics(of: [type]) == [])
  }

  /// A march of ten minutes with one lap.
  private static func march(surface: String, load: Int, lap: Int) -> String {
    """
    {"type":"org.study.march","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:10:00Z",\
    "fields":{"surface":"\(surface)","load":{"value":\(load),"unit":"kg"}},\
    "lists":{"laps":[{"start":"2026-01-01T08:00:00Z","length":{"value":\(lap),"unit":"s"}}]}}
    """
  }

  @Test(
    "its rules are broken by what breaks them, and by nothing else",
    arguments: [
      (march(surface: "sand", load: 30, lap: 600), []), (march(surface: "road", load: 60, lap: 600), []),
      (march(surface: "sand", load: 31, lap: 600), ["rule-broken"]),
      (march(surface: "road", load: 60, lap: 601), ["rule-broken"]),
    ] as [(String, [String])])
  func rules(_ json: String, _ expected: [String]) throws {
    let registry = try #require(try Self.load().registry)
    let check = SampleCheck(Validator(registry: registry, options: ValidationOptions(now: Instant.latest)))
    #expect(check.diagnostics(in: json).map(\.code.name) == expected)
  }
}
