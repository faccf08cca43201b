import HealthModel
import Testing

@testable import HealthModel

/// What conditions say of samples, and what cannot be said of them.
@Suite struct ConditionMeaningTests {
  @Test func theFileOfCasesIsThere() { #expect(ConditionLine.meanings.count >= 110) }

  @Test(arguments: ConditionLine.meanings)
  func saysWhatItsLineSays(_ line: ConditionLine) throws {
    #expect(try ConditionFixture().answer(line.fields[1], of: line.fields[0]) == line.answer)
  }

  @Test(arguments: ConditionLine.meanings)
  func theNormalFormSaysTheSameAsTheDecodedContent(_ line: ConditionLine) throws {
    #expect(try ConditionFixture().answer(line.fields[1], of: line.fields[0], isIndexed: true) == line.answer)
  }

  @Test(arguments: [
    ("all(events, length > 2 min)", "0"), ("score = 2 and all(events, kind = pause)", "1"),
    ("score = 3 and all(events, kind = pause)", "-"), ("not any(events, kind = resume)", "1"),
    ("not any(events, kind = lap)", "-"), ("not any(events where kind = resume)", "1"),
    ("all(events, length < 2 min)", "-"), ("all(events, kind = lap where kind = resume)", "1"),
  ])
  func theElementThatFailsIsNamed(_ text: String, _ element: String) throws {
    let failure = try ConditionFixture().failure(text)
    #expect((failure.map { String($0.element) } ?? "-") == element)
  }

  @Test func aRuleAsksNothingOfWhoMeasured() throws {
    let registry = try ConditionFixture().registry
    let type = try #require(registry.type(named: "session"))
    let binder = ConditionBinder(types: [type], registry: registry, use: .definition)
    #expect(throws: SyntaxError.self) { try binder.condition("source = x") }
    #expect(throws: SyntaxError.self) { try binder.condition("device.model = x") }
    #expect(throws: SyntaxError.self) { try binder.condition("subject = x") }
    #expect(throws: SyntaxError.self) { try binder.condition("metadata.HKWasUserEntered = true") }
    _ = try binder.condition("duration > 5 min")
  }

  @Test(
    arguments: [
      ("metadata.org.example.room = kitchen", nil), ("metadata.org.example.otherName is missing", nil),
      ("any(events, sample.metadata.org.example.room = kitchen)", nil), ("metadata.org.example.level > 3", nil),
      ("metadata.org.example.rooms = kitchen", "did you mean `metadata.org.example.room`?"),
      ("metadata.org.example.level > high", ""), ("metadata.note = x", ""), ("metadata = x", "write metadata.KEY"),
      ("source = x", ""), ("device.model = x", ""), ("subject = x", ""),
    ] as [(String, String?)])
  func aRuleAsksOnlyForMetadataThatTheCatalogHas(_ text: String, _ advice: String?) throws {
    let fixture = try ConditionFixture().registry
    let keys = [
      MetadataKeyDefinition(
        key: "org.example.room", identifiers: ["org.example.otherName"],
        value: .string(maximumLength: nil, pattern: nil)),
      MetadataKeyDefinition(key: "org.example.level", value: .number),
    ]
    let registry = try Registry(types: fixture.types, metadataKeys: keys)
    let type = try #require(registry.type(named: "session"))
    let binder = ConditionBinder(types: [type], registry: registry, use: .rule)
    do throws(SyntaxError) {
      _ = try binder.condition(text)
      #expect(advice == nil)
    } catch {
      #expect(advice != nil, "\(error.message)")
      if let advice, !advice.isEmpty { #expect(error.instead == advice) }
    }
  }

  @Test func aRuleOnAKeyThatTheTypeRefusesIsRefused() throws {
    let keys = ["org.example.room", "org.example.floor"].map {
      MetadataKeyDefinition(key: $0, value: .number)
    }
    let fixture = try ConditionFixture().registry
    let registry = try Registry(types: fixture.types, metadataKeys: keys)
    var type = try #require(registry.type(named: "session"))
    type.metadata = MetadataRules(required: [], known: ["org.example.room"], isClosed: true)
    let binder = ConditionBinder(types: [type], registry: registry, use: .rule)
    _ = try binder.condition("metadata.org.example.room = 1")
    #expect(throws: SyntaxError.self) { try binder.condition("metadata.org.example.floor = 1") }
  }

  @Test func anExpressionNamesOnlyThoseBeforeIt() throws {
    let registry = try ConditionFixture().registry
    var type = try #require(registry.type(named: "session"))
    type.expressions = [
      TypeExpression(name: "one", unit: nil, text: "score + 1"),
      TypeExpression(name: "two", unit: nil, text: "one + 1"),
      TypeExpression(name: "three", unit: nil, text: "three + 1"),
    ]
    let binder = ConditionBinder(types: [type], registry: registry)
    _ = try binder.condition("two = 4")
    #expect(throws: SyntaxError.self) { try binder.condition("three = 4") }
  }
}
