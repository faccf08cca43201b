import HealthCatalog
import HealthModel
import Testing

@Suite("Catalog cases")
struct CatalogCaseTests {
  @Test("a refused definition names every code and place", arguments: try CatalogCase.all(in: "refuse"))
  func refused(_ item: CatalogCase) throws {
    let result = try CatalogFixture.load(item.files)
    #expect(!item.expected.isEmpty)
    #expect(CatalogFixture.errors(result).sorted() == item.expected.sorted())
    #expect(!result.isSound)
  }

  @Test("an accepted definition has no errors", arguments: try CatalogCase.all(in: "accept"))
  func accepted(_ item: CatalogCase) throws {
    let result = try CatalogFixture.load(item.files)
    #expect(CatalogFixture.errors(result) == [])
    #expect(result.isSound)
  }

  @Test("the base layer alone is sound")
  func base() throws {
    let result = CatalogFixture.loader.load(layers: [try CatalogFixture.base()])
    #expect(CatalogFixture.errors(result) == [])
  }

  @Test("every finding about foreign text is escaped")
  func escaped() throws {
    let result = try CatalogFixture.load([
      "evil.yaml": "schema: 1\ntype: \"\\e[31m\\u202E::error::\"\n",
      "org.example.a.yaml": "schema: 1\ntype: org.example.a\nextends: heartRate\n\"\\e]0;\": 1\nunit: \"\\e[2J\"\n",
    ])
    #expect(!result.isSound)
    for diagnostic in result.diagnostics {
      let text = diagnostic.message + (diagnostic.hint ?? "")
      let isClean = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E && $0.value != 0x1B }
      #expect(isClean, "\(diagnostic.code.name)")
    }
  }
}
