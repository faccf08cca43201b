import HealthModel
import HealthUnits
import Testing

@testable import HealthQueries

/// Units that questions name are those that a type's values convert to.
@Suite struct UnitOfTypeTests {
  static let taken = [
    ("heartRate", "count/min", "count/min"), ("heartRate", "count/s", "count/s"), ("heartRate", "bpm", "count/min"),
    ("bodyMass", "lb", "lb"), ("bodyMass", "g", "g"), ("bodyTemperature", "degF", "degF"),
    ("stepCount", "count", "count"), ("oxygenSaturation", "%", "%"),
    ("bloodGlucose", "mmol<180.1558800000541>/L", "mmol<180.1558800000541>/L"),
  ]

  @Test(arguments: UnitOfTypeTests.taken)
  func aUnitOfTheDimensionIsTaken(_ type: String, _ text: String, _ unit: String) throws {
    let registry = try ConditionCase.registry.get()
    #expect(try registry.unit(text, for: try #require(registry.type(named: type))).unitString == unit)
  }

  static let refused = [
    ("heartRate", "kg", "heartRate is measured in count/min, to which `kg` does not convert"),
    ("heartRate", "", "heartRate is measured in count/min, to which `` does not convert"),
    ("bodyMass", "Kg", "bodyMass is measured in kg, and `Kg` is not a unit; did you mean `kg`?"),
    ("stepCount", "%", "stepCount is measured in count, to which `%` does not convert; ask in count"),
    (
      "oxygenSaturation", "count",
      "oxygenSaturation is measured in %, to which `count` does not convert; ask in % or percent 0-100"
    ),
    ("sleepAnalysis", "min", "sleepAnalysis is a category, whose value has no unit, got `min`; leave the unit out"),
    ("bodyMass", "k\u{1B}g", "bodyMass is measured in kg, and `k\\u{1B}g` is not a unit"),
  ]

  @Test(arguments: UnitOfTypeTests.refused)
  func anotherIsRefusedWithWhatToAskIn(_ type: String, _ text: String, _ words: String) throws {
    let registry = try ConditionCase.registry.get()
    let definition = try #require(registry.type(named: type))
    let error = #expect(throws: QueryError.self) { try registry.unit(text, for: definition) }
    #expect(error?.reason == .wrongUnit)
    #expect(error?.description.hasPrefix(words) == true, "\(error?.description ?? "")")
    #expect(error?.instead != nil)
  }
}
