import HealthCatalog
import HealthModel
import Testing

@Suite("Catalog lint")
struct LintTests {
  /// What loading and linting say of some files, in order.
  private func findings(_ files: [CatalogFile]) throws -> [Diagnostic] {
    let result = try CatalogFixture.load(files)
    let registry = try #require(result.registry, "\(CatalogFixture.errors(result))")
    let paths = Set(files.map(\.path))
    let all = result.diagnostics + CatalogLint.run(registry: registry, entries: result.entries)
    return all.filter { paths.contains($0.location.path) }
  }

  private func findings(in name: String) throws -> [Diagnostic] {
    let path = CatalogFixture.cases + "/lint/" + name
    return try findings(try CatalogSource.layer(at: path, name: name, displayPath: name).files)
  }

  @Test("every case has the findings it announces and no others", arguments: try CatalogCase.all(in: "lint"))
  func cases(_ item: CatalogCase) throws {
    #expect(try findings(item.files).map(CatalogFixture.line).sorted() == item.expected.sorted())
  }

  @Test(
    "every code of lint is raised by a case",
    arguments: [
      "catalog-source", "catalog-example", "catalog-name", "catalog-confusable", "catalog-range", "catalog-unit",
      "catalog-reference", "catalog-unused", "catalog-rate",
    ])
  func codes(_ code: String) throws {
    let expected = try CatalogCase.all(in: "lint").flatMap(\.expected)
    #expect(expected.contains { $0.hasSuffix(" " + code) })
  }

  @Test("no finding of lint is an error")
  func severities() throws {
    for item in try CatalogCase.all(in: "lint") {
      #expect(try findings(item.files).allSatisfy { $0.severity < .error }, "\(item.name)")
    }
    #expect(try findings(in: "title-capital-in-every-word").map(\.severity) == [.note])
  }

  @Test("built-in ids need no dot")
  func builtIn() throws {
    let result = CatalogFixture.loader.load(layers: [try CatalogFixture.base()])
    let registry = try #require(result.registry)
    #expect(!CatalogLint.run(registry: registry, entries: result.entries).contains { $0.code == .catalogName })
  }

  @Test(
    "hints say what to write",
    arguments: [
      ("id-snake-case", "call it `org.example.gripStrength`"), ("id-acronym", "call it `org.example.hrvIndex`"),
      ("id-kebab-case", "call it `org.example.gripStrength`"), ("replacement-deprecated", "use `heartRate`"),
      ("id-of-enum", "call it `org.example.moodScaleV2`"), ("canonical-unit-unlisted", "add `kg` to `units`"),
      ("id-without-dot", "call it `org.example.gripping`"), ("source-of-rate-missing", "add `rate: …` to `sources`"),
    ] as [(String, String)])
  func hints(_ name: String, _ hint: String) throws {
    #expect(try findings(in: name).compactMap(\.hint) == [hint])
  }

  @Test("two ids that look alike are found at the later, which names the earlier")
  func confusable() throws {
    let finding = try #require(try findings(in: "confusable-zero-and-o").first)
    #expect(finding.message.contains("confusable-zero-and-o/org.example.item0.yaml:2:7"))
    #expect(finding.type == "org.example.itemO")
  }

  @Test("thousands of ids of a series are looked through without delay")
  func manyIDs() throws {
    let entries = (0..<5000).map { index in
      let mark = CatalogMark(path: "\(index).yaml", line: 2, column: 7)
      let id = "org.example.measurement\(index)"
      return CatalogEntry(kind: .type, id: id, layer: "case", isBuiltIn: false, mark: mark)
    }
    let registry = try Registry(types: [])
    let start = ContinuousClock.now
    #expect(CatalogLint.run(registry: registry, entries: entries).isEmpty)
    #expect(ContinuousClock.now - start < .seconds(10))
  }
}
