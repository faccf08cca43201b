import Assay
import HealthCatalog
import HealthModel
import Testing

/// The built-in catalog's own checks, as `assay catalog test` and `assay catalog lint` run them.
struct CatalogExampleTests {
  @Test("every example is what its definition says") func examples() throws {
    let registry = try ProjectFiles.registry()
    #expect(CatalogExamples(registry: registry).diagnostics(of: registry.types) == [])
    #expect(
      registry.types.allSatisfy { type in
        type.examples.contains { $0.expectedCode == nil } && type.examples.contains { $0.expectedCode != nil }
      })
  }

  @Test("an example that lies is caught") func lie() throws {
    let registry = try ProjectFiles.registry()
    var type = try #require(registry.type(named: "heartRate"))
    let mark = CatalogMark(path: "x.yaml", line: 1, column: 1)
    let fine = "{\"type\":\"heartRate\",\"value\":72,\"unit\":\"count/min\",\"start\":\"2026-01-01T08:00:00Z\"}"
    type.examples = [TypeExample(json: fine, expectedCode: .unitIncompatible, mark: mark)]
    #expect(CatalogExamples(registry: registry).diagnostics(of: [type]).count == 1)
    type.examples = [TypeExample(json: fine, expectedCode: nil, mark: mark)]
    #expect(CatalogExamples(registry: registry).diagnostics(of: [type]).isEmpty)
  }

  @Test("the catalog is without findings") func lint() throws {
    let result = try CatalogBuilder(builtIn: .folder(ProjectFiles.root + "/catalog")).load()
    let registry = try #require(result.registry)
    let findings = result.diagnostics + CatalogLint.run(registry: registry, entries: result.entries)
    #expect(findings.map { "\($0.location.path):\($0.location.line) \($0.code.name)" } == [])
  }
}
