import Assay
import HealthModel
import HealthQueries
import HealthValidation
import Testing

/// Every case of `Tests/Cases/samples`: the complete list of findings with code, severity and pointer.
struct SampleCaseTests {
  private static let registry = try? ProjectFiles.registry(["Tests/Cases/samples/catalog"])

  @Test("the cases are there") func count() throws {
    #expect(try SampleCase.all().count > 500)
  }

  @Test(arguments: try SampleCase.all()) func findings(_ item: SampleCase) throws {
    let registry = try #require(Self.registry)
    var options = ValidationOptions(now: ProjectFiles.now)
    if let units = item.units { options.units = try #require(UnitPolicy(rawValue: units)) }
    if let zone = item.timeZone { options.timeZone = try TimeZoneRules(zone) }
    let check = SampleCheck(Validator(registry: registry, options: options))
    let found = check.diagnostics(in: String(decoding: item.text, as: UTF8.self)).map {
      "\($0.severity.name) \($0.code.name) \($0.pointer ?? "")"
    }
    #expect(found.sorted() == item.findings)
  }

  @Test("every code of one sample has a case that raises it") func coverage() throws {
    let raised = Set(try SampleCase.all().flatMap(\.findings).map { $0.split(separator: " ")[1] })
    let families: Set<String> = ["shape", "type", "unit", "value", "time", "metadata", "correlation", "identity"]
    // What one sample in a file cannot raise: the store and the library do, or rules over several samples.
    let elsewhere: Set<DiagnosticCode> = [.typeReadOnly, .duplicate, .nearDuplicate]
    for code in DiagnosticCode.allCases where families.contains(code.family.rawValue) && !elsewhere.contains(code) {
      #expect(raised.contains(Substring(code.name)), "no case raises \(code.name)")
    }
  }
}
