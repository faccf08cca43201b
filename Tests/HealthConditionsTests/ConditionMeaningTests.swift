import HealthModel
import Testing

@testable import HealthConditions

/// What conditions say of samples, and what cannot be said of them.
@Suite struct ConditionMeaningTests {
  @Test func theFileOfCasesIsThere() { #expect(ConditionLine.meanings.count >= 110) }

  @Test(arguments: ConditionLine.meanings)
  func saysWhatItsLineSays(_ line: ConditionLine) throws {
    #expect(try ConditionFixture().answer(line.fields[1], of: line.fields[0]) == line.answer)
  }

  @Test(arguments: [
    ("all(events, length > 2 min)", "0"), ("score = 2 and all(events, kind = pause)", "1"),
    ("score = 3 and all(events, kind = pause)", "-"), ("not any(events, kind = pause)", "-"),
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
    #expect(throws: ConditionFault.self) { try binder.condition("source = x") }
    #expect(throws: ConditionFault.self) { try binder.condition("device.model = x") }
    #expect(throws: ConditionFault.self) { try binder.condition("subject = x") }
    #expect(throws: ConditionFault.self) { try binder.condition("metadata.HKWasUserEntered = true") }
    _ = try binder.condition("duration > 5 min")
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
    #expect(throws: ConditionFault.self) { try binder.condition("three = 4") }
  }
}
