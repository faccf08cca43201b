import HealthCatalog
import HealthModel
import Testing

/// Catalogs of many types: what is kept of each, and work that must not grow with their square.
@Suite("Many types") struct ManyTypesTests {
  @Test("misspelled references get hints for the first of them, all get their finding") func hints() throws {
    // A comparison of each with all would be a hundred million.
    let count = 10_000
    let files = (0..<count).map { index in
      CatalogFile(
        path: "org.example.t\(index).yaml",
        bytes: Array("schema: 1\ntype: org.example.t\(index)\nextends: org.example.u\(index)\n".utf8))
    }
    let errors = try CatalogFixture.load(files).diagnostics.filter { $0.code == .catalogReference }
    #expect(errors.count == count)
    let hints = errors.count { $0.hint != nil }
    #expect(hints > 0 && hints < 200)
  }

  @Test("the places of keys are those that were given, whatever their order") func origins() {
    let marks = [
      (key: "value", value: CatalogMark(path: "a", line: 1, column: 2)),
      (key: "unit", value: CatalogMark(path: "b", line: 3, column: 4)),
      (key: "value", value: CatalogMark(path: "b", line: 5, column: 6)),
      (key: "value.allowed", value: CatalogMark(path: "a", line: 7, column: 8)),
    ]
    let origins = KeyOrigins(marks)
    #expect(origins["value"] == marks[2].value && origins["unit"] == marks[1].value)
    #expect(origins["value.allowed"] == marks[3].value && origins["val"] == nil && origins["z"] == nil)
    #expect(origins.map(\.key) == ["unit", "value", "value.allowed"])
    #expect(KeyOrigins(origins.map { $0 }) == KeyOrigins(origins.reversed().map { $0 }))
    #expect(KeyOrigins()["value"] == nil)
  }
}
