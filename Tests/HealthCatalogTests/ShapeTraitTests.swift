import Foundation
import HealthModel
import Testing

@testable import HealthCatalog

@Suite("Traits of shapes")
struct ShapeTraitTests {
  /// What the traits of a type must be, by its kind: written out, so that a trait that forgets a kind is seen.
  private struct Expected: Hashable {
    var column: ValueColumn
    var hasQuantity = false
    var hasCases = false
    var hasText = false
    var hasMembers = false
    var hasParts = false
    var hasTime = true
    var hasTimedValue = false
    var hasTimedCases = false
    var variant: String?

    init(_ column: ValueColumn) { self.column = column }

    init(_ shape: TypeShape) {
      column = shape.column
      hasQuantity = shape.quantity != nil
      hasCases = shape.enumeration != nil
      hasText = shape.text != nil
      hasMembers = shape.members != nil
      hasParts = shape.structure != nil
      hasTime = shape.hasTime
      hasTimedValue = shape.hasTimedValue
      hasTimedCases = shape.hasTimedCases
      variant = shape.variant
    }

    /// What the reference's table says of a type: its kind, and for a characteristic its value.
    init(kind: String, value: String) throws {
      switch (kind, value) {
      case ("quantity", _):
        self.init(.number)
        hasQuantity = true
        hasTimedValue = true
      case ("category", _):
        self.init(.enumCase)
        hasCases = true
        hasTimedValue = true
        hasTimedCases = true
      case ("characteristic", "date"), ("characteristic", "string"):
        self.init(.text)
        hasText = true
        hasTime = false
        variant = value == "date" ? "date" : "text"
      case ("characteristic", _):
        self.init(.enumCase)
        hasCases = true
        hasTime = false
        variant = "values"
      case ("correlation", _):
        self.init(.absent)
        hasMembers = true
      case ("composite", _), ("series", _):
        self.init(.parts)
        hasParts = true
      default: throw UnknownKind(kind: kind)
      }
    }
  }

  private struct UnknownKind: Error { let kind: String }

  @Test("the traits of every type of the catalog are those of its kind")
  func catalog() throws {
    let registry = try #require(try BuiltInCatalogTests.load().registry)
    let table = try String(contentsOfFile: CatalogFixture.cases + "/expected-types.tsv", encoding: .utf8)
    var kinds: Set<String> = []
    var count = 0
    for line in table.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let type = try #require(registry.type(named: cells[0]))
      let expected = try Expected(kind: cells[1], value: cells[2])
      #expect(Expected(type.shape) == expected, "\(type.id)")
      #expect(type.kind.rawValue == cells[1], "\(type.id)")
      #expect(type.shape.mergesOverlaps == (cells[1] == "category" || cells[3] == "cumulative"), "\(type.id)")
      kinds.insert(cells[1])
      count += 1
    }
    #expect(count == registry.types.count)
    #expect(kinds == Set(TypeKind.allCases.map(\.rawValue)))
  }

  @Test("a definition with another shape is of another kind")
  func kindFollows() throws {
    let registry = try #require(try BuiltInCatalogTests.load().registry)
    var type = try #require(registry.type(named: "heartRate"))
    for other in registry.types {
      type.shape = other.shape
      #expect(type.kind == other.kind)
    }
  }

  @Test("only a shape with members takes other members")
  func otherMembers() throws {
    let registry = try #require(try BuiltInCatalogTests.load().registry)
    let members = [CorrelationMember(role: "pulse", type: "heartRate", minimum: 1, maximum: 1)]
    for type in registry.types {
      let changed = type.shape.with(members: members)
      #expect(changed.members == (type.kind == .correlation ? members : nil), "\(type.id)")
      #expect(type.kind == .correlation || changed == type.shape, "\(type.id)")
    }
  }

  @Test("each key of a shape is one that definitions of its kind may have", arguments: TypeKind.allCases)
  func keys(_ kind: TypeKind) throws {
    let registry = try #require(try BuiltInCatalogTests.load().registry)
    let all = Set(TypeKind.allCases.flatMap(\.keys))
    for type in registry.types where type.kind == kind {
      let used = Set(type.origins.map(\.key).map { String($0.prefix { $0 != "." }) }).intersection(all)
      #expect(used.isSubset(of: kind.keys), "\(type.id)")
      #expect(!used.isEmpty, "\(type.id)")
    }
  }
}
