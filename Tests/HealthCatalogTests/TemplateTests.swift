import HealthCatalog
import HealthModel
import Testing

@Suite("Catalog template")
struct TemplateTests {
  @Test("what is written loads, and lint has nothing to say about it", arguments: TemplateWish.all)
  func clean(_ wish: TemplateWish) throws {
    let template = try wish.template(in: try TemplateWish.registry())
    #expect(template.fileName == "org.example.wish.yaml")
    let file = CatalogFile(path: template.fileName, bytes: Array(template.yaml().utf8))
    let result = try CatalogFixture.load(TemplateWish.others + [file])
    let registry = try #require(result.registry, "\(CatalogFixture.errors(result)) \(template.yaml())")
    let findings = (result.diagnostics + CatalogLint.run(registry: registry, entries: result.entries))
      .filter { $0.location.path == file.path }
    #expect(findings.map { "\(CatalogFixture.line($0)) \($0.message)" } == [])
    let type = try #require(registry.type(named: "org.example.wish"))
    #expect(type.title == wish.title)
    #expect(type.kind == wish.kind)
    #expect(type.examples.contains { $0.expectedCode == nil })
    #expect(type.examples.contains { $0.expectedCode != nil })
    if case .quantity(let shape) = type.shape {
      #expect(shape.allowed == wish.allowed)
      #expect(shape.plausible == wish.plausible)
    }
    let lines = template.yaml().split(separator: "\n").map(String.init)
    for line in wish.lines { #expect(lines.contains(line), "\(line) in \(template.yaml())") }
  }

  @Test("a definition as a whole")
  func whole() throws {
    let wish = TemplateWish(unit: "kg", allowed: ValueBounds(minimum: 0, maximum: 150), source: "study protocol")
    let template = try wish.template(id: "org.study.gripStrength", in: try TemplateWish.registry())
    #expect(
      template.yaml() == """
        # yaml-language-server: $schema=schema/type.schema.json
        schema: 1
        type: org.study.gripStrength
        kind: quantity
        title: Grip strength
        aggregation: discreteArithmetic
        unit: kg
        value:
          allowed: {min: 0, max: 150}
        duration: {max: P4D}
        sources:
          type: study protocol
          allowed: study protocol
          duration: default
        examples:
          valid:
            - {value: 75, unit: kg, start: "2026-01-01T08:00:00Z"}
            - {value: 75, unit: kg, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
          invalid:
            - {value: 75, unit: m, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
            - {value: 75, start: "2026-01-01T08:00:00Z", code: unit-missing}
            - {value: 151, unit: kg, start: "2026-01-01T08:00:00Z", code: value-not-allowed}

        """)
  }

  @Test("members of a correlation are samples without times of their own")
  func members() throws {
    let wish = TemplateWish(kind: .correlation, members: ["heartRate", "org.example.score"])
    let text = try wish.template(in: try TemplateWish.registry()).yaml()
    let score = "{type: org.example.score, value: 3, unit: points, metadata: {HKWasUserEntered: true}}"
    #expect(text.contains("members: [{type: heartRate, value: 72, unit: count/min}, \(score)]"))
    #expect(text.contains("members: [], code: member-missing"))
    #expect(text.contains("code: member-not-allowed"))
  }

  @Test("what cannot be written is refused in words", arguments: TemplateRefusal.all)
  func refused(_ item: TemplateRefusal) throws {
    let registry = try TemplateWish.registry()
    let error = #expect(throws: Failure.self) { try item.wish.template(id: item.id, in: registry) }
    let words = error.map { $0.description } ?? ""
    #expect(words.hasPrefix(item.words), "\(words)")
  }

  @Test("limits that contradict each other are refused")
  func limits() throws {
    let registry = try TemplateWish.registry()
    let wishes = [
      TemplateWish(unit: "kg", allowed: ValueBounds(minimum: 2, maximum: 1)),
      TemplateWish(unit: "kg", allowed: ValueBounds(minimum: 0), plausible: ValueBounds(minimum: -1)),
      TemplateWish(unit: "kg", allowed: ValueBounds(minimum: 0.2, maximum: 0.8, isInteger: true)),
    ]
    for wish in wishes {
      let error = #expect(throws: Failure.self) { try wish.template(in: registry) }
      #expect(error?.description.hasPrefix("the limits make no sense") == true)
    }
  }
}
