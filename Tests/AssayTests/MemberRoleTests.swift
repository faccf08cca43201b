import Assay
import HealthModel
import HealthUnits
import SeededRandom
import Testing

@testable import HealthValidation

/// Every role of a correlation is counted, however many there are.
@Suite("Roles of members") struct MemberRoleTests {
  /// A correlation of some quantities, each of which must be there once.
  private static func check(roles: Int) throws -> SampleCheck {
    let unit = try UnitOfMeasure("kg")
    let types = (0..<roles).map { index in
      TypeDefinition(
        id: "part\(index)", title: "part \(index)",
        shape: .quantity(QuantityShape(unit: unit, aggregation: .discreteArithmetic)))
    }
    let members = (0..<roles).map { CorrelationMember(role: "part\($0)", type: "part\($0)", minimum: 1, maximum: 1) }
    let whole = TypeDefinition(id: "whole", title: "whole", shape: .correlation(members))
    let registry = try Registry(types: types + [whole])
    return SampleCheck(Validator(registry: registry, options: ValidationOptions(now: ProjectFiles.now)))
  }

  private static func sample(_ parts: some Sequence<Int>) -> String {
    let members = parts.map { #"{"type":"part\#($0)","value":1,"unit":"kg"}"# }.joined(separator: ",")
    return #"{"type":"whole","start":"2026-01-01T08:00:00Z","members":[\#(members)]}"#
  }

  @Test("the last of many roles can be missing or there too often", arguments: [1, 2, 63, 64, 65, 66, 130, 500])
  func everyRole(_ roles: Int) throws {
    let check = try Self.check(roles: roles)
    #expect(check.diagnostics(in: Self.sample(0..<roles)).map(\.code) == [])
    #expect(check.diagnostics(in: Self.sample(Array(0..<roles) + [roles - 1])).map(\.code) == [.memberTooMany])
    let missing = check.diagnostics(in: Self.sample(1..<roles) + "\n" + Self.sample(0..<roles - 1))
    #expect(missing.map(\.code).filter { $0 == .memberMissing }.count >= 2)
    // Counts of one correlation say nothing of the next.
    let twice = check.diagnostics(in: Self.sample(0..<roles) + "\n" + Self.sample((0..<roles).reversed()))
    #expect(twice.map(\.code).filter { $0 != .uuidConflict } == [])
  }

  @Test("a role is found as in a walk over all of them") func asInAWalk() {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let types = (0..<Int.random(in: 0...12, using: &random)).map { _ in Int.random(in: -1...4, using: &random) }
      let members = types.map { type in
        let role = Bool.random(using: &random) ? "type\(type)" : "role\(Int.random(in: 0...3, using: &random))"
        return CorrelationMember(role: role, type: "type\(type)", minimum: 0, maximum: nil)
      }
      let roles = MemberRoles(members, types: types)
      for type in 0...5 {
        let own = members.indices.first { types[$0] == type && members[$0].role == members[$0].type }
        #expect(roles.member(ofType: type) == own ?? types.firstIndex(of: type), "SEED=\(seed)")
        for name in ["role0", "role1", "role2", "role3", "role4", "type0", "type1", "type4", ""] {
          let text = Array("<\(name)>".utf8)
          let found = roles.member(at: 1..<text.count - 1, in: text.span.bytes, type: type)
          let wanted = members.indices.first { types[$0] == type && members[$0].role == name }
          #expect(found == wanted, "SEED=\(seed)")
        }
      }
    }
  }
}
