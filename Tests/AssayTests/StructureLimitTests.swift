import Assay
import HealthModel
import HealthValidation
import Testing

/// Every limit that a structured type of the catalog states is held, and nothing short of it is refused.
@Suite("Limits of structured types") struct StructureLimitTests {
  private static let types = (try? ProjectFiles.registry().types.filter { $0.shape.structure != nil }.map(\.id)) ?? []

  /// The codes of a sample; conditions on several of its parts are not what is asked here.
  private func codes(of json: String, _ check: SampleCheck) -> [String] {
    check.diagnostics(in: json).map(\.code.name).filter { $0 != "rule-broken" }
  }

  @Test("the catalog has structured types") func some() { #expect(Self.types.count > 20) }

  @Test("each limit has a sample that keeps it and one that breaks it", arguments: types)
  func limits(_ id: String) throws {
    let registry = try ProjectFiles.registry()
    let type = try #require(registry.type(named: id))
    let shape = try #require(type.shape.structure)
    let check = SampleCheck(Validator(registry: registry, options: ValidationOptions(now: Instant.latest)))
    #expect(codes(of: StructureSample(type, shape).json, check) == [], "\(StructureSample(type, shape).json)")
    var seen: Set<String> = []
    for limit in StructureLimit.all(of: type, shape) where seen.insert(limit.name + limit.code.name).inserted {
      #expect(codes(of: limit.kept, check) == [], "\(id) \(limit.name): \(limit.kept.prefix(500))")
      #expect(
        codes(of: limit.broken, check).contains(limit.code.name), "\(id) \(limit.name): \(limit.broken.prefix(500))")
    }
  }
}
