import HealthCatalog
import HealthModel
import Testing

@Suite("Catalog lint")
struct LintTests {
  private func findings(_ texts: KeyValuePairs<String, String>) throws -> [String] {
    let result = try CatalogFixture.load(texts)
    let registry = try #require(result.registry, "\(CatalogFixture.errors(result))")
    let paths = Set(texts.map(\.key))
    return CatalogLint.run(registry: registry, entries: result.entries)
      .filter { paths.contains($0.location.path) }.map(CatalogFixture.line)
  }

  private let sound = """
    schema: 1
    type: org.example.grip
    kind: quantity
    title: Grip
    aggregation: discreteArithmetic
    unit: kg
    value: {allowed: {min: 0}}
    duration: {max: P4D}
    sources: {allowed: physical, duration: default}
    examples:
      valid: [{value: 1, unit: kg}]
      invalid: [{value: -1, unit: kg, code: value-not-allowed}]
    """

  @Test("a definition that says where its numbers come from has no findings")
  func clean() throws {
    #expect(try findings(["org.example.grip.yaml": sound]) == [])
  }

  @Test("limits without a source are found at their key")
  func sources() throws {
    let text = sound.replacing("sources: {allowed: physical, duration: default}", with: "sources: {type: study}")
    #expect(
      try findings(["org.example.grip.yaml": text]) == [
        "org.example.grip.yaml:7:9 catalog-source", "org.example.grip.yaml:8:1 catalog-source",
      ])
  }

  @Test("a type without examples, or with one sort only, is found")
  func examples() throws {
    let valid = sound.replacing("  invalid:", with: "  x-not:")
    #expect(try findings(["org.example.grip.yaml": valid]) == ["org.example.grip.yaml:10:1 catalog-example"])
    let none = sound.replacing("examples:", with: "x-not:")
    #expect(try findings(["org.example.grip.yaml": none]) == ["org.example.grip.yaml:2:1 catalog-example"])
  }

  @Test("a team's id without a dot is found, a built-in one is not")
  func names() throws {
    let text = sound.replacing("org.example.grip", with: "grip")
    #expect(try findings(["grip.yaml": text]) == ["grip.yaml:2:7 catalog-name"])
    let base = try CatalogFixture.base()
    let result = CatalogFixture.loader.load(layers: [base])
    let registry = try #require(result.registry)
    #expect(!CatalogLint.run(registry: registry, entries: result.entries).contains { $0.code == .catalogName })
  }

  @Test("titles are in sentence case, short and without a full stop", arguments: ["grip", "Grip.", " Grip", "Grip "])
  func titles(_ title: String) throws {
    let text = sound.replacing("title: Grip", with: "title: \"\(title)\"")
    #expect(try findings(["org.example.grip.yaml": text]) == ["org.example.grip.yaml:4:1 catalog-name"])
  }

  @Test("symbols and digits may begin a title", arguments: ["pH of urine", "6-minute walk", "VO2 max"])
  func symbols(_ title: String) throws {
    let text = sound.replacing("title: Grip", with: "title: \"\(title)\"")
    #expect(try findings(["org.example.grip.yaml": text]) == [])
  }

  @Test("an enum nobody uses is found")
  func unusedEnum() throws {
    let mood = "schema: 1\nenum: org.example.mood\ncases: {low: 0, high: 1}\n"
    #expect(try findings(["org.example.mood.yaml": mood]) == ["org.example.mood.yaml:2:7 catalog-reference"])
    let key = "metadata: org.example.key\nvalue: {kind: enum, values: org.example.mood}\n"
    #expect(try findings(["org.example.mood.yaml": mood, "org.example.key.yaml": key]) == [])
  }
}
