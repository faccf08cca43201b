import HealthUnits
import Testing

struct CustomUnitTests {
  @Test func anIsolatedUnitConvertsToNothingElse() throws {
    let table = try UnitTable.standard.adding([CustomUnit(symbol: "points", definition: .isolated)])
    let points = try UnitOfMeasure("points", table: table)
    #expect(points.dimension.description == "X.points1")
    #expect(try !points.isConvertible(to: UnitOfMeasure("count")))
    #expect(try UnitOfMeasure("points/d", table: table).unitString == "points/d")
    #expect(throws: UnitError.self) { try UnitOfMeasure("points") }
    #expect(table.customSymbols == ["points"])
  }

  @Test func aNamedUnitConvertsAsItsDefinition() throws {
    let table = try UnitTable.standard.adding([
      CustomUnit(symbol: "newton", definition: .equals("kg·m/s^2")),
      CustomUnit(symbol: "newton_meter", definition: .equals("newton*m")),
      CustomUnit(symbol: "celsius", definition: .equals("degC")),
      CustomUnit(symbol: "glucose", definition: .equals("mmol<180.1558800000541>/L")),
    ])
    let torque = try UnitOfMeasure("newton_meter", table: table)
    #expect(try torque.isEquivalent(to: UnitOfMeasure("J")))
    let fahrenheit = try UnitOfMeasure("celsius", table: table).conversion(to: UnitOfMeasure("degF"))
    #expect(fahrenheit(37) == 98.6)
    let glucose = try UnitOfMeasure("glucose", table: table)
    #expect(try glucose.conversion(to: UnitOfMeasure("mmol/L", grammar: .ucum)).isIdentity)
  }

  @Test func aLevelStaysALevel() throws {
    let table = try UnitTable.standard.adding([CustomUnit(symbol: "loudness", definition: .equals("dBASPL"))])
    #expect(throws: UnitError.self) { try UnitOfMeasure("loudness/s", table: table) }
  }

  @Test(arguments: ["count", "kg", "mcg", "klb", "mol", "L", "l", "effort"])
  func takenSymbols(symbol: String) throws {
    let error = try #require(throws: UnitError.self) {
      try UnitTable.standard.adding([CustomUnit(symbol: symbol, definition: .isolated)])
    }
    #expect(error.reason == .symbolTaken)
  }

  @Test(arguments: ["", "9lives", "a b", "a/b", "a.b", "é", "%x", String(repeating: "a", count: 65)])
  func malformedSymbols(symbol: String) throws {
    let error = try #require(throws: UnitError.self) {
      try UnitTable.standard.adding([CustomUnit(symbol: symbol, definition: .isolated)])
    }
    #expect(error.reason == .symbolMalformed)
  }

  @Test func aDefinitionMustBeAUnit() throws {
    let error = try #require(throws: UnitError.self) {
      try UnitTable.standard.adding([CustomUnit(symbol: "grip", definition: .equals("kilo/grams"))])
    }
    guard case .definition(let inner) = error.reason else {
      Issue.record("expected a definition error, got \(error)")
      return
    }
    #expect(inner.reason == .unknownUnit("kilo"))
    #expect(error.unit == "grip")
  }

  @Test func aTeamsUnitIsSuggested() throws {
    let table = try UnitTable.standard.adding([CustomUnit(symbol: "points", definition: .isolated)])
    let error = try #require(throws: UnitError.self) { try UnitOfMeasure("Points", table: table) }
    #expect(error.hint == "did you mean `points`?")
  }
}
